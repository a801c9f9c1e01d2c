// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

import java.net.InetAddress;
import java.net.URI;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;

/** Curator's session, for all that is built on it. */
final class Session {
    private static final int TIMEOUT_MS = 6_000;

    private Session() {}

    /** Connected; says which session it is, and the host that Curator writes by itself. */
    static CuratorFramework begin(URI url) throws Exception {
        CuratorFramework client =
                CuratorFrameworkFactory.builder()
                        .connectString(url.getHost() + ":" + url.getPort())
                        .sessionTimeoutMs(TIMEOUT_MS)
                        .connectionTimeoutMs(TIMEOUT_MS)
                        .retryPolicy(new RetryNTimes(3, 100))
                        .build();
        client.start();
        client.blockUntilConnected();
        long id = client.getZookeeperClient().getZooKeeper().getSessionId();
        System.out.println("fact session 0x" + Long.toHexString(id));
        System.out.println("fact host " + InetAddress.getLocalHost().getHostAddress());
        return client;
    }
}
