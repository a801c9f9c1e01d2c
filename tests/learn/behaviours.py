# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How programs use keys: locks by all ways to lock, under names that do not say so, and what looks alike.

A behaviour is a function of a Stage: it sends commands of one round by clients of its own. Its name is its
kind of keys, and says nothing of what it is.
"""

import random
import time
import uuid

COMPARE_AND_DELETE = "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) end return 0"
COMPARE_AND_EXTEND = ("if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('pexpire',KEYS[1],ARGV[2]) end "
                      "return 0")
ACQUIRE_IF_ABSENT = ("if redis.call('exists',KEYS[1])==1 then return 0 end "
                     "redis.call('set',KEYS[1],ARGV[1],'PX',ARGV[2]) return 1")
REDISSON_LOCK = ("if (redis.call('exists',KEYS[1])==0 or redis.call('hexists',KEYS[1],ARGV[2])==1) then "
                 "redis.call('hincrby',KEYS[1],ARGV[2],1) redis.call('pexpire',KEYS[1],ARGV[1]) return nil end "
                 "return redis.call('pttl',KEYS[1])")
REDISSON_UNLOCK = ("if (redis.call('hexists',KEYS[1],ARGV[2])==0) then return nil end "
                   "local c=redis.call('hincrby',KEYS[1],ARGV[2],-1) "
                   "if (c>0) then redis.call('pexpire',KEYS[1],ARGV[1]) return 0 end "
                   "redis.call('del',KEYS[1]) return 1")
RATE = ("local c=redis.call('incr',KEYS[1]) if c==1 then redis.call('expire',KEYS[1],ARGV[1]) end return c")
SLIDING = ("local v=redis.call('get',KEYS[1]) if not v then redis.call('set',KEYS[1],ARGV[1],'EX',60) else "
           "redis.call('set',KEYS[1],ARGV[1],'KEEPTTL') end return 1")


class Stage:
    """Clients of one behaviour, and what they have sent."""

    def __init__(self, connect, clients):
        self.clients = [connect() for _ in range(clients)]
        self.round = 0
        self.random = random.Random(clients)

    def pick(self):
        return self.random.choice(self.clients)

    def two(self):
        return self.random.sample(self.clients, 2)


def pause(stage, least=0.002, most=0.02):
    time.sleep(stage.random.uniform(least, most))


# ---- locks

def set_nx_compare_and_delete(s, name):
    one, other = s.two()
    token = uuid.uuid4().hex
    if one.set(name, token, nx=True, px=30000):
        pause(s)
        other.set(name, uuid.uuid4().hex, nx=True, px=30000)
        one.eval(COMPARE_AND_DELETE, 1, name, token)


def setnx_expire_del(s, name):
    one, other = s.two()
    if one.setnx(name, 1):
        one.expire(name, 60)
        pause(s)
        other.setnx(name, 1)
        one.delete(name)


def set_nx_plain_del(s, name):
    one = s.pick()
    if one.set(name, "locked", nx=True, ex=20):
        pause(s)
        one.delete(name)


def uncontended_per_item(s, name):
    one = s.pick()
    if one.set(f"{name}:{s.round % 50}", s.round, nx=True, ex=120):
        pause(s)
        one.delete(f"{name}:{s.round % 50}")


def watchdog(s, name):
    one, other = s.two()
    token = uuid.uuid4().hex
    if one.set(name, token, nx=True, px=1000):
        for _ in range(4):
            pause(s, 0.05, 0.1)
            one.eval(COMPARE_AND_EXTEND, 1, name, token, 1000)
            other.set(name, uuid.uuid4().hex, nx=True, px=1000)
        one.eval(COMPARE_AND_DELETE, 1, name, token)


def leader_forever(s, name):
    leader, *rest = s.clients
    if s.round == 0:
        leader.set(name, "me", nx=True, px=5000)
    leader.eval(COMPARE_AND_EXTEND, 1, name, "me", 5000)
    for other in rest:
        other.set(name, "other", nx=True, px=5000)
    pause(s, 0.05, 0.2)


def script_acquire(s, name):
    one, other = s.two()
    token = uuid.uuid4().hex
    if one.eval(ACQUIRE_IF_ABSENT, 1, name, token, 30000):
        pause(s)
        other.eval(ACQUIRE_IF_ABSENT, 1, name, uuid.uuid4().hex, 30000)
        one.eval(COMPARE_AND_DELETE, 1, name, token)


def hash_lock(s, name):
    one, other = s.two()
    if one.eval(REDISSON_LOCK, 1, name, 30000, "c:1") is None:
        pause(s)
        other.eval(REDISSON_LOCK, 1, name, 30000, "d:1")
        one.eval(REDISSON_UNLOCK, 1, name, 30000, "c:1")


def get_compare_del(s, name):
    one, other = s.two()
    token = uuid.uuid4().hex
    if one.set(name, token, nx=True, ex=30):
        pause(s)
        other.set(name, "x", nx=True, ex=30)
        if one.get(name) == token.encode():
            one.delete(name)


def get_and_delete(s, name):
    one, other = s.two()
    if one.set(name, "1", nx=True, ex=30):
        other.set(name, "1", nx=True, ex=30)
        pause(s)
        one.getdel(name)


def rarely_released_job(s, name):
    """Runs out two times of three, as where a job takes longer than its lock."""
    one, other = s.two()
    if one.set(name, s.round, nx=True, px=60):
        other.set(name, s.round, nx=True, px=60)
        if s.round % 2 == 0:
            one.delete(name)
        else:
            time.sleep(0.07)


def pooled_release(s, name):
    """Another connection of the same pool gives it back, comparing."""
    one, other = s.two()
    token = uuid.uuid4().hex
    if one.set(name, token, nx=True, ex=30):
        pause(s)
        s.pick().set(name, "y", nx=True, ex=30)
        other.eval(COMPARE_AND_DELETE, 1, name, token)


def optimistic(s, name):
    one = s.pick()
    with one.pipeline() as pipe:
        pipe.watch(name)
        if pipe.get(name) is not None:
            return
        pipe.multi()
        pipe.set(name, "me", ex=30)
        pipe.execute()
    pause(s)
    one.delete(name)


LOCKS = [set_nx_compare_and_delete, setnx_expire_del, set_nx_plain_del, uncontended_per_item, watchdog, leader_forever,
         script_acquire, hash_lock, get_compare_del, get_and_delete, rarely_released_job, pooled_release, optimistic]


# ---- others

def cache_by_set(s, name):
    key = f"{name}:{s.random.randrange(20)}"
    if s.pick().get(key) is None:
        s.pick().set(key, "html", ex=300)
    if s.round % 10 == 0:
        s.pick().delete(key)


def cache_by_nx(s, name):
    key = f"{name}:{s.random.randrange(5)}"
    if s.pick().get(key) is None:
        s.pick().set(key, "html", nx=True, ex=300)
    for _ in range(6):
        s.pick().get(key)
    if s.round % 5 == 0:
        s.pick().delete(key)


def throttle(s, name):
    s.pick().set(f"{name}:{s.random.randrange(30)}", 1, nx=True, ex=600)


def seen_once(s, name):
    s.pick().setnx(f"{name}:{s.round}", 1)


def counter(s, name):
    one = s.pick()
    one.set(name, 0, nx=True, ex=60)
    one.incr(name)
    if s.round % 20 == 0:
        one.delete(name)


def rate_by_script(s, name):
    s.pick().eval(RATE, 1, f"{name}:{s.random.randrange(10)}", 1)


def one_time_token(s, name):
    maker, user = s.two()
    key = f"{name}:{uuid.uuid4().hex}"
    maker.set(key, "secret", nx=True, ex=300)
    pause(s)
    user.get(key)
    user.delete(key)


def one_time_token_getdel(s, name):
    maker, user = s.two()
    key = f"{name}:{uuid.uuid4().hex}"
    maker.setex(key, 300, "secret")
    user.getdel(key)


def idempotency(s, name):
    one, other = s.two()
    key = f"{name}:{uuid.uuid4().hex}"
    one.set(key, "working", nx=True, ex=600)
    pause(s)
    other.set(key, "done", ex=600)
    s.pick().get(key)


def session(s, name):
    key = f"{name}:{s.random.randrange(20)}"
    one = s.pick()
    if one.get(key) is None:
        one.setex(key, 600, "data")
    one.expire(key, 600)
    if s.round % 15 == 0:
        one.delete(key)


def presence(s, name):
    s.pick().set(f"{name}:{s.random.randrange(10)}", "online", ex=5)


def queue(s, name):
    one, other = s.two()
    one.rpush(name, s.round)
    other.lpop(name)


def hash_record(s, name):
    one = s.pick()
    key = f"{name}:{s.round % 30}"
    one.hset(key, mapping={"a": 1, "b": s.round})
    one.expire(key, 60)
    if s.round % 7 == 0:
        one.delete(key)


def sliding_value(s, name):
    s.pick().eval(SLIDING, 1, f"{name}:{s.random.randrange(8)}", s.round)


def setting(s, name):
    one = s.pick()
    one.setnx(name, "default")
    for _ in range(5):
        s.pick().get(name)


def outbox(s, name):
    one, other = s.two()
    key = f"{name}:{s.round}"
    one.set(key, "payload")
    pause(s)
    other.get(key)
    other.delete(key)


def bitmap(s, name):
    s.pick().setbit(name, s.round % 1000, 1)


def upload_parts(s, name):
    """Made once, added to, and removed by the same client when all is there."""
    one = s.pick()
    key = f"{name}:{s.round}"
    one.set(key, "0", nx=True, ex=600)
    for part in range(4):
        one.append(key, str(part))
    one.delete(key)


OTHERS = [cache_by_set, cache_by_nx, throttle, seen_once, counter, rate_by_script, one_time_token, one_time_token_getdel,
          idempotency, session, presence, queue, hash_record, sliding_value, setting, outbox, bitmap, upload_parts]
