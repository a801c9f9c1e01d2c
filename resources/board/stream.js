// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The stream of events. It is read by fetch(), as EventSource does not tell of a 401.

const stream = {
  request: null,
  lastId: "", // of the latest event, so that a short break costs little
  heardAt: 0, // performance.now() of the latest event
  wallAhead: 0, // of Date.now() then: a machine that slept has another one
  asOf: null, // of the data, by the server's clock
  lostAt: null, // Date of when the connection ended; null: there is one
  trouble: "", // a word of the page
  tries: 0,
  timer: 0,
};
const kSilence = 6000; // an event comes each second
const kLate = 5000; // so old data are late

const wallAhead = () => Date.now() - performance.now();

function connect() {
  clearTimeout(stream.timer);
  stream.request?.abort();
  if (document.hidden) return; // a browser has few connections for all its tabs
  const request = stream.request = new AbortController();
  (kPlace === "all" ? readAll(request) : read(request)).catch(() => {}).then(() => {
    if (!request.signal.aborted) breakOff(stream.trouble);
  });
}

/** The connection has ended, or nothing arrives: says so, and tries again. */
function breakOff(trouble) {
  stream.request?.abort();
  showBoard();
  stream.lostAt ??= new Date();
  stream.trouble = trouble;
  clock.stoppedAt ??= stream.asOf;
  clearTimeout(stream.timer);
  stream.timer = setTimeout(connect, Math.min(10000, 500 * 2 ** stream.tries++));
  draw();
}

async function read(request) {
  const headers = stream.lastId ? { "Last-Event-ID": stream.lastId } : {};
  const response = await fetch(`page/${language}/events`, { headers, signal: request.signal, cache: "no-store" });
  if (response.status === 401) return request.abort(), showLogin();
  if (response.status === 404 && kPlace) return request.abort(), location.replace(kRoot);
  showBoard();
  stream.trouble = response.status === 503 ? "busy" : "";
  if (!response.ok) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pieces = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done || request.signal.aborted) return;
    pieces.push(value);
    // A whole board comes in many pieces.
    if (!value.includes("\n")) continue;
    const events = pieces.join("").split("\n\n");
    pieces = [events.pop()];
    events.forEach(takeEvent);
  }
}

function takeEvent(text) {
  const fields = Object.fromEntries(text.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
  const told = JSON.parse(fields.data);
  if (stream.lostAt !== null || stream.asOf === null) clock.ahead = -Infinity;
  clock.note(told.at);
  clock.stoppedAt = null;
  const isBack = stream.lostAt !== null && stream.asOf !== null;
  Object.assign(stream, { lastId: fields.id, heardAt: performance.now(), wallAhead: wallAhead(), asOf: told.as_of, lostAt: null, trouble: "", tries: 0 });
  if (fields.event === "board") clearRows();
  (told.gone ?? []).forEach(dropRow);
  told.rows.forEach(takeRow);
  takeSummary(told, isBack);
  draw();
}

/** Nobody looks: nothing is read until somebody does, and what is shown then is old at first. */
function pause() {
  stream.request?.abort();
  clearTimeout(stream.timer);
  stream.lostAt ??= new Date();
  clock.stoppedAt ??= stream.asOf;
}

/** Notices silence, and a machine that slept. */
function watchStream() {
  if (document.hidden || stream.lostAt !== null || stream.asOf === null) return;
  const slept = Math.abs(wallAhead() - stream.wallAhead) > 3000;
  if (slept || performance.now() - stream.heardAt > kSilence) breakOff("");
}

/** What is said of the age of the data: whether it is bad, and the text. */
function ageText() {
  if (stream.asOf === null) {
    const isBad = stream.lostAt !== null;
    return { isBad, text: say(stream.trouble || (isBad ? "not_reached" : "connecting")) };
  }
  const age = clock.live() - stream.asOf;
  if (stream.lostAt !== null) {
    const lost = say("lost", stream.lostAt.toLocaleTimeString(language), duration(age));
    return { isBad: true, text: stream.trouble ? lost + " \u2013 " + say(stream.trouble) : lost };
  }
  if (age > kLate) return { isBad: true, text: say("late", duration(age)) };
  return { isBad: false, text: age < 2000 ? say("fresh") : say("age", duration(age)) };
}
