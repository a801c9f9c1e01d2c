# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lock libraries of Python. Where one wants a TTL, it is 30 s; where it renews, 6 s."""
from __future__ import annotations

import asyncio
import functools
import os
import threading
from typing import Any, Callable
from urllib.parse import urlparse

from held import Held, connect, text, until

TTL = 30
RENEWED_TTL = 6


def take_redis_py(url: str) -> Held:
    """redis-py: a plain Lock has no TTL and is not renewed."""
    lock = connect(url).lock("my-lock")
    lock.acquire()
    return Held(text(lock.name), {"extend": lambda: lock.extend(TTL), "release": lock.release})


@functools.cache
def django_cache(url: str) -> Any:
    """Django's cache with django-redis behind it."""
    import django
    from django.conf import settings

    backend = {"BACKEND": "django_redis.cache.RedisCache", "LOCATION": url + "/0"}
    settings.configure(CACHES={"default": backend})
    django.setup()
    from django.core.cache import cache

    return cache


def take_django_redis(url: str) -> Held:
    """django-redis: redis-py's Lock under a key of the cache."""
    lock = django_cache(url).lock("somekey")
    lock.acquire()
    return Held(text(lock.name), {"extend": lambda: lock.extend(TTL), "release": lock.release})


def run_django_redis(url: str) -> None:
    """What a cache holds beside locks."""
    cache = django_cache(url)
    cache.set("lock-settings", {"theme": "dark"}, timeout=300)
    cache.set("visits", 1, timeout=None)
    cache.incr("visits")
    cache.set("greeting", "hello")


def coordinator(url: str, member: str) -> Any:
    """A started coordinator of tooz, which renews its locks."""
    from tooz import coordination

    started = coordination.get_coordinator(url, member.encode())
    started.start(start_heart=True)
    return started


def take_tooz(url: str) -> Held:
    """tooz: redis-py's Lock, renewed by its coordinator."""
    lock = coordinator(url, f"host-{os.getpid()}").get_lock(b"foobar")
    lock.acquire()
    return Held(text(lock.name), {"heartbeat": lock.heartbeat, "release": lock.release})


def run_tooz(url: str) -> None:
    """A group with a member and a leader."""
    member = coordinator(url, "host-1")
    member.create_group(b"my-group").get()
    member.join_group(b"my-group").get()
    member.watch_elected_as_leader(b"my-group", lambda event: None)
    member.run_watchers()
    os._exit(0)  # leaves the group as a member that has crashed does


def take_python_redis_lock(url: str) -> Held:
    """python-redis-lock: waiters block on a list."""
    import redis_lock

    lock = redis_lock.Lock(connect(url), "name-of-the-lock", expire=TTL)
    lock.acquire()
    return Held("lock:name-of-the-lock", {"extend": lock.extend, "release": lock.release})


def take_python_redis_lock_renewed(url: str) -> Held:
    """The same with renewals by a thread of its own."""
    import redis_lock

    options = {"expire": RENEWED_TTL, "auto_renewal": True}
    lock = redis_lock.Lock(connect(url), "name-of-the-lock", **options)
    lock.acquire()
    return Held("lock:name-of-the-lock", {"release": lock.release})


def take_walrus(url: str) -> Held:
    """walrus: waiters block on a list, for as long as the TTL at most."""
    import walrus

    at = urlparse(url)
    lock = walrus.Database(host=at.hostname, port=at.port).lock("lock-name", TTL * 1000)
    lock.acquire()
    return Held("lock:lock-name", {"release": lock.release})


def take_pottery(url: str) -> Held:
    """pottery: Redlock."""
    from pottery import Redlock

    lock = Redlock(key="printer", masters={connect(url)}, auto_release_time=TTL)
    lock.acquire()
    calls = {"locked": lock.locked, "extend": lock.extend, "release": lock.release}
    return Held("redlock:printer", calls)


def take_aioredlock(url: str) -> Held:
    """aioredlock: renews by itself, from a loop of its own."""
    from aioredlock import Aioredlock

    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()

    async def take() -> Any:
        manager = Aioredlock([url], retry_count=1_000_000, internal_lock_timeout=RENEWED_TTL)
        return manager, await manager.lock("resource_name")

    def wait_for(task: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(task, loop).result()

    manager, lock = wait_for(take())
    manager.retry_count = 3  # as often as by default, for what follows
    calls = {
        "lock.valid": lambda: lock.valid,
        "extend": lambda: wait_for(manager.extend(lock)),
        "unlock": lambda: wait_for(manager.unlock(lock)),
    }
    return Held("resource_name", calls)


def take_redlock_py(url: str) -> Held:
    """redlock-py: it gives up after a few tries."""
    import redlock

    at = urlparse(url)
    manager = redlock.Redlock([{"host": at.hostname, "port": at.port}])
    lock = until(lambda: manager.lock("my_resource_name", TTL * 1000))
    return Held("my_resource_name", {"unlock": lambda: manager.unlock(lock)})


def take_sherlock(url: str) -> Held:
    """sherlock with Redis behind it."""
    import sherlock

    options = {"client": connect(url), "expire": TTL, "timeout": 3600}
    lock = sherlock.RedisLock("my_lock", **options)
    lock.acquire()
    return Held("my_lock", {"locked": lock.locked, "renew": lock.renew, "release": lock.release})


def computing(cached: Callable[[Callable[[], int]], int]) -> Callable[[], Any]:
    """Computes a cached value until told to end; returns once it has the cache's lock."""
    begun, end = threading.Event(), threading.Event()

    def compute() -> int:
        begun.set()
        end.wait()
        return 42

    thread = threading.Thread(target=cached, args=[compute], daemon=True)
    thread.start()
    begun.wait()

    def finish() -> bool:
        end.set()
        thread.join()
        return True

    return finish


def take_dogpile(url: str) -> Held:
    """dogpile.cache: redis-py's Lock while a value is computed."""
    from dogpile.cache import make_region

    arguments = {"url": url, "distributed_lock": True, "thread_local_lock": False}
    region = make_region().configure("dogpile.cache.redis", arguments=arguments)
    finish = computing(lambda compute: region.get_or_create("some key", compute))
    return Held("_locksome key", {"finish": finish})


def take_cacheops(url: str) -> Held:
    """django-cacheops: the lock stands where the computed value will be."""
    import django
    from django.conf import settings

    settings.configure(
        CACHEOPS_REDIS=url,
        CACHEOPS={"*.*": {"timeout": 3600}},
        INSTALLED_APPS=["cacheops"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    )
    django.setup()
    from cacheops import cached_as
    from django.db import models

    class Article(models.Model):
        """What the value is computed of."""

        class Meta:
            app_label = "news"

    finish = computing(lambda compute: cached_as(Article, lock=True)(compute)())
    return Held(text(next(connect(url).scan_iter("as:*"))), {"finish": finish})


TAKE: dict[str, Callable[[str], Held]] = {
    "redis-py": take_redis_py,
    "django-redis": take_django_redis,
    "tooz": take_tooz,
    "python-redis-lock": take_python_redis_lock,
    "python-redis-lock-renewed": take_python_redis_lock_renewed,
    "walrus": take_walrus,
    "pottery": take_pottery,
    "aioredlock": take_aioredlock,
    "redlock-py": take_redlock_py,
    "dogpile": take_dogpile,
    "cacheops": take_cacheops,
    "sherlock": take_sherlock,
}
JOBS: dict[str, Callable[[str], None]] = {
    "django-redis": run_django_redis,
    "tooz": run_tooz,
}
