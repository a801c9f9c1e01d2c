// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

//! peer LIBRARY ROLE URL: one real library against the redis-server at URL.
//!
//! hold   takes the lock as the library's README does, prints "held KEY", and keeps the lock. On
//!        "notice" it calls what tells a holder of its loss, and prints "notice CALL: RESULT; ..."
//! wait   prints "waiting", takes the same lock, which blocks, and prints "got it"
//! turns  takes and frees the lock as often as a fourth argument says, and prints how often
//!        somebody else was inside ("turns N overlaps M")
//!
//! Holders and waiters live until stdin ends.
use rslock::{Lock, LockManager};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

const TTL: Duration = Duration::from_secs(30);
const KEY: &str = "mutex";
/// How long a turn lasts, and how long others have for theirs.
const TURN_PAUSE: Duration = Duration::from_millis(5);

async fn take(manager: &LockManager) -> Lock {
    loop {
        if let Ok(lock) = manager.lock(KEY, TTL).await {
            return lock;
        }
    }
}

/// `once` tries an extension as often as the library does by default.
async fn hold(manager: &LockManager, once: &LockManager) {
    let lock = take(manager).await;
    println!("held {KEY}");
    for _ in std::io::stdin().lines() {
        let extend = match once.extend(&lock, TTL).await {
            Ok(_) => "true".to_string(),
            Err(error) => format!("error {error}"),
        };
        manager.unlock(&lock).await;
        println!("notice extend: {extend}; unlock: returns");
    }
}

/// Counts who is inside, by a connection of its own.
struct Inside(BufReader<TcpStream>);

impl Inside {
    fn ask(&mut self, command: &str) -> String {
        let mut reply = String::new();
        write!(self.0.get_mut(), "{command}\r\n").expect("sent");
        self.0.read_line(&mut reply).expect("answered");
        reply.trim_end().to_string()
    }
}

async fn take_turns(manager: &LockManager, url: &str, turns: u32) {
    let address = url.trim_start_matches("redis://");
    let mut inside = Inside(BufReader::new(
        TcpStream::connect(address).expect("connected"),
    ));
    let mut overlaps = 0;
    for _ in 0..turns {
        let lock = take(manager).await;
        if inside.ask("INCR inside") != ":1" {
            overlaps += 1;
        }
        tokio::time::sleep(TURN_PAUSE).await;
        inside.ask("DECR inside");
        manager.unlock(&lock).await;
        tokio::time::sleep(TURN_PAUSE).await;
    }
    println!("turns {turns} overlaps {overlaps}");
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let url = arguments[3].as_str();
    let mut manager = LockManager::new(vec![url]);
    manager.set_retry(1_000_000, Duration::from_millis(50));
    match arguments[2].as_str() {
        "hold" => hold(&manager, &LockManager::new(vec![url])).await,
        "turns" => take_turns(&manager, url, arguments[4].parse().expect("a number")).await,
        _ => {
            println!("waiting");
            take(&manager).await;
            println!("got it");
            std::io::stdin().lines().for_each(drop);
        }
    }
}
