// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
"use strict";
// Words, settings, time and elements. All text of the server is set by textContent only.

const kWords = JSON.parse(document.getElementById("words").textContent);
const kPhone = matchMedia("(max-width: 700px)");
// With --all: "all" for the list of deployments, "one" for one of them.
const kPlace = document.documentElement.dataset.place;
const kRoot = kPlace === "one" ? "../../" : "";
const byId = (id) => document.getElementById(id);

// A browser may forbid storage: then a choice lasts as long as the page.
const chosen = {};
function setting(name) {
  try { return chosen[name] ?? localStorage.getItem("lockkeeper." + name) ?? ""; } catch { return chosen[name] ?? ""; }
}
function choose(name, value) {
  chosen[name] = value;
  try { localStorage.setItem("lockkeeper." + name, value); } catch { /* see above */ }
}

function languageOfBrowser() {
  const known = navigator.languages.map((tag) => /^zh\b(?!.*(hant|tw|hk|mo))/i.test(tag) ? "zh-CN" : /^en\b/i.test(tag) ? "en" : "");
  return known.find((tag) => tag) ?? "en";
}
let language = setting("language") in kWords ? setting("language") : languageOfBrowser();

/** A text in the page's language; $0 and $1 are replaced. */
function say(key, ...values) {
  return kWords[language][key].replace(/\$(\d)/g, (_, number) => values[number]);
}

/** A duration as the server writes it. */
function duration(milliseconds) {
  const forms = kWords[language].durations;
  const longest = forms[forms.length - 1].below;
  const length = Math.min(Math.max(0, Math.floor(milliseconds)), longest);
  const form = forms.find((each) => length < each.below) ?? forms[forms.length - 1];
  const rest = String(Math.floor(length % form.unit / form.part));
  return form.format.replace("$0", Math.floor(length / form.unit)).replace("$1", form.part >= 1000 ? rest.padStart(2, "0") : rest);
}

/** The server's steady clock. The answer that was quickest on its way shows it best. */
const clock = {
  ahead: -Infinity, // of ours
  stoppedAt: null, // while nothing arrives, nothing counts on
  note(at) { this.ahead = Math.max(this.ahead, at - performance.now()); },
  live() { return performance.now() + this.ahead; },
  now() { return this.stoppedAt ?? this.live(); },
};

function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
function sign(shape, className = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("class", "sign " + className);
  made.setAttribute("aria-hidden", "true");
  made.append(document.createElementNS("http://www.w3.org/2000/svg", "use"));
  setShape(made, shape);
  return made;
}
function setShape(svg, shape) {
  setAttribute(svg.firstElementChild, "href", "#shape-" + (shape === "silent" ? "unknown" : shape));
}
// What is the same is not set again: that would cost a layout, and a selection of text.
function setText(node, text) { if (node.textContent !== text) node.textContent = text; }
function setAttribute(node, name, value) { if (node.getAttribute(name) !== value) node.setAttribute(name, value); }
function setClass(node, name) { setAttribute(node, "class", name); }

function applyChoices() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = setting("theme") || (dark ? "dark" : "light");
  document.documentElement.toggleAttribute("data-dark", theme === "dark");
  document.documentElement.lang = language;
  byId("language").value = language;
  byId("theme").value = setting("theme");
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
  for (const node of document.querySelectorAll("[data-hint]")) node.placeholder = say(node.dataset.hint);
}
