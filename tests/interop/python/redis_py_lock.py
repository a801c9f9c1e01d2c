# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""redis_py_lock.py URL KEY TIMEOUT: one Lock of the real redis-py, driven by lines on stdin.

Answers each with one line. TIMEOUT is in seconds, or "none". Exits with 77 without redis-py.
"""
import sys

try:
    import redis
    from redis.exceptions import LockError
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(77)


def answer(lock, command, *arguments):
    """What the Lock says; "refused" where it raises, as it does for a lock that it does not own."""
    try:
        if command == "acquire":
            return lock.acquire(blocking=False)
        if command == "extend":
            return lock.extend(float(arguments[0]), replace_ttl=arguments[1] == "replace")
        if command == "reacquire":
            return lock.reacquire()
        if command == "locked":
            return lock.locked()
        if command == "owned":
            return lock.owned()
        if command == "release":
            lock.release()
            return True
        return "no such command"
    except LockError:
        return "refused"


def main(url, key, timeout):
    """Until the end of stdin."""
    client = redis.Redis.from_url(url)
    lock = client.lock(key, timeout=None if timeout == "none" else float(timeout))
    print("ready", redis.__version__, flush=True)
    for line in sys.stdin:
        print(answer(lock, *line.split()), flush=True)


main(*sys.argv[1:])
