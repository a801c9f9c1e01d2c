// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/go-redsync/redsync/v4/redis/goredis/v9"
	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
	zero "github.com/zeromicro/go-zero/core/stores/redis"
)

const (
	ttl   = 30 * time.Second
	pause = 50 * time.Millisecond
)

// locks are the libraries. Each takes its lock, and tries for as long as it takes.
func locks(address string) map[string]func(bool) held {
	client := redis.NewClient(&redis.Options{Addr: address})
	return map[string]func(bool) held{
		"redsync":       func(bool) held { return takeRedsync(client, "my-global-mutex") },
		"redsync-setnx": func(bool) held { return takeExtended(client, "my-global-mutex") },
		"bsm":           func(bool) held { return takeBsm(client, "my-key") },
		"go-zero":       func(bool) held { return takeZero(address, "orders:lock") },
		"asynq":         func(bool) held { return takeAsynq(address) },
		"go-zookeeper":  func(bool) held { return takeNode(address, "/go/lock") },
	}
}

func redsyncLock(client *redis.Client, key string, options ...redsync.Option) (*redsync.Mutex, held) {
	options = append(options, redsync.WithTries(1_000_000), redsync.WithRetryDelay(pause))
	mutex := redsync.New(goredis.NewPool(client)).NewMutex(key, options...)
	must(0, mutex.Lock())
	return mutex, held{key, []call{
		{"Extend", func() string { return result(mutex.Extend()) }},
		{"Unlock", func() string { return result(mutex.Unlock()) }},
	}}
}

func takeRedsync(client *redis.Client, key string) held {
	_, lock := redsyncLock(client, key, redsync.WithExpiry(ttl))
	return lock
}

// takeExtended extends every two seconds, and takes the lock again where it is gone.
func takeExtended(client *redis.Client, key string) held {
	mutex, lock := redsyncLock(client, key, redsync.WithExpiry(6*time.Second), redsync.WithSetNXOnExtend())
	go func() {
		for range time.Tick(2 * time.Second) {
			mutex.Extend()
		}
	}()
	return lock
}

func takeBsm(client *redis.Client, key string) held {
	ctx := context.Background()
	options := &redislock.Options{RetryStrategy: redislock.LinearBackoff(pause), Metadata: "my data"}
	long, cancel := context.WithTimeout(ctx, time.Hour) // without it, it waits for no longer than the TTL
	defer cancel()
	lock := must(redislock.New(client).Obtain(long, key, ttl, options))
	return held{key, []call{
		{"Refresh", func() string { return result(nil, lock.Refresh(ctx, ttl, nil)) }},
		{"Release", func() string { return result(nil, lock.Release(ctx)) }},
	}}
}

// takeZero asks again and again: go-zero's lock can't wait by itself.
func takeZero(address, key string) held {
	lock := zero.NewRedisLock(zero.MustNewRedis(zero.RedisConf{Host: address, Type: zero.NodeType}), key)
	lock.SetExpire(int(ttl / time.Second))
	for !must(lock.Acquire()) {
		time.Sleep(pause)
	}
	return held{key, []call{
		{"Acquire", func() string { return result(lock.Acquire()) }}, // which extends as well
		{"Release", func() string { return result(lock.Release()) }},
	}}
}

// takeAsynq enqueues a unique task. Nobody is there to run it, so it stays locked.
func takeAsynq(address string) held {
	client := asynq.NewClient(asynq.RedisClientOpt{Addr: address})
	enqueue := func() error {
		task := asynq.NewTask("email:welcome", []byte(`{"user_id":42}`))
		_, err := client.Enqueue(task, asynq.Unique(ttl))
		return err
	}
	for {
		err := enqueue()
		if err == nil {
			break
		}
		if !errors.Is(err, asynq.ErrDuplicateTask) {
			must(0, err)
		}
		time.Sleep(pause)
	}
	key := "asynq:{default}:unique:email:welcome:" + md5OfPayload
	return held{key, []call{{"Enqueue", func() string { return result(nil, enqueue()) }}}}
}

const md5OfPayload = "1181f89307fa271072c095747d5813cc"
