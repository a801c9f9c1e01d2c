# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The libraries that are tried: how they are run, and what they store."""
from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from languages import LANGUAGES


@dataclass(frozen=True)
class Library:
    """One way to take a lock with a library."""

    name: str  # as the peer programs know it
    language: str  # of LANGUAGES
    package: str  # as its manifest, or Debian, calls it
    environment: str = ""  # java: a profile of pom.xml; python: of which requirements
    peer: str = ""  # as the peer program knows it, if several versions share one name there
    has_jobs: bool = False
    takes_over: float = 20.0  # seconds in which a waiter gets a lock that was released
    renewals: int = 0  # how many to see before the holder is killed
    lock: str | None = None  # a pattern of more keys that are locks
    is_hidden: bool = False  # its key is named after something else: only a hint shows it
    hint: str | None = None  # the format that a hint names
    waiters: int = 2  # how many wait; 0: its users do something else, or look again later
    scheme: str | None = None  # which of our schemes takes the same lock
    is_group: bool = False  # a waiter wants all these locks at once
    store: str = "redis"  # or "zookeeper"
    hears_asks: bool = False  # its holder can be asked to release its lock
    is_asked: bool = False  # whether that is tried

    def command(self, role: str, url: str, *more: str) -> list[str]:
        """The program that plays a role."""
        language = LANGUAGES[self.language]
        return [*language.command(self.environment), self.peer or self.name, role, url, *more]

    def variables(self) -> dict[str, str]:
        """Its environment."""
        return {**os.environ, **LANGUAGES[self.language].variables(self.environment)}

    def version(self) -> str | None:
        """The installed version; None if there is none."""
        return LANGUAGES[self.language].version(self.package, self.environment)

    def source(self) -> str:
        """Package and version."""
        name = "redlock" if self.package == "redlock4" else self.package  # see package.json
        version = self.version()
        return name if version is None else f"{name}@{version}"


# A job counts as stalled when the second look in a row finds it without a lock; a holder with
# default settings keeps the others from looking for 30 s.
STALLED = 75.0


def redisson(version: str) -> list[Library]:
    """The locks of one version of Redisson. Its watchdog renews every two seconds here."""

    def row(kind: str, **more: Any) -> Library:
        profile = f"redisson{version}"
        more["peer"] = f"redisson-{kind}"
        return Library(f"{profile}-{kind}", "java", "redisson", profile, **more)

    return [
        row("lock", renewals=2, scheme="redisson"),
        row("fair", renewals=2, scheme="redisson"),
        row("read", renewals=2),
        row("write", renewals=2),
        row("fenced", renewals=2, scheme="redisson"),
        row("spin", renewals=2, scheme="redisson"),
        row("multi", renewals=2, lock="^stock:", is_group=True),
        row("faster-multi", renewals=2),
        row("semaphore", hint="redisson-semaphore"),
        row("permits"),
        row("latch", hint="redisson-latch"),
    ]


def spring(name: str, **more: Any) -> Library:
    """A RedisLockRegistry of Spring Integration."""
    return Library(name, "java", "spring-integration-redis", "spring", hint="Spring", **more)


def universal(name: str, **more: Any) -> Library:
    """redlock-universal, whose README names the lock "my-resource"."""
    return Library(name, "node", "redlock-universal", hint="node-redlock", **more)


def curator(environment: str) -> list[Library]:
    """The recipes of one version of Curator."""

    def row(kind: str, **more: Any) -> Library:
        name, peer = f"{environment}-{kind}", f"curator-{kind}"
        more["store"] = "zookeeper"
        return Library(name, "java", "curator-recipes", environment, peer=peer, **more)

    return [
        row("mutex", is_asked=True),
        row("revocable", is_asked=True, hears_asks=True),
        row("read"),
        row("write"),
        row("semaphore"),
        row("semaphore-mutex"),
        row("latch"),
        row("selector"),
    ]


def kazoo(prefix: str, package: str, environment: str) -> list[Library]:
    """The recipes of one version of kazoo."""

    def row(kind: str, **more: Any) -> Library:
        more["store"] = "zookeeper"
        name, peer = f"{prefix}-{kind}", f"kazoo-{kind}"
        return Library(name, "python", package, environment, peer=peer, **more)

    return [
        row("lock"),
        row("read"),
        row("write"),
        row("semaphore"),
        row("election"),
        row("lease", waiters=0, takes_over=40.0),
    ]


def of_nodes(name: str, language: str, package: str, environment: str, **more: Any) -> Library:
    """Another library for ZooKeeper."""
    return Library(name, language, package, environment, store="zookeeper", **more)


LIBRARIES = [
    *redisson("3"),
    *redisson("4"),
    spring("spring-spin", scheme="redlock"),
    spring("spring-pubsub", scheme="redlock"),
    spring("spring-renewed", renewals=2),
    Library("shedlock", "java", "shedlock-provider-redis-spring", "shedlock", waiters=0),
    Library("shedlock-safe", "java", "shedlock-provider-redis-spring", "shedlock", waiters=0),
    Library("jetcache", "java", "jetcache-redis", "jetcache"),
    Library("lock4j", "java", "lock4j-redis-template-spring-boot-starter", "lock4j", renewals=2),
    Library("jedis-lock", "java", "jedis-lock", "jedis-lock", hint="setnx-timestamp"),
    Library("redsync", "go", "github.com/go-redsync/redsync/v4", scheme="redlock"),
    Library("redsync-setnx", "go", "github.com/go-redsync/redsync/v4", renewals=2),
    Library("bsm", "go", "github.com/bsm/redislock", hint="bsm/redislock", scheme="redlock"),
    Library("go-zero", "go", "github.com/zeromicro/go-zero", scheme="redlock"),
    Library("asynq", "go", "github.com/hibiken/asynq", waiters=0),
    Library("redis-py-2", "python", "redis", "oldest", peer="redis-py"),
    Library("redis-py-3", "python", "redis", "old", peer="redis-py", scheme="redis-py"),
    Library("redis-py", "python", "python3-redis", scheme="redis-py"),
    Library("redis-py-8", "python", "redis", "newest", peer="redis-py", scheme="redis-py"),
    Library("python-redis-lock", "python", "python-redis-lock", "newest", scheme="redlock"),
    Library("python-redis-lock-renewed", "python", "python-redis-lock", "newest", renewals=2),
    Library("walrus", "python", "walrus", "newest"),
    Library("pottery", "python", "pottery", "celery", hint="pottery", scheme="redlock"),
    Library("aioredlock", "python", "aioredlock", "aioredis", hint="aioredlock", renewals=2),
    Library("redlock-py", "python", "redlock-py", "newest", hint="unknown"),
    Library("dogpile", "python", "dogpile.cache", "newest"),
    Library("cacheops", "python", "django-cacheops", "cacheops"),
    Library("sherlock", "python", "sherlock", "newest"),
    Library("redbeat", "python", "celery-redbeat", "celery", renewals=2),
    Library("celery-once", "python", "celery-once", "celery", waiters=0),
    Library("celery-singleton", "python", "celery-singleton", "celery", waiters=0),
    Library("huey", "python", "huey", "newest"),
    Library("dramatiq", "python", "dramatiq", "newest"),
    Library("rq-3", "python", "rq", "newest", peer="rq", renewals=2, waiters=0),
    Library("arq", "python", "arq", "arq", waiters=0),
    Library("django-redis", "python", "python3-django-redis", has_jobs=True, scheme="redis-py"),
    Library("tooz", "python", "python3-tooz", has_jobs=True, lock=r"leader_of_"),
    Library(
        *("rq", "python", "python3-rq"),
        has_jobs=True,
        renewals=2,
        lock=r"^rq:clean_registries:",
        waiters=0,
    ),
    Library("redlock4", "node", "redlock4", scheme="redlock"),
    Library("redlock5", "node", "redlock", is_hidden=True, hint="node-redlock", scheme="redlock"),
    Library("redlock5-using", "node", "redlock", is_hidden=True, hint="node-redlock", renewals=2),
    Library("sesamecare", "node", "@sesamecare-oss/redlock", hint="node-redlock", scheme="redlock"),
    universal("redlock-universal", scheme="redlock"),
    universal("redlock-universal-using", renewals=2),
    Library("redislock", "node", "redislock", scheme="redlock"),
    Library("redis-lock", "node", "redis-lock"),
    Library("ioredis-lock", "node", "@microfleet/ioredis-lock", scheme="redlock"),
    Library("redis-leader", "node", "redis-leader", renewals=2),
    Library("redis-semaphore-mutex", "node", "redis-semaphore", renewals=2, scheme="redlock"),
    Library("redis-semaphore-redlock", "node", "redis-semaphore", renewals=2, scheme="redlock"),
    Library("redis-semaphore", "node", "redis-semaphore"),
    Library("redis-semaphore-multi", "node", "redis-semaphore"),
    Library("simple-redis-mutex", "node", "simple-redis-mutex"),
    Library("warlock", "node", "node-redis-warlock", scheme="redlock"),
    Library("bull", "node", "bull", has_jobs=True, takes_over=STALLED, waiters=1),
    Library("bullmq", "node", "bullmq", has_jobs=True, takes_over=STALLED, waiters=1),
    Library("rslock", "rust", "rslock", hint="rslock", scheme="redlock"),
    Library("symfony", "php", "php-symfony-lock", has_jobs=True),
    Library("symfony-semaphore", "php", "php-symfony-semaphore"),
    Library("symfony-read", "php", "php-symfony-lock"),
    Library("laravel", "php", "php-illuminate-cache", has_jobs=True, scheme="redlock"),
    Library("laravel-funnel", "php", "php-illuminate-redis", hint="unknown"),
    Library("phpredis", "php", "php-redis", has_jobs=True),
    *curator("curator2"),
    *curator("curator54"),
    *curator("curator59"),
    of_nodes("spring-zookeeper", "java", "spring-integration-zookeeper", "spring-zookeeper"),
    of_nodes(
        *("shedlock-zookeeper", "java", "shedlock-provider-zookeeper-curator"),
        "shedlock-zookeeper",
        waiters=0,
    ),
    of_nodes("go-zookeeper", "go", "github.com/go-zookeeper/zk", ""),
    *kazoo("kazoo2.8", "python3-kazoo", ""),
    *kazoo("kazoo", "kazoo", "newest"),
    of_nodes("tooz-zookeeper", "python", "python3-tooz", ""),
]

# What was tried as well, and why it has no row.
NOT_TRIED = [
    ("python", "portalocker", "its RedisLock stores no key: it subscribes to a channel"),
    ("go", "rueidislock", "no version is served where this ran"),
    ("java", "shedlock-provider-redis-jedis", "no version is served where this ran"),
    ("java", "shedlock-provider-redis-lettuce", "no version is served where this ran"),
]

# What the keys are that libraries store beside their locks.
SIDE_KEYS = [
    (r"fencing-tokens$", "counter of the tokens given out"),
    (r"_check_support_time$", "probe for the command TIME"),
    (r"\}:weight$", "weights of the holders"),
    (r"_tooz_beats:", "heartbeat of a member"),
    (r"_tooz_groups$", "names of the groups"),
    (r"_tooz_group:", "members of a group"),
    (r"PHPREDIS_SESSION:", "a session"),
    (r"laravel_cache:|^:1:", "a cache entry"),
    (r"^rq:(deferred|failed|finished|scheduled|wip|canceled):", "registry of jobs"),
    (r"^rq:job:.*:depend", "what a job depends on"),
    (r"^rq:job:", "a job"),
    (r"^rq:results:", "results of a job"),
    (r"^rq:queues?\b", "a queue"),
    (r"^rq:workers?\b", "a worker"),
    (r"^rq:", "of the queue"),
    (r":id$", "counter of jobs"),
    (r":(meta|meta-paused)$", "settings of a queue"),
    (r":events$", "events of a queue"),
    (r":stalled-check$", "marker of the last look for stalled jobs"),
    (r":stalled$", "jobs that may be stalled"),
    (r":limiter$", "counter of a rate limit"),
    (r":de:", "job of a deduplication id"),
    (r":repeat:[^:]*:\d+$", "a job"),
    (r":repeat(:|$)", "schedule of repeated jobs"),
    (r":metrics:", "metrics of a queue"),
    (r":logs$", "log of a job"),
    (r":(dependencies|processed|failed|unsuccessful)$", "jobs of a kind"),
    (r":(active|wait|paused|delayed|completed|prioritized)$", "jobs of a state"),
    (r":waiting-children$", "jobs of a state"),
    (r":pc$", "counter of priorities"),
    (r":marker$", "wakes workers"),
    (r"^bull:[^:]*:[^:]*$", "a job"),
]
