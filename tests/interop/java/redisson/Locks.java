// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RCountDownLatch;
import org.redisson.api.RLock;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RSemaphore;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's locks and synchronizers. Its watchdog renews every two seconds, a third of six. */
final class Locks {
    private final RedissonClient redisson;

    Locks(URI url) {
        Config config = new Config();
        config.setLockWatchdogTimeout(6_000);
        config.useSingleServer()
                .setAddress(url.toString())
                .setConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionMinimumIdleSize(1);
        redisson = Redisson.create(config);
        System.out.println("fact detail client " + redisson.getId());
    }

    Peer.Held take(String library, boolean waits) throws Exception {
        return switch (library) {
            case "redisson-lock" -> locked("anyLock", redisson.getLock("anyLock"));
            case "redisson-fair" -> locked("anyLock", redisson.getFairLock("anyLock"));
            case "redisson-fenced" -> locked("anyLock", redisson.getFencedLock("anyLock"));
            case "redisson-spin" -> locked("anyLock", redisson.getSpinLock("anyLock"));
            case "redisson-read" -> {
                var both = redisson.getReadWriteLock("anyRWLock");
                yield locked("anyRWLock", waits ? both.writeLock() : both.readLock());
            }
            case "redisson-write" ->
                    locked("anyRWLock", redisson.getReadWriteLock("anyRWLock").writeLock());
            case "redisson-multi" ->
                    locked(
                            "stock:1",
                            redisson.getMultiLock(
                                    redisson.getLock("stock:1"), redisson.getLock("stock:2")));
            case "redisson-faster-multi" ->
                    locked("anyGroup", redisson.getMultiLock("anyGroup", List.of("a", "b")));
            case "redisson-semaphore" -> semaphore();
            case "redisson-permits" -> permits();
            case "redisson-latch" -> latch(waits);
            default -> throw new IllegalArgumentException(library);
        };
    }

    private static Peer.Held locked(String key, RLock lock) {
        lock.lock();
        Map<String, Callable<Object>> calls = new LinkedHashMap<>();
        // A multi-lock does not tell.
        if (!key.startsWith("stock:")) {
            calls.put("isHeldByCurrentThread", lock::isHeldByCurrentThread);
        }
        calls.put("unlock", () -> nothing(lock::unlock));
        return new Peer.Held(key, calls);
    }

    private static Object nothing(Runnable call) {
        call.run();
        return null;
    }

    private Peer.Held semaphore() throws InterruptedException {
        RSemaphore semaphore = redisson.getSemaphore("semaphore");
        semaphore.trySetPermits(1);
        semaphore.acquire();
        return new Peer.Held("semaphore", Map.of("release", () -> nothing(semaphore::release)));
    }

    private Peer.Held permits() throws InterruptedException {
        RPermitExpirableSemaphore semaphore = redisson.getPermitExpirableSemaphore("mySemaphore");
        semaphore.trySetPermits(1);
        String permit = semaphore.acquire(30, TimeUnit.SECONDS);
        Map<String, Callable<Object>> calls = new LinkedHashMap<>();
        calls.put(
                "updateLeaseTime", () -> semaphore.updateLeaseTime(permit, 30, TimeUnit.SECONDS));
        calls.put("release", () -> nothing(() -> semaphore.release(permit)));
        return new Peer.Held("{mySemaphore}:timeout", calls);
    }

    private Peer.Held latch(boolean waits) throws InterruptedException {
        RCountDownLatch latch = redisson.getCountDownLatch("anyCountDownLatch");
        if (waits) {
            latch.await();
        } else {
            latch.trySetCount(1);
        }
        Callable<Object> countDown = () -> nothing(latch::countDown);
        return new Peer.Held("anyCountDownLatch", Map.of("countDown", countDown));
    }
}
