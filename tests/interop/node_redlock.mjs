// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// node_redlock.mjs KEY SOCKET...: runs the real node-redlock on the masters at these Unix sockets.
// Reads commands from stdin, one per line: "acquire MS", "extend MS", "release". Answers each with
// one line: "True" or "refused". Looks for the packages here and in $LOCKKEEPER_NODE_PACKAGES;
// exits with 77 if they are missing.
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

function load(name) {
  const folders = [import.meta.url];
  if (process.env.LOCKKEEPER_NODE_PACKAGES)
    folders.push(join(process.env.LOCKKEEPER_NODE_PACKAGES, "package.json"));
  for (const folder of folders) {
    try {
      const loaded = createRequire(folder)(name);
      return loaded.default ?? loaded;
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  console.error(`no package "${name}"`);
  process.exit(77);
}

const Redis = load("ioredis");
const Redlock = load("redlock");
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
