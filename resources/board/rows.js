// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The table: all rows in memory, those in view in the document.

const table = {
  rows: new Map(), // by identifier
  order: [], // those that the filter lets through, sorted
  moved: new Set(), // identifiers of those whose place may be another
  isWhole: true, // all places may be others
  active: null, // identifier of the row that the keyboard is at
  activeAt: 0, // its place, for when it goes
  states: new Set(), // of the chips that are on
  terms: [],
  drawn: new Map(), // identifier -> element
  spare: [],
};
const kNotUrgent = 99;
const kFewMoves = 500; // of more, sorting all is quicker

function takeRow(row) {
  const before = table.rows.get(row.id);
  row.text = [row.name, row.state, row.reason, row.holder, row.library, row.note].join("\n").toLowerCase();
  if (before && before.rank === row.rank && before.text === row.text) return Object.assign(before, row);
  table.rows.set(row.id, row);
  table.moved.add(row.id);
}
function dropRow(id) { if (table.rows.delete(id)) table.moved.add(id); }
function clearRows() { table.rows.clear(); table.isWhole = true; }
const isDirty = () => table.isWhole || table.moved.size > 0;

/** Words that a row must have, each; * stands for anything. */
function setFilter(text) {
  table.terms = text.toLowerCase().split(/\s+/).filter(Boolean).map((word) =>
    new RegExp(word.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&")).join("[^\\n]*")));
  table.isWhole = true;
}
function isShown(row) {
  if (table.states.size > 0 && !table.states.has(row.state)) return false;
  return table.terms.every((term) => term.test(row.text));
}
const compare = (a, b) => a.rank - b.rank || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
/** Where the row is in the order, or belongs. */
function slotOf(row) {
  let from = 0;
  for (let to = table.order.length; from < to;) {
    const middle = (from + to) >> 1;
    if (compare(table.order[middle], row) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
/** The place of a row in the table; -1: it is not there, or hidden. */
function placeOf(id) {
  const row = table.rows.get(id);
  const slot = row ? slotOf(row) : -1;
  return row && table.order[slot] === row ? slot : -1;
}
function sortRows() {
  if (table.isWhole || table.moved.size > kFewMoves) {
    table.order = [...table.rows.values()].filter(isShown).sort(compare);
  } else {
    table.order = table.order.filter((row) => !table.moved.has(row.id));
    for (const id of table.moved) {
      const row = table.rows.get(id);
      if (row && isShown(row)) table.order.splice(slotOf(row), 0, row);
    }
  }
  table.moved.clear();
  table.isWhole = false;
}

const rowHeight = () => parseInt(getComputedStyle(document.documentElement).getPropertyValue("--row"), 10);
const headHeight = () => getComputedStyle(byId("head")).position === "sticky" ? byId("head").offsetHeight : 0;

/** Brings the order up to date. The row that is on top stays where it is. */
function reorder() {
  const grid = byId("grid");
  const height = rowHeight();
  const first = Math.floor(grid.scrollTop / height);
  const rest = grid.scrollTop - first * height;
  const seen = grid.scrollTop > 0 ? table.order.slice(first, first + 50).map((row) => row.id) : [];
  sortRows();
  byId("rows").style.height = table.order.length * height + "px";
  setAttribute(grid, "aria-rowcount", String(table.order.length + 1));
  const anchor = seen.map(placeOf).find((place) => place >= 0);
  if (anchor !== undefined) grid.scrollTop = anchor * height + rest;
  const active = placeOf(table.active);
  if (active >= 0) table.activeAt = active;
}

function newRow() {
  const node = element("div", "row");
  node.setAttribute("role", "row");
  for (const name of ["name", "evidence", "holder", "held number", "left", "votes", "waiting number", "library"]) {
    const cell = element("span", name);
    cell.setAttribute("role", "gridcell");
    cell.setAttribute("aria-colindex", String(node.childElementCount + 1));
    node.append(cell);
  }
  const [name, evidence, , , left, votes] = node.children;
  name.append(sign("held"), element("span"), element("small", "said"));
  evidence.append(element("b"), element("span"));
  left.append(element("span", "bar"), element("span"));
  left.firstChild.append(element("i"));
  left.firstChild.setAttribute("aria-hidden", "true");
  votes.append(element("span", "heard"));
  return node;
}

/** What is left, in words, and as a part of the whole. */
function leftOf(row, now) {
  const until = Math.min(now, row.old ?? now);
  let text = row.left ?? duration(row.ends - until);
  if (row.latest && row.latest - row.ends > 1000) text = say("range", text, duration(row.latest - until));
  const isEndless = row.left !== null;
  return {
    text: row.old && !isEndless ? say("old", text) : text,
    part: row.full && !isEndless ? Math.min(1, Math.max(0, row.ends - until) / row.full) : 0,
  };
}
function heldOf(row, now, key) {
  if (row.since === null) return "";
  const text = duration(Math.min(now, row.old ?? now) - row.since);
  return row.exact ? text : say(key, text);
}

function fillRow(node, row, index, height, now) {
  const [name, evidence, holder, held, left, votes, waiting, library] = node.children;
  const left_ = leftOf(row, now);
  const isActive = row.id === table.active;
  setClass(node, ["row", index % 2 ? "odd" : "", row.old ? "old" : "", row.left !== null && row.full === null ? "endless" : "", isActive ? "active" : ""].join(" ").replace(/ +/g, " ").trim());
  setAttribute(node, "id", "row-" + row.id);
  setAttribute(node, "aria-rowindex", String(index + 2));
  setAttribute(node, "aria-selected", String(row.id === details.id));
  node.style.transform = `translateY(${index * height}px)`;
  node.dataset.id = row.id;
  setShape(name.children[0], row.shape);
  setAttribute(name.children[0], "class", "sign " + row.tone);
  setText(name.children[1], row.name);
  setAttribute(name, "title", row.name);
  name.children[2].hidden = row.note === "";
  setText(name.children[2], row.note ? say("note") : "");
  setAttribute(name.children[2], "title", row.note);
  setText(evidence.children[0], row.state);
  setClass(evidence.children[0], row.tone);
  setText(evidence.children[1], row.reason ? say("state_reason", "", row.reason) : "");
  setAttribute(evidence, "title", row.reason ? say("state_reason", row.state, row.reason) : row.state);
  setText(holder, row.holder);
  setAttribute(holder, "title", row.holder);
  setText(held, heldOf(row, now, "at_least"));
  setText(left.children[1], left_.text);
  left.firstChild.firstChild.style.transform = `scaleX(${left_.part})`;
  left.firstChild.hidden = row.ends === null && row.full !== null || row.since === null;
  const held_ = row.votes.filter((vote) => vote === "held").length;
  setText(votes.firstChild, say("of_votes", held_, row.votes.length));
  while (votes.childElementCount - 1 > row.votes.length) votes.lastChild.remove();
  row.votes.forEach((vote, at) => {
    if (!votes.children[at + 1]) votes.append(sign(vote));
    setShape(votes.children[at + 1], vote);
    setAttribute(votes.children[at + 1], "class", "sign mark-" + vote);
  });
  setText(waiting, row.waiting);
  setText(library, row.library);
  setAttribute(library, "title", row.library);
}

/** Draws the rows in view, and the active one. */
function drawRows() {
  if (isDirty()) reorder();
  const grid = byId("grid");
  const height = rowHeight();
  const from = Math.max(0, Math.floor(grid.scrollTop / height) - 4);
  const to = Math.min(table.order.length, Math.ceil((grid.scrollTop + grid.clientHeight) / height) + 4);
  const wanted = new Map();
  for (let index = from; index < to; ++index) wanted.set(table.order[index].id, index);
  const active = placeOf(table.active);
  if (active >= 0) wanted.set(table.active, active);
  for (const [id, node] of table.drawn) {
    if (wanted.has(id)) continue;
    table.drawn.delete(id);
    node.remove();
    table.spare.push(node);
  }
  const now = clock.now();
  // In the order of the table, for those who hear it.
  let before = null;
  for (const [id, index] of [...wanted].sort((a, b) => a[1] - b[1])) {
    const node = table.drawn.get(id) ?? table.spare.pop() ?? newRow();
    table.drawn.set(id, node);
    fillRow(node, table.order[index], index, height, now);
    const next = before ? before.nextSibling : byId("rows").firstChild;
    if (next !== node) byId("rows").insertBefore(node, next);
    before = node;
  }
  if (active < 0) grid.removeAttribute("aria-activedescendant");
  else setAttribute(grid, "aria-activedescendant", "row-" + table.active);
}

/** Makes the row at this place the active one, and shows it. */
function goTo(index) {
  if (table.order.length === 0) return;
  table.activeAt = Math.min(Math.max(0, index), table.order.length - 1);
  table.active = table.order[table.activeAt].id;
  const grid = byId("grid");
  const height = rowHeight();
  const top = table.activeAt * height;
  const room = grid.clientHeight - headHeight();
  if (top < grid.scrollTop) grid.scrollTop = top;
  else if (top + height > grid.scrollTop + room) grid.scrollTop = top + height - room;
  if (details.id !== null) openDetails(table.active);
  draw();
}

function keyInTable(event) {
  const page = Math.max(1, Math.floor((byId("grid").clientHeight - headHeight()) / rowHeight()) - 1);
  const isThere = placeOf(table.active) >= 0;
  const steps = { ArrowDown: isThere ? 1 : 0, ArrowUp: -1, PageDown: page, PageUp: -page };
  if (event.key in steps) goTo(table.activeAt + steps[event.key]);
  else if (event.key === "Home") goTo(0);
  else if (event.key === "End") goTo(table.order.length - 1);
  else if (event.key === "Enter" || event.key === " ") {
    if (!isThere) return;
    openDetails(table.active);
    byId("details").focus();
  } else return;
  event.preventDefault();
}
