// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lock libraries of npm. take(url, waits) takes a lock with the names of the library's README and
// resolves to the key that the README says it uses; with `waits` it tries for as long as it takes.
// Where a library wants a TTL, it is 30 s: long enough for what is done to the lock meanwhile.
import { load, loadDefault } from "./packages.mjs";

const kTtl = 30_000;
const kLongWait = 3_600_000;

function connect(url) {
  return new (loadDefault("ioredis"))(url);
}

/// redlock's retries end by default; -1 is "for ever".
function redlock(packageName, url, waits) {
  return new (loadDefault(packageName))([connect(url)], waits ? { retryCount: -1 } : {});
}

async function redisSemaphore(make, waits) {
  await make(waits ? { acquireTimeout: kLongWait } : {}).acquire();
}

export const locks = {
  "redlock4": {
    async take(url, waits) {
      await redlock("redlock4", url, waits).lock("locks:account:322456", kTtl);
      return "locks:account:322456";
    },
  },
  "redlock5": {
    async take(url, waits) {
      await redlock("redlock", url, waits).acquire(["a"], kTtl);
      return "a";
    },
  },
  // using() renews by itself, so the README's 5 s will do.
  "redlock5-using": {
    take(url, waits) {
      return new Promise((resolve, reject) => {
        redlock("redlock", url, waits)
          .using(["senderId"], 5_000, () => {
            resolve("senderId");
            return new Promise(() => {});
          })
          .catch(reject);
      });
    },
  },
  "redis-semaphore-mutex": {
    async take(url, waits) {
      const { Mutex } = load("redis-semaphore");
      await redisSemaphore((options) => new Mutex(connect(url), "lockingResource", options), waits);
      return "mutex:lockingResource";
    },
  },
  "redis-semaphore-redlock": {
    async take(url, waits) {
      const { RedlockMutex } = load("redis-semaphore");
      const make = (options) => new RedlockMutex([connect(url)], "lockingResource", options);
      await redisSemaphore(make, waits);
      return "mutex:lockingResource";
    },
  },
  // One permit, so that a waiter has to wait.
  "redis-semaphore": {
    async take(url, waits) {
      const { Semaphore } = load("redis-semaphore");
      const make = (options) => new Semaphore(connect(url), "lockingResource", 1, options);
      await redisSemaphore(make, waits);
      return "semaphore:lockingResource";
    },
  },
  "redis-semaphore-multi": {
    async take(url, waits) {
      const { MultiSemaphore } = load("redis-semaphore");
      const make = (options) => new MultiSemaphore(connect(url), "lockingResource", 2, 2, options);
      await redisSemaphore(make, waits);
      return "semaphore:lockingResource";
    },
  },
  // It waits by itself: for a message of the release, and by a look every 10 s.
  "simple-redis-mutex": {
    async take(url) {
      const { lock } = load("simple-redis-mutex");
      const client = await load("redis").createClient({ url }).connect();
      await lock(client, "resource-name");
      return "@simple-redis-mutex:lock-resource-name";
    },
  },
  "warlock": {
    take(url, waits) {
      const warlock = loadDefault("node-redis-warlock")(connect(url));
      return new Promise((resolve, reject) => {
        const done = (error, unlock) =>
          unlock ? resolve("test-lock:lock") : reject(error ?? new Error("not acquired"));
        if (waits) warlock.optimistic("test-lock", kTtl, kLongWait, 100, done);
        else warlock.lock("test-lock", kTtl, done);
      });
    },
  },
};
