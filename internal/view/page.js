"use strict";
// The rows of the table in #trace, drawn as a treegrid. Only the rows to be seen are elements. Text
// reaches the page as textContent alone.
(() => {
const $ = id => document.getElementById(id);
const T = JSON.parse($("trace").textContent);
const N = T.Depth.length, ROW = 22;
const SHELL = 0, BLOCK = 1, ATTEMPT = 2, LIST = 3, IDLE = 4, COMMAND = 5, FOLD = 6;
const text = i => T.Texts[i];

// States as classes and marks, in the order of T.States.
const LOOK = [["fine", "✓"], ["bad", "✕"], ["bad", "✕"], ["limit", "◷"], ["cancel", "–"], ["cancel", "↩"],
  ["cancel", "…"], ["odd", ""], ["killed", "✕"], ["cut", "✂"], ["cut", "↷"], ["odd", "↷"]];
const look = i => LOOK[T.State[i]][0];
const wrong = i => ["bad", "limit", "killed"].includes(look(i)) || T.State[i] === 9;

// next[i] is the row after i and all below it, up[i] the row around it.
const next = new Int32Array(N), up = new Int32Array(N).fill(-1);
{
  const around = [];
  for (let i = 0; i < N; i++) {
    while (around.length > T.Depth[i]) next[around.pop()] = i;
    if (around.length) up[i] = around[around.length - 1];
    around.push(i);
  }
  for (const i of around) next[i] = N;
}
const inner = i => next[i] > i + 1;
const open = new Uint8Array(N);
const asAtFirst = () => { open.fill(0); for (const i of T.Open) open[i] = 1; };
asAtFirst();

let shown = [];                          // the rows that no folded row hides
const position = new Int32Array(N);      // of a row in shown
let selected = 0, from = 0, to = T.Total, width = 600, printing = false;

function list() {
  shown = [];
  for (let i = 0; i < N; i = open[i] ? i + 1 : next[i]) { position[i] = shown.length; shown.push(i); }
}
const hidden = i => { for (let u = up[i]; u >= 0; u = up[u]) if (!open[u]) return true; return false; };

// duration returns a time in microseconds for people.
function duration(us) {
  const r = (x, d) => String(+x.toPrecision(d));
  if (us === 0) return "0 s";
  if (us < 999.5) return us + " µs";
  if (us < 999500) return r(us / 1e3, 3) + " ms";
  if (us < 59950000) return r(us / 1e6, 3) + " s";
  const units = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]], s = us / 1e6;
  for (let k = 0; k < 3; k++) {
    const whole = Math.round(s / units[k + 1][0]) * units[k + 1][0];
    if (whole < units[k][0]) continue;
    const rest = Math.round(whole % units[k][0] / units[k + 1][0]);
    return Math.floor(whole / units[k][0]) + " " + units[k][1] + (rest ? " " + rest + " " + units[k + 1][1] : "");
  }
  return "1 min";
}

const STEPS = (() => {
  const s = [];
  for (let p = 1; p <= 1e5; p *= 10) s.push(p, 2 * p, 5 * p);
  for (const n of [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200]) s.push(n * 1e6);
  for (let d = 86400e6; d < 1e17; d *= 2) s.push(d);
  return s;
})();
function ticks() {
  const room = Math.max(2, Math.floor(width / 90));
  const step = STEPS.find(s => (to - from) / s <= room) || STEPS[STEPS.length - 1];
  const all = [];
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) all.push(t);
  return all;
}

const SVG = "http://www.w3.org/2000/svg";
function svg(name, attributes, parent) {
  const e = document.createElementNS(SVG, name);
  for (const a in attributes) e.setAttribute(a, attributes[a]);
  if (parent) parent.append(e);
  return e;
}
function element(name, cls, content, parent) {
  const e = document.createElement(name);
  if (cls) e.className = cls;
  if (content) e.textContent = content;
  if (parent) parent.append(e);
  return e;
}

// The time axis has a margin, so that its ends are seen.
const LEFT = 5, RIGHT = 14;
const x = t => LEFT + (t - from) / (to - from) * (width - LEFT - RIGHT);

// A Painter collects rectangles by class. Those narrower than a pixel are merged with their
// neighbours, so that a row of 100,000 parts is no more than a few hundred rectangles.
class Painter {
  constructor() { this.paths = new Map(); this.least = 1.5; }
  add(cls, b, e, top, height) {
    let l = x(b), r = x(e);
    if (r < -1 || l > width + 1) return;
    l = Math.max(l, -2); r = Math.min(r, width + 2);
    if (r - l < this.least) r = l + this.least;
    const key = cls + " " + top;
    let p = this.paths.get(key);
    if (!p) this.paths.set(key, p = { cls, d: [], last: -9 });
    if (r <= p.last + .4) return;
    if (l < p.last) l = Math.min(p.last, r);
    p.last = r;
    p.d.push(`M${l.toFixed(1)} ${top}H${r.toFixed(1)}V${top + height}H${l.toFixed(1)}z`);
  }
  into(parent) {
    for (const p of this.paths.values()) svg("path", { class: p.cls, d: p.d.join("") }, parent);
  }
}

function barClass(i) {
  const k = T.Kind[i], l = look(i);
  if (l === "cut" && T.State[i] === 9) return "s-cut";
  if (k === COMMAND) return l === "bad" || l === "limit" ? "s-" + l : l === "killed" ? "s-killed" : "s-command";
  if (k === LIST) return l === "bad" ? "s-bad" : "s-list";
  if (k === SHELL) return "s-shell";
  if (l === "odd" || l === "cut") return "s-cancel";
  return "s-" + l;
}

// paintParts paints what a row is made of: the attempts of a block, the parts of a fold. Those that
// ran at the same time are next to each other, in at most five lanes.
function paintParts(p, i, top, height) {
  const parts = [];
  (function take(i) {
    for (let c = i + 1; c < next[i]; c = next[c]) T.Kind[c] === FOLD ? take(c) : parts.push(c);
  })(i);
  const ends = [], lanes = new Uint8Array(parts.length);
  parts.forEach((c, k) => {
    let free = ends.findIndex(e => e <= T.From[c]);
    if (free < 0) free = ends.length < 5 ? ends.length : ends.indexOf(Math.min(...ends));
    lanes[k] = free;
    ends[free] = T.To[c];
  });
  const high = height / Math.max(ends.length, 1);
  parts.forEach((c, k) => {
    const at = top + lanes[k] * high, thin = ends.length > 1 ? 0 : 2;
    paintWaits(p, c, at + thin, high - 2 * thin);
    p.least = k + 1 < parts.length && ends.length < 2 ? Math.min(1.5, Math.max(.4 * (x(T.From[parts[k + 1]]) - x(T.From[c])), .3)) : 1.5;
    if (T.Kind[c] === IDLE) p.add(idleClass(c), T.From[c], T.To[c], at + thin, high - 2 * thin);
    else p.add(barClass(c), T.From[c], T.To[c], at, high);
  });
}
function paintWaits(p, i, top, height) {
  for (const [kind, b, e] of T.Waits[i] || []) p.add(kind ? "s-queue" : "s-delay", b, e, top, height);
}
const idleClass = i => text(T.Label[i]).startsWith("delay") ? "s-delay" : "s-queue";

// within returns the block that a folded row is about: the one that takes most of its time.
function within(i) {
  const most = .8 * (T.To[i] - T.From[i]);
  while (T.Kind[i] !== BLOCK) {
    let c = i + 1;
    while (c < next[i] && T.To[c] - T.From[c] < most) c = next[c];
    if (c >= next[i] || T.Kind[c] === FOLD) return -1;
    i = c;
  }
  return i;
}

function lane(i, cell) {
  const s = svg("svg", { "aria-hidden": "true" }, cell);
  for (const t of ticks()) svg("line", { class: "tick", x1: x(t), x2: x(t), y1: 0, y2: ROW }, s);
  const p = new Painter(), k = T.Kind[i];
  let b = T.From[i], e = T.To[i];
  if (k === BLOCK) {
    const l = Math.max(x(b), -5), r = Math.min(x(e), width + 5);
    if (r > 0 && l < width) svg("rect", { class: "box", x: l, y: 3.5, width: Math.max(r - l, 1), height: 15, rx: 2 }, s);
    paintParts(p, i, 6, 10);
  } else if (k === FOLD) {
    paintParts(p, i, 5, 12);
  } else if (k === SHELL && (open[i] || within(i) < 0)) {
    p.add(barClass(i), b, e, 9, 4);
  } else if (k === IDLE) {
    p.add(idleClass(i), b, e, 7, 8);
  } else {
    paintWaits(p, i, 7, 8);
    const block = !open[i] && inner(i) ? within(i) : -1;
    if (block >= 0) {
      p.add(barClass(i), b, e, 4, 3);
      paintParts(p, block, 8, 10);
    } else p.add(barClass(i), b, e, k === COMMAND ? 7 : 4, k === COMMAND ? 8 : 14);
  }
  p.into(s);
  if (T.State[i] === 9) {
    const r = Math.min(x(e), width - 1);
    svg("path", { class: "torn", d: `M${r - 3} 2l3 4.5l-3 4.5l3 4.5l-3 4.5` }, s);
  }
  for (let u = i; u >= 0; u = up[u]) {
    if (T.Limits[u] === undefined) continue;
    const l = Math.min(x(T.Limits[u]), width - 1);
    if (l < 0) continue;
    svg("line", { class: "deadline", x1: l, x2: l, y1: 0, y2: ROW }, s);
    if (u === i) svg("path", { class: "flag", d: `M${l} 1l-7 3.5l7 3.5z` }, s);
  }
  const said = saying(i);
  if (said) beside(cell, i, said, b, e);
  waitTexts(cell, i);
}

// saying returns what stands beside a row's bar; suffix, what stands after its name.
function saying(i) {
  const error = text(T.Error[i]), note = text(T.Note[i]), k = T.Kind[i];
  if (k === BLOCK || k === SHELL) return open[i] ? "" : error;
  if (k === FOLD) return error;
  if (k === ATTEMPT && open[i])      // a block in it says why
    for (let c = i + 1; c < next[i]; c = next[c]) if (T.Kind[c] === BLOCK && wrong(c)) return "";
  if (error && note && !error.includes(note)) return note + ": " + error;
  return error || note;
}
function suffix(i) {
  const k = T.Kind[i], note = text(T.Note[i]);
  if (k === BLOCK) return ["line " + T.Line[i], note].filter(s => s).join(" · ");
  if (k === ATTEMPT && !open[i] && next[i] === i + 2 && T.Kind[i + 1] === COMMAND) return text(T.Label[i + 1]);
  return k === FOLD || k === SHELL ? note : "";
}

function beside(cell, i, said, b, e) {
  const l = x(b), r = x(e), box = element("span", "note " + look(i), said, cell);
  if (T.Kind[i] === BLOCK && T.State[i] === 0) box.className = "note";
  if (r < 0 || l > width) { box.remove(); return; }
  const first = (T.Waits[i] || []).length ? x(T.Waits[i][0][1]) : l;
  if (width - r >= Math.min(160, 7 * said.length)) { box.style.left = r + 6 + "px"; box.style.maxWidth = width - r - 8 + "px"; return; }
  if (first >= Math.min(160, 7 * said.length) + 8) {
    box.style.right = width - first + 6 + "px"; box.style.maxWidth = first - 8 + "px"; box.style.textAlign = "right"; return;
  }
  box.classList.add("over");
  box.style.left = Math.max(l, 0) + 8 + "px";
  box.style.maxWidth = Math.max(Math.min(r, width) - Math.max(l, 0) - 16, 60) + "px";
}

// waitTexts writes a wait's length into it, if there is room.
function waitTexts(cell, i) {
  if (T.Kind[i] === FOLD) return;
  for (const [kind, b, e] of T.Waits[i] || []) {
    const l = Math.max(x(b), 0), r = Math.min(x(e), width);
    const said = (kind ? "queue " : "delay ") + duration(e - b);
    if (r - l < 7 * said.length + 12) continue;
    const box = element("span", "note over", said, cell);
    box.style.left = (l + r) / 2 - 3.3 * said.length - 5 + "px";
  }
}

function rowElement(i) {
  const r = element("div", `row k${T.Kind[i]} ${look(i)}${i === selected ? " selected" : ""}`);
  r.id = "r" + i;
  r.setAttribute("role", "row");
  r.setAttribute("aria-level", T.Depth[i] + 1);
  r.setAttribute("aria-selected", i === selected);
  r.setAttribute("aria-label", spoken(i));
  if (inner(i)) r.setAttribute("aria-expanded", !!open[i]);
  const name = element("div", "name", "", r);
  name.setAttribute("role", "gridcell");
  name.style.paddingLeft = 4 + 13 * Math.min(T.Depth[i], 24) + "px";
  element("span", "twist", inner(i) ? (open[i] ? "▼" : "▶") : "", name);
  element("span", "mark", LOOK[T.State[i]][1], name);
  const label = element("span", "text", text(T.Label[i]), name), more = suffix(i);
  if (more) element("span", "more", " " + more, label);
  const took = element("div", "took", duration(T.To[i] - T.From[i]), r);
  took.setAttribute("role", "gridcell");
  const cell = element("div", "lane", "", r);
  cell.setAttribute("role", "gridcell");
  lane(i, cell);
  return r;
}

// spoken is the accessible name of a row.
function spoken(i) {
  const parts = [text(T.Label[i]), T.Kind[i] === IDLE ? "" : T.States[T.State[i]], duration(T.To[i] - T.From[i])];
  for (const [kind, b, e] of T.Waits[i] || []) parts.push((kind ? "queue " : "delay ") + duration(e - b) + " before it");
  parts.push(text(T.Note[i]), text(T.Error[i]));
  return [...new Set(parts)].filter(p => p).join(", ");
}

const grid = $("grid"), rows = $("rows"), axis = $("axis"), pane = $("pane"), tip = $("tip");

function draw() {
  width = printing ? 607 : Math.max(axis.clientWidth, 50);
  let first = 0, last = Math.min(shown.length, 5000);
  if (!printing) {
    first = Math.max(0, Math.floor(grid.scrollTop / ROW) - 8);
    last = Math.min(shown.length, Math.ceil((grid.scrollTop + grid.clientHeight) / ROW) + 8);
  }
  const all = document.createDocumentFragment();
  for (let k = first; k < last; k++) {
    const r = rowElement(shown[k]);
    r.style.top = k * ROW + "px";
    r.setAttribute("aria-rowindex", k + 2);
    all.append(r);
  }
  rows.replaceChildren(all);
  rows.style.height = shown.length * ROW + 8 + "px";
  grid.setAttribute("aria-rowcount", shown.length + 1);
  if (position[selected] >= first && position[selected] < last) grid.setAttribute("aria-activedescendant", "r" + selected);
  else grid.removeAttribute("aria-activedescendant");
  drawAxis();
}

function drawAxis() {
  const s = svg("svg", { "aria-hidden": "true" });
  for (const t of ticks()) {
    const at = x(t);
    svg("line", { class: "tick", x1: at, x2: at, y1: 18, y2: 26 }, s);
    const l = svg("text", { class: "ticktext", x: at, y: 16, "text-anchor": at < 12 ? "start" : at > width - 24 ? "end" : "middle" }, s);
    l.textContent = duration(t);
  }
  axis.replaceChildren(s);
}

let waiting = false;
function later() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; draw(); });
}

// shares lists what the time of the run was spent with, each with a bar below it.
function shares(into, lines) {
  const table = element("ul", "shares", "", into);
  lines.split("\n").forEach((line, k) => {
    const [percent, took, what] = line.split("\t"), li = element("li", "", "", table);
    element("span", "percent", percent, li);
    const go = element("button", "what", what, li);
    go.title = "The row with the largest part of it";
    go.onclick = () => { select(T.Shares[k]); grid.focus({ preventScroll: true }); };
    element("span", "time", took, li);
    svg("rect", { width: parseFloat(percent) + "%", height: 2 }, svg("svg", { "aria-hidden": "true" }, li));
  });
}

function details() {
  const i = selected;
  pane.replaceChildren();
  element("h2", T.Kind[i] === COMMAND ? "mono" : "", text(T.Label[i]), pane);
  const around = [];
  for (let u = up[i]; u >= 0; u = up[u]) around.unshift(text(T.Label[u]));
  if (around.length) element("p", "where", "in " + around.slice(-4).join(" › "), pane);
  const dl = element("dl", "", "", pane);
  const add = (name, value, cls) => {
    element("dt", "", name, dl);
    if (name === "Where the time went") { shares(element("dd", "", "", dl), value); return; }
    if (name === "Output") { element("pre", "", value, element("dd", "", "", dl)).tabIndex = 0; return; }
    element("dd", cls, value, dl);
  };
  const d = T.Details[i] || [];
  let k = 0;
  if (d.length && text(d[0]) === "Where the time went") { add(text(d[0]), text(d[1])); k = 2; }
  add("Time", duration(T.To[i] - T.From[i]) + ", from " + duration(T.From[i]) + " to " + duration(T.To[i]) + " of the run");
  add("Began", new Date(T.Begin + T.From[i] / 1000).toISOString().replace("T", " ").replace("Z", " UTC"));
  for (; k < d.length; k += 2) {
    const name = text(d[k]);
    add(name, text(d[k + 1]), name === "Error" ? "error" : name === "Text" || name === "Words" ? "mono" : "");
  }
  pane.scrollTop = 0;
}

function select(i, keep) {
  for (let u = up[i]; u >= 0; u = up[u]) if (!open[u]) { open[u] = 1; keep = false; }
  selected = i;
  if (!keep) list();
  const top = position[i] * ROW;
  const room = grid.clientHeight - 26;
  if (top < grid.scrollTop) grid.scrollTop = top - 2 * ROW;
  else if (top + ROW > grid.scrollTop + room) grid.scrollTop = top + 3 * ROW - room;
  details();
  draw();
}

function toggle(i) {
  if (!inner(i)) return;
  open[i] ^= 1;
  if (hidden(selected)) selected = i;
  list();
  details();
  draw();
}

function range(b, e) {
  const least = Math.min(20, T.Total);
  if (e - b < least) { const m = (b + e) / 2; b = m - least / 2; e = m + least / 2; }
  if (e - b >= T.Total) { b = 0; e = T.Total; }
  if (b < 0) { e -= b; b = 0; }
  if (e > T.Total) { b -= e - T.Total; e = T.Total; }
  from = Math.max(b, 0); to = e;
  later();
}
function zoom(factor, at) {
  if (at === undefined) {
    at = (Math.max(T.From[selected], from) + Math.min(T.To[selected], to)) / 2;
    if (at < from || at > to) at = (from + to) / 2;
  }
  range(at - (at - from) / factor, at + (to - at) / factor);
}
const whole = () => range(0, T.Total);
function alone(i) {
  const b = (T.Waits[i] || []).length ? T.Waits[i][0][1] : T.From[i], margin = (T.To[i] - b) * .04;
  range(b - margin, T.To[i] + margin);
}

function failure(step) {
  const deep = i => wrong(i) && (T.Kind[i] === ATTEMPT || T.Kind[i] === FOLD || T.Kind[i] === COMMAND || !inner(i));
  for (let k = 1, i = selected; k <= N; k++) {
    i = (i + step + N) % N;
    if (deep(i) && !(up[i] >= 0 && T.Kind[up[i]] === FOLD)) return select(i);
  }
}

function find(step) {
  const want = $("find").value.toLowerCase();
  if (!want) return;
  for (let k = 1, i = selected; k <= N; k++) {
    i = (i + step + N) % N;
    if (text(T.Label[i]).toLowerCase().includes(want) || text(T.Error[i]).toLowerCase().includes(want)) return select(i);
  }
}

function unfoldAll() { open.fill(1); list(); select(selected, true); }
function foldAgain() { asAtFirst(); while (hidden(selected)) selected = up[selected]; list(); select(selected, true); }

const KEYS = {
  ArrowDown: () => select(shown[Math.min(position[selected] + 1, shown.length - 1)], true),
  ArrowUp: () => select(shown[Math.max(position[selected] - 1, 0)], true),
  PageDown: () => select(shown[Math.min(position[selected] + 20, shown.length - 1)], true),
  PageUp: () => select(shown[Math.max(position[selected] - 20, 0)], true),
  Home: () => select(0, true),
  End: () => select(shown[shown.length - 1], true),
  ArrowRight: () => { if (inner(selected)) open[selected] ? select(selected + 1, true) : toggle(selected); },
  ArrowLeft: () => { if (open[selected] && inner(selected)) toggle(selected); else if (up[selected] >= 0) select(up[selected], true); },
  Enter: () => toggle(selected), " ": () => toggle(selected),
  "+": () => zoom(2), "=": () => zoom(2), "-": () => zoom(.5), "0": whole, f: () => alone(selected),
  n: () => failure(1), N: () => failure(-1), "*": unfoldAll, a: foldAgain,
  "/": () => $("find").focus(), "?": () => $("help").showModal(),
};
document.addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || $("help").open) return;
  const at = document.activeElement;
  if (at === $("find")) {
    if (e.key === "Enter") { find(e.shiftKey ? -1 : 1); e.preventDefault(); }
    if (e.key === "Escape") { grid.focus(); e.preventDefault(); }
    return;
  }
  if (at && at.tagName === "BUTTON" && (e.key === "Enter" || e.key === " ")) return;
  if (pane.contains(at) && (e.key.startsWith("Arrow") || e.key.startsWith("Page") || e.key === "Home" || e.key === "End")) return;
  let key = KEYS[e.key];
  if (e.shiftKey && (e.key === "ArrowRight" || e.key === "ArrowLeft")) {
    const d = (to - from) / 4 * (e.key === "ArrowRight" ? 1 : -1);
    key = () => range(from + d, to + d);
  }
  if (!key) return;
  key();
  e.preventDefault();
});

const rowOf = e => { const r = e.target.closest && e.target.closest(".row"); return r ? +r.id.slice(1) : -1; };
rows.addEventListener("click", e => {
  const i = rowOf(e);
  if (i < 0) return;
  const fold = e.target.classList.contains("twist");
  grid.focus({ preventScroll: true });
  if (fold) toggle(i); else select(i, true);
});
rows.addEventListener("dblclick", e => { const i = rowOf(e); if (i >= 0 && e.target.closest(".lane")) alone(i); else if (i >= 0) toggle(i); });
// under returns the row whose bar is at a time in the row of another: an attempt of a block, or what
// a fold stands for. With no bar there it is the row itself.
function under(i, at) {
  const near = 2 / (width - LEFT - RIGHT) * (to - from);
  const block = T.Kind[i] === BLOCK || T.Kind[i] === FOLD ? i : open[i] ? -1 : within(i);
  let best = -1;
  (function look(i) {
    for (let c = i + 1; c < next[i]; c = next[c]) {
      if (T.Kind[c] === FOLD) { look(c); continue; }
      const w = T.Waits[c], begin = w && w.length ? w[0][1] : T.From[c];
      if (at >= begin - near && at <= T.To[c] + near) best = c;
    }
  })(block < 0 ? N : block);
  return best < 0 ? i : best;
}
rows.addEventListener("pointermove", e => {
  const row = rowOf(e);
  if (row < 0) { tip.hidden = true; return; }
  const i = e.target.closest(".lane") ? under(row, time(e)) : row;
  tip.replaceChildren();
  element("b", "", text(T.Label[i]), tip);
  const lines = [T.States[T.State[i]] + ", " + duration(T.To[i] - T.From[i])];
  for (const [kind, b, e] of T.Waits[i] || []) lines.push((kind ? "queue " : "delay ") + duration(e - b) + " before it");
  if (text(T.Note[i])) lines.push(text(T.Note[i]));
  if (text(T.Error[i])) lines.push(text(T.Error[i]));
  tip.append(lines.join("\n"));
  tip.hidden = false;
  const w = tip.offsetWidth, h = tip.offsetHeight;
  tip.style.left = Math.max(4, Math.min(e.clientX + 14, innerWidth - w - 8)) + "px";
  tip.style.top = (e.clientY + 20 + h > innerHeight ? e.clientY - h - 10 : e.clientY + 20) + "px";
});
rows.addEventListener("pointerleave", () => { tip.hidden = true; });

const time = e => from + (e.clientX - axis.getBoundingClientRect().left - LEFT) / (width - LEFT - RIGHT) * (to - from);
axis.addEventListener("pointerdown", e => {
  const begin = time(e);
  axis.setPointerCapture(e.pointerId);
  const band = svg("rect", { class: "band", y: 0, height: 26, x: 0, width: 0 }, axis.firstChild);
  const move = m => {
    const a = x(Math.min(begin, time(m))), b = x(Math.max(begin, time(m)));
    band.setAttribute("x", a); band.setAttribute("width", b - a);
  };
  axis.addEventListener("pointermove", move);
  axis.addEventListener("pointerup", m => {
    axis.removeEventListener("pointermove", move);
    band.remove();
    const end = time(m);
    if (Math.abs(x(end) - x(begin)) > 5) range(Math.min(begin, end), Math.max(begin, end));
  }, { once: true });
});
axis.addEventListener("dblclick", whole);
grid.addEventListener("wheel", e => {
  if (e.ctrlKey) { zoom(Math.exp(-e.deltaY / 300), time(e)); e.preventDefault(); }
  else if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
    const d = (e.deltaX || e.deltaY) / width * (to - from);
    if (to - from < T.Total) { range(from + d, to + d); e.preventDefault(); }
  }
}, { passive: false });
grid.addEventListener("scroll", later, { passive: true });
new ResizeObserver(later).observe(axis);
addEventListener("beforeprint", () => { printing = true; draw(); });
addEventListener("afterprint", () => { printing = false; draw(); });

$("in").onclick = () => zoom(2);
$("out").onclick = () => zoom(.5);
$("fit").onclick = whole;
$("unfold").onclick = unfoldAll;
$("fold").onclick = foldAgain;
$("failure").onclick = () => { failure(1); grid.focus({ preventScroll: true }); };
$("keys").onclick = () => $("help").showModal();

// The patterns of waits, and the legend.
{
  const s = svg("svg", { width: 0, height: 0, "aria-hidden": "true" });
  s.style.position = "absolute";
  const defs = svg("defs", {}, s);
  const pattern = (id, size) => svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, defs);
  svg("path", { d: "M-1 1l2-2M0 5l5-5M4 6l2-2", "stroke-width": 1.2 }, pattern("p-delay", 5));
  svg("circle", { cx: 2, cy: 2, r: 1.3 }, pattern("p-queue", 4));
  svg("path", { d: "M0 0l6 6M-1 5l2 2M5 -1l2 2", "stroke-width": 2 }, pattern("p-cut", 6));
  document.body.append(s);
  const used = new Set();
  for (let i = 0; i < N; i++) {
    if (T.Kind[i] === IDLE) used.add(idleClass(i));
    else if (T.Kind[i] !== FOLD && T.Kind[i] !== BLOCK) used.add(barClass(i));
  }
  for (const i in T.Waits) for (const w of T.Waits[i]) used.add(w[0] ? "s-queue" : "s-delay");
  const names = [["s-fine", "succeeded"], ["s-bad", "failed"], ["s-limit", "time limit"], ["s-cancel", "cancelled, left"],
    ["s-list", "sense, check, catch"], ["s-command", "command"], ["s-delay", "delay"], ["s-queue", "queue"], ["s-cut", "no end: cut off"]];
  for (const [cls, name] of names) {
    if (!used.has(cls)) continue;
    const li = element("li", "", "", $("legend"));
    svg("rect", { class: cls, width: 16, height: 10, rx: 1.5 }, svg("svg", { "aria-hidden": "true" }, li));
    li.append(name);
  }
  if (Object.keys(T.Limits).length) {
    const li = element("li", "", "", $("legend"));
    svg("line", { class: "deadline", x1: 8, x2: 8, y1: 0, y2: 10 }, svg("svg", { "aria-hidden": "true" }, li));
    li.append("limit");
  }
}

document.querySelector("main").hidden = false;
$("tools").hidden = false;
list();
details();
draw();
grid.focus({ preventScroll: true });
})();
