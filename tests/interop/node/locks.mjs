// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lock libraries of npm. take(url, waits) takes a lock with the names of the library's README and
// resolves to the key that the README says it uses, with the calls that tell a holder of a loss, of
// which the last one frees the lock; with `waits` it tries for as long as it takes.
// Where a library wants a TTL, it is 30 s: long enough for what is done to the lock meanwhile.
import { load, loadDefault } from "./packages.mjs";

const kTtl = 30_000;
const kLongWait = 3_600_000;
const kPause = 50;

let connection;

function connect(url) {
  connection ??= new (loadDefault("ioredis"))(url);
  return connection;
}

/// Says when the library itself reports a loss.
function tellLoss(error) {
  console.log(`lost ${error?.name ?? error}`);
}

let manager;

/// redlock's retries end by default; -1 is "for ever".
function redlock(packageName, url, waits) {
  const settings = waits ? { retryCount: -1, retryDelay: kPause } : {};
  const Redlock = load(packageName).Redlock ?? loadDefault(packageName);
  manager ??= new Redlock([connect(url)], settings);
  return manager;
}

function redlock5(packageName, key) {
  return async function take(url, waits) {
    const lock = await redlock(packageName, url, waits).acquire([key], kTtl);
    return { key, calls: { extend: () => lock.extend(kTtl), release: () => lock.release() } };
  };
}

/// using() renews by itself, so the README's 5 s will do.
function redlock5Using(url, waits) {
  return new Promise((resolve, reject) => {
    redlock("redlock", url, waits)
      .using(["senderId"], 5_000, (signal) => {
        resolve({ key: "senderId", calls: { "signal.aborted": () => signal.aborted } });
        return new Promise(() => {});
      })
      .catch(reject);
  });
}

/// It renews by itself, at four fifths of its timeout.
function redisSemaphore(key, make) {
  return async function take(url, waits) {
    const options = { lockTimeout: 5_000, onLockLost: tellLoss };
    if (waits) Object.assign(options, { acquireTimeout: kLongWait, retryInterval: kPause });
    const lock = make(load("redis-semaphore"), connect(url), options);
    await lock.acquire();
    return { key, calls: { isAcquired: () => lock.isAcquired, release: () => lock.release() } };
  };
}

function universal(url) {
  const { createLock, IoredisAdapter } = load("redlock-universal");
  const retries = { retryAttempts: 1_000_000, retryDelay: kPause };
  return { createLock, adapter: new IoredisAdapter(connect(url)), ...retries };
}

export const locks = {
  "redlock4": {
    async take(url, waits) {
      const key = "locks:account:322456";
      const lock = await redlock("redlock4", url, waits).lock(key, kTtl);
      return { key, calls: { extend: () => lock.extend(kTtl), unlock: () => lock.unlock() } };
    },
  },
  "redlock5": { take: redlock5("redlock", "a") },
  "redlock5-using": { take: redlock5Using },
  "sesamecare": { take: redlock5("@sesamecare-oss/redlock", "a") },
  "redlock-universal": {
    async take(url) {
      const key = "my-resource";
      const { createLock, ...settings } = universal(url);
      const lock = createLock({ ...settings, key, ttl: kTtl });
      const handle = await lock.acquire();
      const calls = {
        extend: () => lock.extend(handle, kTtl),
        release: () => lock.release(handle),
      };
      return { key, calls };
    },
  },
  "redlock-universal-using": {
    take(url) {
      const key = "my-resource";
      const { createLock, ...settings } = universal(url);
      const lock = createLock({ ...settings, key, ttl: 5_000 });
      return new Promise((resolve, reject) => {
        lock
          .using((signal) => {
            signal.addEventListener("abort", () => tellLoss(signal.reason));
            resolve({ key, calls: { "signal.aborted": () => signal.aborted } });
            return new Promise(() => {});
          })
          .catch(reject);
      });
    },
  },
  "redislock": {
    async take(url, waits) {
      const key = "app:feature:lock";
      const options = { timeout: kTtl, delay: kPause, retries: waits ? -1 : 0 };
      const lock = load("redislock").createLock(connect(url), options);
      await lock.acquire(key);
      return { key, calls: { extend: () => lock.extend(kTtl), release: () => lock.release() } };
    },
  },
  // It wants a client of redis 4. Its release deletes what is there.
  "redis-lock": {
    async take(url) {
      const client = load("redis4").createClient({ url });
      await client.connect();
      const release = await loadDefault("redis-lock")(client)("lockString", kTtl);
      return { key: "lock.lockString", calls: { release } };
    },
  },
  "ioredis-lock": {
    async take(url, waits) {
      const retries = waits ? { retries: 1_000_000, delay: kPause, jitter: 1 } : {};
      const settings = { timeout: kTtl, ...retries };
      const lock = load("@microfleet/ioredis-lock").createLock(connect(url), settings);
      await lock.acquire("app:feature:lock");
      const calls = { extend: () => lock.extend(kTtl), release: () => lock.release() };
      return { key: "app:feature:lock", calls };
    },
  },
  // It renews at half of its time to live.
  "redis-leader": {
    take(url) {
      const leader = new (loadDefault("redis-leader"))(connect(url), { wait: kPause });
      const calls = {
        isLeader: () => called((done) => leader.isLeader(done)),
        stop: () => leader.stop(),
      };
      leader.on("error", tellLoss);
      leader.elect();
      return new Promise((resolve) => {
        leader.on("elected", () => resolve({ key: leader.key, calls }));
      });
    },
  },
  "redis-semaphore-mutex": {
    take: redisSemaphore("mutex:lockingResource", ({ Mutex }, redis, options) => {
      return new Mutex(redis, "lockingResource", options);
    }),
  },
  "redis-semaphore-redlock": {
    take: redisSemaphore("mutex:lockingResource", ({ RedlockMutex }, redis, options) => {
      return new RedlockMutex([redis], "lockingResource", options);
    }),
  },
  // One permit, so that a waiter has to wait.
  "redis-semaphore": {
    take: redisSemaphore("semaphore:lockingResource", ({ Semaphore }, redis, options) => {
      return new Semaphore(redis, "lockingResource", 1, options);
    }),
  },
  "redis-semaphore-multi": {
    take: redisSemaphore("semaphore:lockingResource", ({ MultiSemaphore }, redis, options) => {
      return new MultiSemaphore(redis, "lockingResource", 2, 2, options);
    }),
  },
  // It waits by itself: for a message of the release, and by a look every 10 s.
  "simple-redis-mutex": {
    async take(url) {
      const { lock } = load("simple-redis-mutex");
      const client = await load("redis").createClient({ url }).connect();
      const release = await lock(client, "resource-name");
      const calls = { refreshTimeout: () => release.refreshTimeout(), release };
      return { key: "@simple-redis-mutex:lock-resource-name", calls };
    },
  },
  "warlock": {
    take(url, waits) {
      const warlock = loadDefault("node-redis-warlock")(connect(url));
      return new Promise((resolve, reject) => {
        const done = (error, unlock) =>
          unlock
            ? resolve({ key: "test-lock:lock", calls: { unlock: () => called(unlock) } })
            : reject(error ?? new Error("not acquired"));
        if (waits) warlock.optimistic("test-lock", kTtl, kLongWait, kPause, done);
        else warlock.lock("test-lock", kTtl, done);
      });
    },
  },
};

/// What a function with a callback says.
function called(action) {
  return new Promise((resolve, reject) => {
    action((error, told) => (error ? reject(error) : resolve(told)));
  });
}
