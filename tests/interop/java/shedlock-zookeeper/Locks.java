// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.provider.zookeeper.curator.ZookeeperCuratorLockProvider;

/** ShedLock with its provider for ZooKeeper. Who does not get a lock skips the job. */
final class Locks {
    private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);
    private final ZookeeperCuratorLockProvider provider;

    Locks(URI url) throws Exception {
        provider = new ZookeeperCuratorLockProvider(Session.begin(url));
    }

    Peer.Held take(String library, boolean waits) throws Exception {
        while (true) {
            var wanted =
                    new LockConfiguration(Instant.now(), "orders", HALF_A_MINUTE, Duration.ZERO);
            var lock = provider.lock(wanted);
            if (lock.isPresent()) {
                return new Peer.Held(
                        "/shedlock/orders",
                        Map.of(
                                "unlock",
                                () -> {
                                    lock.get().unlock();
                                    return null;
                                }));
            }
            Thread.sleep(200); // a scheduled job that looks often
        }
    }
}
