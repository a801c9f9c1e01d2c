// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"os"
	"time"

	"github.com/go-zookeeper/zk"
)

// session connects, and says which session it is.
func session(address string) *zk.Conn {
	conn, events, err := zk.Connect([]string{address}, 6*time.Second)
	must(0, err)
	for event := range events {
		if event.State == zk.StateHasSession {
			break
		}
	}
	go func() { // nobody else reads them
		for range events {
		}
	}()
	fmt.Printf("fact session 0x%x\n", uint64(conn.SessionID()))
	return conn
}

// takeNode names its holder as programs do that want to be found.
func takeNode(address, path string) held {
	lock := zk.NewLock(session(address), path, zk.WorldACL(zk.PermAll))
	name := fmt.Sprintf("%s:%d", must(os.Hostname()), os.Getpid())
	fmt.Println("fact app " + name)
	if err := lock.LockWithData([]byte(name)); err != nil {
		fmt.Println("failed " + err.Error())
		os.Exit(1)
	}
	return held{path, []call{{"Unlock", func() string { return result(nil, lock.Unlock()) }}}}
}
