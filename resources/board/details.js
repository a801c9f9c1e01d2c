// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The details of one lock, read again while they are shown.

const details = { id: null, lock: null, timer: 0, request: null };
const kBetweenReadings = 2000;

function openDetails(id) {
  if (details.id !== id) {
    details.lock = null;
    details.id = id;
    byId("details").hidden = false; // so that it can take the focus
    byId("details").scrollTop = 0;
    showDetails("");
  }
  readDetails();
}
function closeDetails() {
  if (details.id === null) return false;
  details.request?.abort();
  clearTimeout(details.timer);
  details.id = null;
  details.lock = null;
  byId("details").hidden = true;
  coverBoard();
  byId("grid").focus();
  draw();
  return true;
}

/** On a phone, the details cover all else: then nothing behind them takes the focus. */
function coverBoard() {
  const isCovered = kPhone.matches && details.id !== null;
  for (const part of byId("board").children) part.inert = isCovered && part.id !== "details";
  byId("choices").inert = isCovered;
}

async function readDetails() {
  clearTimeout(details.timer);
  details.request?.abort();
  const request = details.request = new AbortController();
  const id = details.id;
  let answer = null;
  try {
    const response = await fetch(`page/${language}/lock/${id}`, { signal: request.signal, cache: "no-store" });
    answer = response.ok ? await response.json() : response.status === 404 ? "gone" : "no_details";
  } catch {
    answer = "no_details";
  }
  if (request.signal.aborted || details.id !== id) return;
  if (typeof answer === "object") details.lock = answer;
  showDetails(typeof answer === "object" ? "" : answer);
  details.timer = setTimeout(readDetails, kBetweenReadings);
}

/** `trouble`: the word that says why there are none, or only old ones. */
function showDetails(trouble) {
  const lock = details.lock;
  const row = lock?.row ?? table.rows.get(details.id);
  byId("details").hidden = false;
  coverBoard();
  byId("details").classList.toggle("lost", trouble !== "");
  byId("no-lock").hidden = trouble === "";
  setText(byId("no-lock"), trouble ? say(trouble) : "");
  if (row) {
    setText(byId("lock-name"), lock?.name ?? row.name);
    const mark = byId("details").querySelector(".title .sign");
    setShape(mark, row.shape);
    setAttribute(mark, "class", "sign " + row.tone);
    setText(byId("lock-state"), row.state);
    setClass(byId("lock-state"), row.tone);
  }
  const safety = trouble !== "gone" ? lock?.safety : null;
  byId("safety").hidden = !safety;
  setText(byId("safety"), safety?.text ?? "");
  setClass(byId("safety"), safety?.tone ?? "");
  byId("details").querySelector(".parts").hidden = !lock;
  if (lock) {
    showFacts(lock.facts);
    showVotes(lock.votes);
  }
  draw();
}

function showFacts(facts) {
  const list = byId("facts");
  while (list.childElementCount > 2 * facts.length) list.lastChild.remove();
  facts.forEach((fact, at) => {
    if (!list.children[2 * at]) list.append(element("dt"), element("dd"));
    setText(list.children[2 * at], fact.label);
    setText(list.children[2 * at + 1], factText(fact));
    setClass(list.children[2 * at + 1], fact.text.startsWith("lockctl ") ? "command" : "");
  });
}

/** What counts on is the same as in the table. */
function factText(fact) {
  const now = clock.now();
  const row = details.lock.row;
  const live = { held: () => duration(Math.min(now, row.old ?? now) - row.since), left: () => leftOf(row, now).text };
  return fact.live ? fact.text.replace("$0", live[fact.live]()) : fact.text;
}

function showVotes(votes) {
  const body = byId("votes").tBodies[0];
  while (body.rows.length > votes.length) body.deleteRow(-1);
  votes.forEach((vote, at) => {
    if (!body.rows[at]) {
      const line = body.insertRow();
      const master = element("th");
      master.scope = "row";
      line.append(master, element("td"), element("td"), element("td", "number"), element("td", "number"), element("td"));
      line.cells[1].append(sign("held"), element("span"));
    }
    const [master, state, token, , confirmed, error] = body.rows[at].cells;
    setText(master, vote.master);
    setShape(state.firstChild, vote.mark);
    setAttribute(state.firstChild, "class", "sign mark-" + vote.mark);
    setText(state.lastChild, vote.state);
    setText(token, vote.token ?? "");
    setText(confirmed, vote.confirmed);
    setText(error, vote.error);
  });
  const tokens = new Set(votes.map((vote) => vote.token).filter(Boolean));
  byId("votes").classList.toggle("one-token", tokens.size < 2);
  byId("votes").classList.toggle("no-errors", votes.every((vote) => vote.error === ""));
}

/** Counts on what was read. */
function tickDetails() {
  if (!details.lock) return;
  const now = clock.now();
  showFacts(details.lock.facts);
  details.lock.votes.forEach((vote, at) => {
    const until = Math.min(now, vote.old ?? now);
    const text = vote.ends === null ? vote.left : duration(vote.ends - until);
    setText(byId("votes").tBodies[0].rows[at].cells[3], vote.old && vote.ends !== null ? say("old", text) : text);
  });
}
