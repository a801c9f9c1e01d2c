// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

import com.github.jedis.lock.JedisLock;
import java.net.URI;
import java.util.Map;
import redis.clients.jedis.Jedis;

/** jedis-lock: SETNX with the time of expiry as the value. */
final class Locks {
    private final Jedis jedis;

    Locks(URI url) {
        jedis = new Jedis(url.getHost(), url.getPort());
    }

    Peer.Held take(String library, boolean waits) throws InterruptedException {
        JedisLock lock = new JedisLock(jedis, "lockname", 3_600_000, 30_000);
        lock.acquire();
        return new Peer.Held(
                "lockname",
                Map.of(
                        "release",
                        () -> {
                            lock.release();
                            return null;
                        }));
    }
}
