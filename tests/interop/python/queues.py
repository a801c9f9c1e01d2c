# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Queues and schedulers of Python, which lock what must not run twice."""
from __future__ import annotations

import asyncio
import threading
from datetime import datetime, timedelta, timezone
from typing import Any, Callable

from held import Held, connect, text, until


def take_rq(url: str) -> Held:
    """rq: the scheduler's lock on a queue, which it renews while it works."""
    from rq.scheduler import RQScheduler

    scheduler = RQScheduler(["default"], connection=connect(url))
    until(scheduler.acquire_locks, 0.2)
    threading.Thread(target=renew_rq, args=(scheduler,), daemon=True).start()
    calls = {
        "acquired_locks": lambda: sorted(scheduler.acquired_locks),
        "release_locks": scheduler.release_locks,
    }
    return Held(text(RQScheduler.get_locking_key("default")), calls)


def renew_rq(scheduler: Any) -> None:
    """What the scheduler's loop does with its lock."""
    pause = threading.Event()
    while True:
        scheduler.enqueue_scheduled_jobs()
        scheduler.heartbeat()
        pause.wait(scheduler.interval)


def run_rq(url: str) -> None:
    """Jobs that end well, fail, depend on others, and wait for their time."""
    from rq import Queue, SimpleWorker

    connection = connect(url)
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


def celery(url: str, **settings: Any) -> Any:
    """An application of Celery."""
    from celery import Celery

    app = Celery("tasks", broker=url, backend=url)
    app.conf.update(settings)
    return app


def take_redbeat(url: str) -> Held:
    """redbeat: Celery's beat, of which only one may work. It renews with each turn."""
    from celery import beat
    from redbeat.schedulers import RedBeatScheduler

    app = celery(url, redbeat_redis_url=url, redbeat_lock_timeout=6, beat_max_loop_interval=2)
    service = beat.Service(app, max_interval=2, scheduler_cls=RedBeatScheduler)
    beat_thread = threading.Thread(target=service.start, daemon=True)
    beat_thread.start()
    until(lambda: service.scheduler.lock)

    def goes_on() -> bool:
        beat_thread.join(1)  # it may be about to end
        return beat_thread.is_alive()

    return Held(text(service.scheduler.lock.name), {"beat goes on": goes_on})


def take_unique(url: str, base: Any, pattern: str, **settings: Any) -> Held:
    """Queues a task that must not be queued twice; nobody is there to run it."""
    app = celery(url, **settings)

    @app.task(base=base, name="reports.make")
    def make(number: int) -> int:
        return number

    def enqueue() -> str:
        return str(make.apply_async(args=(42,)).id)

    before = set(connect(url).keys(pattern))

    def attempt() -> bool:
        try:
            enqueue()
        except Exception as error:
            if type(error).__name__ not in ("AlreadyQueued", "DuplicateTaskError"):
                raise
            return False
        return True

    until(attempt, 0.2)
    key = (set(connect(url).keys(pattern)) - before or before).pop()
    return Held(text(key), {"apply_async": enqueue})


def take_celery_once(url: str) -> Held:
    """celery-once: from version 3 on it locks by redis-py."""
    from celery_once import QueueOnce

    settings = {"url": url, "default_timeout": 30}
    backend = {"backend": "celery_once.backends.Redis", "settings": settings}
    return take_unique(url, QueueOnce, "qo_*", ONCE=backend)


def take_celery_singleton(url: str) -> Held:
    """celery-singleton: the lock's value is the id of the task."""
    from celery_singleton import Singleton

    settings = {"singleton_backend_url": url, "singleton_raise_on_duplicate": True}
    return take_unique(url, Singleton, "SINGLETONLOCK_*", **settings)


def take_huey(url: str) -> Held:
    """huey: a lock around a task, in the hash of results."""
    from huey import RedisHuey

    lock = RedisHuey("my-app", url=url).lock_task("reports-lock")

    def attempt() -> bool:
        try:
            return bool(lock.acquire())
        except Exception as error:
            if type(error).__name__ != "TaskLockedException":
                raise
            return False

    until(attempt)
    return Held("huey.results.myapp", {"is_locked": lock.is_locked, "clear": lock.clear})


def take_dramatiq(url: str) -> Held:
    """dramatiq: a rate limiter with a limit of one, which its documentation calls a mutex."""
    from dramatiq.rate_limits import ConcurrentRateLimiter
    from dramatiq.rate_limits.backends import RedisBackend

    mutex = ConcurrentRateLimiter(RedisBackend(url=url), "distributed-mutex", limit=1)

    def attempt() -> Any:
        acquiring = mutex.acquire(raise_on_failure=False)
        return acquiring if acquiring.__enter__() else None

    held = until(attempt)
    return Held("distributed-mutex", {"__exit__": lambda: held.__exit__(None, None, None)})


def take_arq(url: str) -> Held:
    """arq: the lock of a job that never ends. A second worker runs it when the lock is gone."""
    from arq import create_pool
    from arq.connections import RedisSettings
    from arq.worker import Worker

    runs = threading.Event()

    async def endless(_context: Any) -> None:
        runs.set()
        await asyncio.Event().wait()

    async def work() -> None:
        settings = RedisSettings.from_dsn(url)
        pool = await create_pool(settings)
        await pool.enqueue_job("endless", _job_id="report-42")
        options = {"handle_signals": False, "poll_delay": 0.2, "max_jobs": 1}
        await Worker([endless], redis_settings=settings, **options).main()  # type: ignore[arg-type]

    endless.__qualname__ = "endless"
    threading.Thread(target=lambda: asyncio.run(work()), daemon=True).start()
    runs.wait()
    return Held("arq:in-progress:report-42", {})


TAKE: dict[str, Callable[[str], Held]] = {
    "rq": take_rq,
    "redbeat": take_redbeat,
    "celery-once": take_celery_once,
    "celery-singleton": take_celery_singleton,
    "huey": take_huey,
    "dramatiq": take_dramatiq,
    "arq": take_arq,
}
JOBS: dict[str, Callable[[str], None]] = {"rq": run_rq}
