// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// peer.mjs LIBRARY ROLE URL: one real library against the redis-server at URL.
//   hold   takes the lock as the library's README does, prints "held KEY", and keeps it. On "notice"
//          it calls what tells a holder of its loss, and prints "notice CALL: RESULT; ..."
//   wait   prints "waiting", takes the same lock, which blocks, and prints "got it"
//   jobs   does ordinary work, so that what the library stores beside its locks appears, and ends
//   turns  takes and frees the lock as often as a fourth argument says, and prints how often
//          somebody else was inside ("turns N overlaps M")
// Holders and waiters live until stdin ends. Exits with 77 if a package is missing.
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { locks } from "./locks.mjs";
import { loadDefault } from "./packages.mjs";
import { queues } from "./queues.mjs";

const [library, role, url, turns] = process.argv.slice(2);
const peer = { ...locks, ...queues }[library];
if (!peer || (role === "jobs" && !peer.jobs)) {
  console.error(`peer.mjs: ${library} has no role ${role}`);
  process.exit(64);
}

// How long a turn lasts, and how long others have for theirs.
const kTurnPause = 5;

/// What a call says.
async function result(call) {
  try {
    const told = await call();
    return told === undefined || typeof told === "object" ? "returns" : String(told);
  } catch (error) {
    return `throws ${error?.name ?? error}`;
  }
}

async function hold() {
  const { key, calls } = await peer.take(url, false);
  console.log(`held ${key}`);
  const lines = createInterface({ input: process.stdin });
  for await (const _ of lines) {
    const told = [];
    for (const [name, call] of Object.entries(calls)) told.push(`${name}: ${await result(call)}`);
    console.log(`notice ${told.join("; ")}`);
  }
}

/// Counts who is inside, by a connection of its own.
async function takeTurns(count) {
  const inside = new (loadDefault("ioredis"))(url);
  let overlaps = 0;
  for (let turn = 0; turn < count; ++turn) {
    const { calls } = await peer.take(url, true);
    if ((await inside.incr("inside")) !== 1) ++overlaps;
    await setTimeout(kTurnPause);
    await inside.decr("inside");
    await Object.values(calls).at(-1)();
    await setTimeout(kTurnPause);
  }
  console.log(`turns ${count} overlaps ${overlaps}`);
}

if (role === "jobs") {
  await peer.jobs(url);
  process.exit(0);
}
if (role === "turns") {
  await takeTurns(Number(turns));
  process.exit(0);
}

process.stdin.on("end", () => process.exit(0));
// A holder whose lock was released by somebody else may throw.
const tell = (error) => console.log(`lost throws ${error?.name ?? error}`);
process.on("uncaughtException", tell);
process.on("unhandledRejection", tell);
if (role === "wait") {
  process.stdin.resume();
  console.log("waiting");
  await peer.take(url, true);
  console.log("got it");
} else {
  await hold();
}
