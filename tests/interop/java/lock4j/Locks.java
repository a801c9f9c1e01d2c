// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.executor.LockExecutor;
import com.baomidou.lock.executor.RedisTemplateLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.Lock4jProperties;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Lock4j over RedisTemplate. An expiry of -1 asks for renewals: every third of fifteen seconds. */
final class Locks {
    private final LockTemplate template = new LockTemplate();

    Locks(URI url) throws Exception {
        var factory = new LettuceConnectionFactory(url.getHost(), url.getPort());
        factory.afterPropertiesSet();
        var properties = new Lock4jProperties();
        properties.setExpire(15_000L);
        LockExecutor<?> executor =
                new RedisTemplateLockExecutor(new StringRedisTemplate(factory), properties);
        template.setProperties(properties);
        template.setExecutors(List.of(executor));
        template.afterPropertiesSet();
    }

    Peer.Held take(String library, boolean waits) {
        LockInfo lock = template.lock("lock4j:orders", -1, 3_600_000);
        return new Peer.Held(
                "lock4j:orders", Map.of("releaseLock", () -> template.releaseLock(lock)));
    }
}
