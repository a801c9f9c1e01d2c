// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Queues of npm, whose workers lock the job that they run. take() resolves when a worker runs the
// job, which never ends. A waiter is a second worker: it gets the job once it counts as stalled,
// for which it looks every 2 s, and the holder every 30 s.
import { load, loadDefault } from "./packages.mjs";

const kHour = 3_600_000;
const kStalledInterval = 2_000;

function bullQueue(url, options = {}) {
  return new (loadDefault("bull"))("video transcoding", url, options);
}

function bullMq(url) {
  const { hostname, port } = new URL(url);
  return { ...load("bullmq"), connection: { host: hostname, port: Number(port) } };
}

function never() {
  return new Promise(() => {});
}

// What a job failed with is stored: without the stack, which names this machine's folders.
Error.stackTraceLimit = 0;

/// Jobs that end well, fail, are retried, wait for their time, repeat, and are limited.
async function runBullJobs(url) {
  const limiter = { max: 100, duration: 60_000 };
  const queue = bullQueue(url, { limiter, metrics: { maxDataPoints: 10 } });
  queue.on("error", () => {});
  queue.process(async (job) => {
    await job.progress(50);
    await job.log("half of it is done");
    if (job.data.fails) throw new Error("no such video");
  });
  const jobs = [
    await queue.add({ video: "a.mov" }),
    await queue.add({ video: "b.mov", fails: true }, { attempts: 2, backoff: 10 }),
    await queue.add({ video: "c.mov" }, { priority: 3 }),
    await queue.add({ video: "d.mov" }, { jobId: "lock-of-the-door" }),
  ];
  await Promise.all(jobs.map((job) => job.finished().catch(() => {})));
  await queue.add({ video: "later.mov" }, { delay: kHour });
  await queue.add({ video: "daily.mov" }, { repeat: { cron: "15 3 * * *" } });
  await queue.close();
  const paused = new (loadDefault("bull"))("paused transcoding", url);
  await paused.pause();
  await paused.add({ video: "e.mov" });
  await paused.close();
}

/// The same, and what only BullMQ has: schedulers, deduplication, flows and global limits.
async function runBullMqJobs(url) {
  const { Queue, Worker, QueueEvents, FlowProducer, connection } = bullMq(url);
  const queue = new Queue("Paint", { connection });
  const events = new QueueEvents("Paint", { connection });
  await events.waitUntilReady();
  const limiter = { max: 100, duration: 60_000 };
  const work = async (job) => {
    await job.updateProgress(50);
    await job.log("half of it is done");
    if (job.data.fails) throw new Error("out of paint");
    return "painted";
  };
  const worker = new Worker("Paint", work, { connection, limiter, metrics: { maxDataPoints: 10 } });
  const jobs = [
    await queue.add("cars", { color: "blue" }),
    await queue.add("cars", { color: "red", fails: true }, { attempts: 2, backoff: 10 }),
    await queue.add("cars", { color: "green" }, { priority: 3 }),
    await queue.add("cars", { color: "grey" }, { jobId: "lock-of-the-door" }),
    await queue.add("house", { color: "white" }, { deduplication: { id: "house", ttl: kHour } }),
  ];
  const flow = await new FlowProducer({ connection }).add({
    name: "renovate",
    queueName: "Paint",
    children: [
      { name: "walls", queueName: "Paint" },
      { name: "roof", queueName: "Paint", data: { fails: true } },
    ],
  });
  jobs.push(...flow.children.map((child) => child.job));
  await Promise.all(jobs.map((job) => job.waitUntilFinished(events).catch(() => {})));
  await queue.add("cars", { color: "black" }, { delay: kHour });
  await queue.upsertJobScheduler("every-night", { pattern: "15 3 * * *" }, { name: "cars" });
  await queue.setGlobalConcurrency(4);
  await worker.close();
  await events.close();
  const backlog = new Queue("Backlog", { connection });
  await backlog.add("cars", { color: "blue" });
  await backlog.add("cars", { color: "red" }, { priority: 2 });
  await backlog.add("cars", { color: "red" }, { deduplication: { id: "simple" } });
  const paused = new Queue("Polish", { connection });
  await paused.pause();
  await paused.add("cars", { color: "blue" });
}

export const queues = {
  "bull": {
    jobs: runBullJobs,
    take(url, waits) {
      const settings = waits ? { stalledInterval: kStalledInterval } : {};
      const queue = bullQueue(url, { settings });
      return new Promise((resolve, reject) => {
        queue.process((job) => {
          resolve({ key: `bull:video transcoding:${job.id}:lock`, calls: {} });
          return never();
        });
        if (!waits) queue.add({ video: "http://example.com/video1.mov" }).catch(reject);
      });
    },
  },
  "bullmq": {
    jobs: runBullMqJobs,
    take(url, waits) {
      const { Queue, Worker, connection } = bullMq(url);
      return new Promise((resolve, reject) => {
        const process = (job) => {
          resolve({ key: `bull:Paint:${job.id}:lock`, calls: {} });
          return never();
        };
        const options = waits ? { stalledInterval: kStalledInterval } : {};
        new Worker("Paint", process, { connection, ...options }).on("error", console.error);
        if (!waits) new Queue("Paint", { connection }).add("cars", { color: "blue" }).catch(reject);
      });
    },
  },
};
