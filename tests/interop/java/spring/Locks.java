// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

import java.net.URI;
import java.util.Map;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Spring Integration's RedisLockRegistry: spinning, by pub/sub, and with renewals. */
final class Locks {
    private final LettuceConnectionFactory factory;
    private RedisLockRegistry registry;

    Locks(URI url) {
        factory = new LettuceConnectionFactory(url.getHost(), url.getPort());
        factory.afterPropertiesSet();
        factory.start();
    }

    Peer.Held take(String library, boolean waits) {
        if (registry == null) {
            registry = make(library);
        }
        var lock = registry.obtain("orders");
        lock.lock();
        return new Peer.Held(
                "registry:orders",
                Map.of(
                        "unlock",
                        () -> {
                            lock.unlock();
                            return null;
                        }));
    }

    private RedisLockRegistry make(String library) {
        boolean isRenewed = library.equals("spring-renewed");
        var made = new RedisLockRegistry(factory, "registry", isRenewed ? 15_000 : 60_000);
        if (library.equals("spring-pubsub")) {
            made.setRedisLockType(RedisLockType.PUB_SUB_LOCK);
        }
        if (isRenewed) {
            ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
            scheduler.initialize();
            made.setRenewalTaskScheduler(scheduler);
        }
        return made;
    }
}
