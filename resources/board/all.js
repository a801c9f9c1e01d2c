// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all deployments, read again while it is shown: those with problems first.

const kBetweenLists = 2000;

async function readAll(request) {
  for (;;) {
    const response = await fetch(`page/${language}/deployments`, { signal: request.signal, cache: "no-store" });
    if (response.status === 401) return request.abort(), showLogin();
    showBoard();
    stream.trouble = response.status === 503 ? "busy" : "";
    if (!response.ok) return;
    const { at, deployments } = await response.json();
    if (stream.lostAt !== null || stream.asOf === null) clock.ahead = -Infinity;
    clock.note(at);
    clock.stoppedAt = null;
    Object.assign(stream, { heardAt: performance.now(), wallAhead: wallAhead(), asOf: at, lostAt: null, trouble: "", tries: 0 });
    drawAll(deployments.map(shownDeployment));
    draw();
    await new Promise((resolve) => setTimeout(resolve, kBetweenLists));
    if (request.signal.aborted) return;
  }
}

/** What a row says. A deployment that was not read yet has no more than its name. */
function shownDeployment(told) {
  const shown = { path: told.path, name: told.name, rank: 3, tone: "unknown", shape: "unknown", locks: "", problems: "", state: say("connecting") };
  if (told.failure) return { ...shown, path: "", rank: 0, tone: "bad", shape: "error", state: told.failure };
  if (!told.quorum) return shown;
  const { count, first } = told.problems;
  if (told.quorum.tone === "bad") return { ...shown, rank: 0, tone: "bad", shape: "error", state: told.quorum.text };
  const isDown = told.masters.some((master) => master.tone === "bad");
  const isTroubled = count > 0 || isDown;
  return {
    ...shown,
    rank: count > 0 ? 1 : isDown ? 2 : 3,
    tone: isTroubled ? "notice" : "good",
    shape: isTroubled ? "stale" : "held",
    locks: String(told.locks),
    problems: String(count),
    state: first.length ? say("state_reason", first[0].name, first[0].text) : told.quorum.text,
  };
}

function drawAll(all) {
  all.sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, language, { numeric: true }));
  const body = byId("deployments");
  while (body.rows.length > all.length) body.lastChild.remove();
  all.forEach((shown, at) => {
    const row = body.rows[at] ?? body.appendChild(newDeployment());
    const [name, locks, problems, state] = row.cells;
    const link = name.lastChild;
    setText(link, shown.name);
    if (shown.path) setAttribute(link, "href", shown.path.slice(1));
    else link.removeAttribute("href");
    setShape(name.firstChild, shown.shape);
    setAttribute(name.firstChild, "class", "sign " + shown.tone);
    setText(locks, shown.locks);
    setText(problems, shown.problems);
    setText(state, shown.state);
  });
  const troubled = all.filter((shown) => shown.rank < 3).length;
  document.title = (troubled > 0 ? `(${troubled}) ` : "") + say("deployments") + " \u2013 Lockkeeper";
}
function newDeployment() {
  const row = element("tr");
  for (const kind of ["", "number", "number", ""]) row.append(element("td", kind));
  row.cells[0].append(sign("unknown"), element("a"));
  return row;
}

function drawAllAge(age) {
  byId("all").classList.toggle("lost", age.isBad);
  byId("all-trouble").hidden = !age.isBad;
  if (age.isBad) setText(byId("all-trouble"), age.text);
}
