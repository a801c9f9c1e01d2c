// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

import java.net.URI;
import java.util.Map;
import org.springframework.integration.zookeeper.lock.ZookeeperLockRegistry;

/** Spring Integration's ZookeeperLockRegistry. */
final class Locks {
    private final ZookeeperLockRegistry registry;

    Locks(URI url) throws Exception {
        registry = new ZookeeperLockRegistry(Session.begin(url));
    }

    Peer.Held take(String library, boolean waits) {
        var lock = registry.obtain("orders");
        lock.lock();
        return new Peer.Held(
                "/SpringIntegration-LockRegistry/orders",
                Map.of(
                        "unlock",
                        () -> {
                            lock.unlock();
                            return null;
                        }));
    }
}
