# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""peer.py LIBRARY ROLE URL: one real library against the redis-server at URL.

hold  takes the lock as the library's documentation does, prints "held KEY", and keeps it
wait  prints "waiting", takes the same lock, which blocks, and prints "got it"
jobs  does ordinary work, so that what the library stores beside its locks appears, and ends

Holders and waiters live until stdin ends. Exits with 77 if the library is missing.
"""
from __future__ import annotations

import os
import sys
import threading
from datetime import datetime, timedelta, timezone
from typing import Any, Callable


def text(name: Any) -> str:
    """A name as it stands in Redis."""
    return name.decode() if isinstance(name, bytes) else str(name)


def take_redis_py(url: str) -> str:
    """redis-py: a plain Lock has no TTL and is not renewed."""
    import redis

    lock = redis.Redis.from_url(url).lock("my-lock")
    lock.acquire()
    return text(lock.name)


def django_cache(url: str) -> Any:
    """Django's cache with django-redis behind it."""
    import django
    from django.conf import settings

    backend = {"BACKEND": "django_redis.cache.RedisCache", "LOCATION": url + "/0"}
    settings.configure(CACHES={"default": backend})
    django.setup()
    from django.core.cache import cache

    return cache


def take_django_redis(url: str) -> str:
    """django-redis: redis-py's Lock under a key of the cache."""
    lock = django_cache(url).lock("somekey")
    lock.acquire()
    return text(lock.name)


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


def take_tooz(url: str) -> str:
    """tooz: redis-py's Lock, renewed by its coordinator."""
    lock = coordinator(url, f"host-{os.getpid()}").get_lock(b"foobar")
    lock.acquire()
    return text(lock.name)


def run_tooz(url: str) -> None:
    """A group with a member and a leader."""
    member = coordinator(url, "host-1")
    member.create_group(b"my-group").get()
    member.join_group(b"my-group").get()
    member.watch_elected_as_leader(b"my-group", lambda event: None)
    member.run_watchers()
    os._exit(0)  # leaves the group as a member that has crashed does


def take_rq(url: str) -> str:
    """rq: the scheduler's lock on a queue, which it renews while it works."""
    import redis
    from rq.scheduler import RQScheduler

    scheduler = RQScheduler(["default"], connection=redis.Redis.from_url(url))
    retry = threading.Event()
    while not scheduler.acquire_locks():
        retry.wait(0.2)
    threading.Thread(target=renew_rq, args=(scheduler,), daemon=True).start()
    return text(RQScheduler.get_locking_key("default"))


def renew_rq(scheduler: Any) -> None:
    """What the scheduler's loop does with its lock."""
    pause = threading.Event()
    while True:
        scheduler.enqueue_scheduled_jobs()
        scheduler.heartbeat()
        pause.wait(scheduler.interval)


def run_rq(url: str) -> None:
    """Jobs that end well, fail, depend on others, and wait for their time."""
    import redis
    from rq import Queue, SimpleWorker

    connection = redis.Redis.from_url(url)
    queue = Queue(connection=connection)
    first = queue.enqueue("operator.add", 1, 2)
    queue.enqueue("operator.truediv", 1, 0)
    queue.enqueue("operator.neg", 1, depends_on=first)
    queue.enqueue("operator.add", 1, 2, job_id="lock-of-the-door")
    SimpleWorker([queue], connection=connection).work(burst=True, logging_level="ERROR")
    queue.enqueue_at(datetime.now(timezone.utc) + timedelta(hours=1), "operator.add", 3, 4)
    last = queue.enqueue("operator.add", 5, 6)
    queue.enqueue("operator.neg", 7, depends_on=last)
    SimpleWorker([queue], connection=connection).register_birth()


TAKE: dict[str, Callable[[str], str]] = {
    "redis-py": take_redis_py,
    "django-redis": take_django_redis,
    "tooz": take_tooz,
    "rq": take_rq,
}
JOBS: dict[str, Callable[[str], None]] = {
    "django-redis": run_django_redis,
    "tooz": run_tooz,
    "rq": run_rq,
}


def main(library: str, role: str, url: str) -> None:
    """Plays the role."""
    if role == "jobs":
        JOBS[library](url)
        return
    if role == "wait":
        print("waiting", flush=True)
    key = TAKE[library](url)
    print("got it" if role == "wait" else f"held {key}", flush=True)
    sys.stdin.read()
    os._exit(0)  # nothing is released, and no thread is waited for


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(77)
