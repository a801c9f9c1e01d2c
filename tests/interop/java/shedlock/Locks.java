// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** ShedLock with its provider over Spring Data. Who does not get a lock skips the job. */
final class Locks {
    private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);
    private final LettuceConnectionFactory factory;

    Locks(URI url) {
        factory = new LettuceConnectionFactory(url.getHost(), url.getPort());
        factory.afterPropertiesSet();
        factory.start();
    }

    Peer.Held take(String library, boolean waits) throws Exception {
        boolean isSafe = library.equals("shedlock-safe"); // by default it does not compare
        var provider = new RedisLockProvider.Builder(factory).safeUpdate(isSafe).build();
        while (true) {
            var wanted =
                    new LockConfiguration(Instant.now(), "orders", HALF_A_MINUTE, Duration.ZERO);
            var lock = provider.lock(wanted);
            if (lock.isPresent()) {
                return held(lock.get());
            }
            Thread.sleep(200); // a scheduled job that looks often
        }
    }

    private static Peer.Held held(SimpleLock lock) {
        // A lock that was extended is another object, and the old one can't be used any more.
        Map<String, Callable<Object>> calls = new LinkedHashMap<>();
        calls.put(
                "unlock",
                () -> {
                    lock.unlock();
                    return null;
                });
        return new Peer.Held("job-lock:default:orders", calls);
    }
}
