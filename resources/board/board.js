// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The page: what surrounds the table, the login, and what the user does.

let summary = null;
let told = new Set(); // the problems that were said
let isDrawing = false;

/** Draws everything with the next frame, however many events come until then. */
function draw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    drawPage();
  });
}

function drawPage() {
  const age = ageText();
  if (kPlace === "all") return drawAllAge(age);
  byId("board").classList.toggle("lost", stream.lostAt !== null);
  byId("trouble").hidden = !age.isBad;
  if (age.isBad) setText(byId("trouble"), age.text);
  setText(byId("age"), age.text);
  if (isDirty()) drawChips();
  drawRows();
  tickDetails();
  if (summary) drawCount();
}

function takeSummary(next, isBack) {
  summary = next;
  const { deployment, quorum, problems } = next;
  setText(byId("deployment"), deployment.name);
  setText(byId("class"), deployment.class);
  setClass(byId("class"), "badge " + deployment.tone);
  setText(byId("quorum"), quorum.text);
  setClass(byId("quorum"), quorum.tone === "good" ? "" : quorum.tone);
  setText(byId("standing"), next.standing);
  const down = next.masters.filter((master) => master.tone === "bad");
  const count = problems.count + down.length;
  document.title = (count > 0 ? `(${count}) ` : "") + deployment.name + " \u2013 Lockkeeper";
  drawMasters(next.masters);
  drawProblems(next, down);
  const all = [...down.map((master) => ({ ...master, id: "master " + master.name })), ...problems.first];
  const fresh = all.filter((problem) => !told.has(problem.id + problem.tone));
  const words = fresh.map((problem) => say("state_reason", problem.name, problem.text));
  if (isBack) words.unshift(say("fresh"));
  if (words.length > 0) setText(byId("heard"), words.join(". "));
  told = new Set(all.map((problem) => problem.id + problem.tone));
}

function drawMasters(masters) {
  const list = byId("masters");
  while (list.childElementCount > masters.length) list.lastChild.remove();
  masters.forEach((master, at) => {
    if (!list.children[at]) {
      const item = element("li");
      item.append(element("b"), sign("held"), element("span", "muted"));
      list.append(item);
    }
    const [name, mark, text] = list.children[at].children;
    setText(name, master.name);
    setShape(mark, { good: "held", notice: "stale", bad: "error" }[master.tone] ?? "unknown");
    setAttribute(mark, "class", "sign " + master.tone);
    setText(text, master.brief);
    setAttribute(list.children[at], "title", master.text);
  });
}

/** The lines above the table: the quorum, masters that are down, the first problems, and that there are none. */
function drawProblems({ problems, quorum, only_problems: areOnly, locks }, down) {
  const lines = problems.first.slice(0, kPhone.matches ? 1 : undefined).map((problem) => ({ ...problem, shape: "stale" }));
  lines.unshift(...down.map(({ name, text }) => ({ tone: "bad", shape: "error", name, text })));
  if (quorum.tone === "bad") lines.unshift({ tone: "bad", shape: "stale", text: quorum.text });
  if (problems.calm) lines.push({ tone: lines.length || !/^good|^$/.test(quorum.tone) ? "unknown" : "good", text: problems.calm, shape: "held" });
  if (areOnly) lines.push({ tone: "unknown", shape: "unknown", text: say("only_problems", locks) });
  const list = byId("problems");
  while (list.childElementCount > lines.length) list.lastChild.remove();
  const others = problems.count - lines.filter((line) => line.id).length;
  lines.forEach((line, at) => {
    if (!list.children[at]) list.append(newProblem());
    const node = list.children[at];
    const [mark, sentence, more] = node.children;
    setClass(node, "line-" + line.tone);
    setShape(mark, line.shape);
    setText(sentence.children[0], line.name ?? "");
    setText(sentence.children[1], line.name ? say("state_reason", "", line.text) : line.text);
    sentence.disabled = !line.id;
    sentence.dataset.id = line.id ?? "";
    more.hidden = others === 0 || !line.id || line.id !== problems.first[0].id;
    setText(more, say("more", others));
  });
}
function newProblem() {
  const node = element("div");
  const sentence = element("button", "sentence");
  sentence.append(element("b"), element("span"));
  const more = element("button");
  sentence.addEventListener("click", () => showLock(sentence.dataset.id));
  more.addEventListener("click", showProblems);
  node.append(sign("stale"), sentence, more);
  return node;
}

/** Shows a lock that a problem names, also if the filter hides it. */
function showLock(id) {
  if (!table.rows.has(id)) return;
  if (placeOf(id) < 0) clearFilter();
  reorder();
  goTo(placeOf(id));
  openDetails(id);
  byId("details").focus();
}
function showProblems() {
  for (const row of table.rows.values()) if (row.rank < kNotUrgent) table.states.add(row.state);
  table.isWhole = true;
  draw();
}
function clearFilter() {
  byId("filter").value = "";
  setFilter("");
  table.states.clear();
  draw();
}

/** One for each state that is a problem, the most urgent first. */
function drawChips() {
  const kinds = new Map();
  const states = new Set(table.states);
  for (const row of table.rows.values()) if (row.rank !== kNotUrgent) states.add(row.state);
  for (const row of table.rows.values()) {
    if (!states.has(row.state)) continue;
    const kind = kinds.get(row.state) ?? { ...row, count: 0 };
    kinds.set(row.state, { ...kind, rank: Math.min(kind.rank, row.rank), count: kind.count + 1 });
  }
  for (const state of table.states) if (!kinds.has(state)) kinds.set(state, { state, rank: kNotUrgent, shape: "free", tone: "muted", count: 0 });
  const sorted = [...kinds.values()].sort((a, b) => a.rank - b.rank);
  const list = byId("chips");
  const known = new Map([...list.children].map((chip) => [chip.dataset.state, chip]));
  for (const [state, chip] of known) if (!kinds.has(state)) chip.remove();
  sorted.forEach((kind, at) => {
    const chip = known.get(kind.state) ?? newChip(kind.state);
    setShape(chip.children[0], kind.shape);
    setAttribute(chip.children[0], "class", "sign " + kind.tone);
    setText(chip.children[2], String(kind.count));
    setAttribute(chip, "aria-pressed", String(table.states.has(kind.state)));
    if (list.children[at] !== chip) list.insertBefore(chip, list.children[at] ?? null);
  });
}
function newChip(state) {
  const chip = element("button");
  chip.dataset.state = state;
  chip.append(sign("stale"), element("span", "", state), element("b"));
  chip.addEventListener("click", () => {
    if (!table.states.delete(state)) table.states.add(state);
    table.isWhole = true;
    draw();
  });
  return chip;
}

function drawCount() {
  const shown = table.order.length;
  const all = summary.locks;
  const text = shown !== all ? say("shown", shown, all) : say(all === 1 ? "one_lock" : "many_locks", all);
  setText(byId("count"), text);
  const isFiltered = table.terms.length > 0 || table.states.size > 0;
  byId("empty").hidden = shown > 0;
  setText(byId("empty").firstElementChild, say(isFiltered ? "no_match" : "no_locks"));
  byId("clear").hidden = !isFiltered;
}

function showBoard() {
  byId("login").hidden = true;
  byId(kPlace === "all" ? "all" : "board").hidden = false;
  byId("up").hidden = kPlace !== "one";
  byId("logout").hidden = setting("login") === "";
}
function begin() {
  Object.assign(stream, { lastId: "", asOf: null, lostAt: null, trouble: "", tries: 0 });
  connect();
}

/** Forgets all data: who sees the login may not see them. */
function showLogin() {
  closeDetails();
  clearRows();
  summary = null;
  document.title = "Lockkeeper";
  byId("board").hidden = true;
  byId("all").hidden = true;
  for (const list of ["deployments", "problems", "masters", "heard", "lock-name", "facts"]) byId(list).replaceChildren();
  told = new Set();
  byId("login").hidden = false;
  byId("token").focus();
}

async function logIn(event) {
  event.preventDefault();
  setText(byId("login-answer"), "");
  let status = 0;
  try {
    status = (await fetch(kRoot + "login", { method: "POST", body: byId("token").value.trim() })).status;
  } catch { /* status 0 */ }
  byId("token").value = "";
  if (status === 204) {
    choose("login", "1");
    return begin();
  }
  setText(byId("login-answer"), say({ 401: "wrong_token", 503: "busy" }[status] ?? "not_reached"));
  byId("token").focus();
}
async function logOut() {
  stream.request?.abort();
  choose("login", "");
  try { await fetch(kRoot + "logout", { method: "POST" }); } catch { /* its end comes by itself */ }
  showLogin();
}

function keyOnPage(event) {
  const isTyping = /^(INPUT|SELECT)$/.test(event.target.tagName);
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    byId("filter").focus();
  } else if (event.key === "Escape" && !closeDetails() && (table.terms.length || table.states.size)) {
    clearFilter();
    byId("grid").focus();
  }
}

byId("grid").addEventListener("keydown", keyInTable);
byId("grid").addEventListener("scroll", draw, { passive: true });
byId("rows").addEventListener("click", (event) => {
  const id = event.target.closest(".row")?.dataset.id;
  if (!id || String(getSelection())) return;
  table.active = id;
  openDetails(id);
});
byId("filter").addEventListener("input", () => { setFilter(byId("filter").value); draw(); });
byId("filter").addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "Enter") { event.preventDefault(); byId("grid").focus(); goTo(0); }
});
byId("clear").addEventListener("click", () => { clearFilter(); byId("filter").focus(); });
byId("close").addEventListener("click", closeDetails);
byId("login").addEventListener("submit", logIn);
byId("logout").addEventListener("click", logOut);
byId("language").addEventListener("change", () => {
  language = byId("language").value;
  choose("language", language);
  table.states.clear();
  applyChoices();
  if (!byId("login").hidden) return;
  Object.assign(stream, { lastId: "" });
  connect();
  if (details.id !== null) readDetails();
});
byId("theme").addEventListener("change", () => { choose("theme", byId("theme").value); applyChoices(); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyChoices);
document.addEventListener("keydown", keyOnPage);
document.addEventListener("visibilitychange", () => {
  if (!byId("login").hidden) return;
  if (document.hidden) pause();
  else connect();
});
addEventListener("resize", () => {
  table.isWhole = true;
  coverBoard();
  if (summary) drawProblems(summary);
  draw();
});
setInterval(() => { watchStream(); draw(); }, 500);

applyChoices();
begin();
