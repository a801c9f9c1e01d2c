// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// node_redlock.mjs KEY SOCKET...: runs the real node-redlock on the masters at these Unix sockets.
// Reads commands from stdin, one per line: "acquire MS", "extend MS", "release". Answers each with
// one line: "True" or "refused". Exits with 77 if the packages are missing.
import { createInterface } from "node:readline";
import { loadDefault } from "./packages.mjs";

const Redis = loadDefault("ioredis");
const Redlock = loadDefault("redlock");
const [key, ...sockets] = process.argv.slice(2);
const masters = sockets.map((path) => new Redis({ path, maxRetriesPerRequest: 1 }));
masters.forEach((master) => master.on("error", () => {})); // a master may be down
const redlock = new Redlock(masters, { retryCount: 0 });
redlock.on("error", () => {}); // emitted for every master that refuses
let lock;

const commands = {
  acquire: async (ms) => (lock = await redlock.acquire([key], Number(ms))),
  extend: async (ms) => (lock = await redlock.extend(lock, Number(ms))),
  release: async () => redlock.release(lock),
};

console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...rest] = line.split(" ");
  console.log(await commands[command](...rest).then(() => "True", () => "refused"));
}
masters.forEach((master) => master.disconnect());
