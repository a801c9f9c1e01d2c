// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

import com.alicp.jetcache.AutoReleaseLock;
import com.alicp.jetcache.Cache;
import com.alicp.jetcache.redis.RedisCacheBuilder;
import com.alicp.jetcache.support.Fastjson2KeyConvertor;
import com.alicp.jetcache.support.JavaValueDecoder;
import com.alicp.jetcache.support.JavaValueEncoder;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.JedisPool;

/** JetCache's Cache.tryLock(), with its default encoding: Java's serialization. */
final class Locks {
    private final Cache<String, String> cache;

    Locks(URI url) {
        cache =
                RedisCacheBuilder.createRedisCacheBuilder()
                        .keyConvertor(Fastjson2KeyConvertor.INSTANCE)
                        .valueEncoder(JavaValueEncoder.INSTANCE)
                        .valueDecoder(JavaValueDecoder.INSTANCE)
                        .jedisPool(new JedisPool(url.getHost(), url.getPort()))
                        .keyPrefix("lock:orders:")
                        .buildCache();
    }

    Peer.Held take(String library, boolean waits) throws Exception {
        AutoReleaseLock lock = cache.tryLock("42", 30, TimeUnit.SECONDS);
        while (lock == null) { // it can't wait by itself
            Thread.sleep(200);
            lock = cache.tryLock("42", 30, TimeUnit.SECONDS);
        }
        AutoReleaseLock held = lock;
        return new Peer.Held(
                "lock:orders:42",
                Map.of(
                        "close",
                        () -> {
                            held.close();
                            return null;
                        }));
    }
}
