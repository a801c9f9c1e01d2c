// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

import java.net.InetAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreMutex;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;

/** The recipes of Curator that exclude others. */
final class Locks {
    private final CuratorFramework client;

    Locks(URI url) throws Exception {
        client = Session.begin(url);
    }

    Peer.Held take(String library, boolean waits) throws Exception {
        String path = "/curator/" + library.substring(library.indexOf('-') + 1);
        return switch (library) {
            case "curator-mutex" -> of(new InterProcessMutex(client, path), path);
            case "curator-revocable" -> revocable(path);
            case "curator-read" -> {
                var both = new InterProcessReadWriteLock(client, path);
                yield of(waits ? both.writeLock() : both.readLock(), path);
            }
            case "curator-write" ->
                    of(new InterProcessReadWriteLock(client, path).writeLock(), path);
            case "curator-semaphore-mutex" ->
                    of(new InterProcessSemaphoreMutex(client, path), path);
            case "curator-semaphore" -> semaphore(path);
            case "curator-latch" -> latch(path);
            default -> selector(path);
        };
    }

    private static Peer.Held of(InterProcessLock lock, String path) throws Exception {
        lock.acquire();
        Map<String, Callable<Object>> calls = new LinkedHashMap<>();
        calls.put("isAcquiredInThisProcess", lock::isAcquiredInThisProcess);
        calls.put(
                "release",
                () -> {
                    lock.release();
                    return null;
                });
        return new Peer.Held(path, calls);
    }

    private Peer.Held revocable(String path) throws Exception {
        var lock = new InterProcessMutex(client, path);
        lock.makeRevocable(asked -> System.out.println("asked"));
        return of(lock, path);
    }

    private Peer.Held semaphore(String path) throws Exception {
        var semaphore = new InterProcessSemaphoreV2(client, path, 1);
        Lease lease = semaphore.acquire();
        Map<String, Callable<Object>> calls = new LinkedHashMap<>();
        calls.put(
                "returnLease",
                () -> {
                    semaphore.returnLease(lease);
                    return null;
                });
        return new Peer.Held(path, calls);
    }

    private static String name() throws Exception {
        String host = InetAddress.getLocalHost().getHostName();
        String name = host + ":" + ProcessHandle.current().pid();
        System.out.println("fact host " + host);
        System.out.println("fact app " + name);
        return name;
    }

    private Peer.Held latch(String path) throws Exception {
        var latch = new LeaderLatch(client, path, name());
        latch.start();
        latch.await();
        Map<String, Callable<Object>> calls = new LinkedHashMap<>();
        calls.put("hasLeadership", latch::hasLeadership);
        calls.put(
                "close",
                () -> {
                    latch.close();
                    return null;
                });
        return new Peer.Held(path, calls);
    }

    private Peer.Held selector(String path) throws Exception {
        var isLeader = new CountDownLatch(1);
        var selector =
                new LeaderSelector(
                        client,
                        path,
                        new LeaderSelectorListenerAdapter() {
                            @Override
                            public void takeLeadership(CuratorFramework with) throws Exception {
                                isLeader.countDown();
                                new CountDownLatch(1).await(); // for as long as it lives
                            }
                        });
        selector.setId(name());
        selector.start();
        isLeader.await();
        Map<String, Callable<Object>> calls = new LinkedHashMap<>();
        calls.put("hasLeadership", selector::hasLeadership);
        calls.put(
                "interruptLeadership",
                () -> {
                    selector.interruptLeadership();
                    return null;
                });
        return new Peer.Held(path, calls);
    }
}
