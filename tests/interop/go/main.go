// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// peer LIBRARY ROLE URL: one real library against the server at URL.
//
//	hold   takes the lock as the library's README does, prints what is known of the holder ("fact
//	       NAME VALUE") and "held KEY", and keeps the lock. On "notice" it calls what tells a holder
//	       of its loss, and prints "notice CALL: RESULT; ..."
//	wait   prints "waiting", takes the same lock, which blocks, and prints "got it" (or "failed
//	       ERROR")
//	turns  takes and frees the lock as often as a fourth argument says, and prints how often
//	       somebody else was inside ("turns N overlaps M")
//
// Holders and waiters live until stdin ends.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// A call that tells a holder of its loss; the last one of a lock frees it.
type call struct {
	name string
	do   func() string
}

type held struct {
	key   string
	calls []call
}

// result is what a call says: an error, or what it returns.
func result(told any, err error) string {
	if err != nil {
		return "error " + err.Error()
	}
	if told == nil {
		return "returns"
	}
	return fmt.Sprint(told)
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func hold(take func(bool) held) {
	lock := take(false)
	fmt.Println("held " + lock.key)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var told []string
		for _, asked := range lock.calls {
			told = append(told, asked.name+": "+asked.do())
		}
		fmt.Println("notice " + strings.Join(told, "; "))
	}
}

// turnPause is how long a turn lasts, and how long others have for theirs.
const turnPause = 5 * time.Millisecond

func takeTurns(take func(bool) held, address string, turns int) {
	ctx := context.Background()
	inside := redis.NewClient(&redis.Options{Addr: address})
	overlaps := 0
	for range turns {
		lock := take(true)
		if must(inside.Incr(ctx, "inside").Result()) != 1 {
			overlaps++
		}
		time.Sleep(turnPause)
		must(inside.Decr(ctx, "inside").Result())
		lock.calls[len(lock.calls)-1].do()
		time.Sleep(turnPause)
	}
	fmt.Printf("turns %d overlaps %d\n", turns, overlaps)
}

func main() {
	address := must(url.Parse(os.Args[3])).Host
	take := locks(address)[os.Args[1]]
	switch os.Args[2] {
	case "hold":
		hold(take)
	case "turns":
		takeTurns(take, address, must(strconv.Atoi(os.Args[4])))
	default:
		fmt.Println("waiting")
		take(true)
		fmt.Println("got it")
		io.Copy(io.Discard, os.Stdin)
	}
}
