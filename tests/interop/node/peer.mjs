// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// peer.mjs LIBRARY ROLE URL: one real library against the redis-server at URL.
//   hold  takes the lock as the library's README does, prints "held KEY", and keeps it
//   wait  prints "waiting", takes the same lock, which blocks, and prints "got it"
//   jobs  does ordinary work, so that what the library stores beside its locks appears, and ends
// Holders and waiters live until stdin ends. Exits with 77 if a package is missing.
import { locks } from "./locks.mjs";
import { queues } from "./queues.mjs";

const [library, role, url] = process.argv.slice(2);
const peer = { ...locks, ...queues }[library];
if (!peer || (role === "jobs" && !peer.jobs)) {
  console.error(`peer.mjs: ${library} has no role ${role}`);
  process.exit(64);
}

if (role === "jobs") {
  await peer.jobs(url);
  process.exit(0);
}

process.stdin.resume().on("end", () => process.exit(0));
// A holder whose lock was released by somebody else may throw; it has no more to do then.
process.on("uncaughtException", (error) => console.error(`lost: ${error.message}`));
process.on("unhandledRejection", (error) => console.error(`lost: ${error?.message}`));
if (role === "wait") {
  console.log("waiting");
  await peer.take(url, true);
  console.log("got it");
} else {
  console.log(`held ${await peer.take(url, false)}`);
}
