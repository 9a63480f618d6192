// The chart of a stage of a grammar: a bar for each label over its words, short ones below, in colours that say how
// probable it is. Bars that the next stage may not build on are hollow.

import { el, svg, visible } from "./dom.js";
import { confidenceClass, percent } from "./tree.js";
import { inShort } from "./words.js";

const MOST = 120; // bars drawn; the table has all
const ROW = 22, GAP = 6, MARGIN = 8;
const WORD = "400 16px Charter, 'Bitstream Charter', 'Iowan Old Style', Georgia, 'Liberation Serif', serif";
const LABEL = "600 11px system-ui, 'Segoe UI', Roboto, Helvetica, Arial, 'Liberation Sans', sans-serif";

const canvas = document.createElement("canvas").getContext("2d");

function extent(text, font) {
  canvas.font = font;
  return Math.ceil(canvas.measureText(visible(text)).width);
}

const first = (entry) => entry.words[0], last = (entry) => entry.words.at(-1);
const title = (entry) => `${entry.label} ${percent(entry.probability)}`;

// One line about an entry. Nothing is built on the last stage: what is not kept there is not in its best tree.
export function sayEntry(tree, { label, words, probability, kept }, isLast) {
  return visible([label, inShort(words.map((i) => tree.tokens[i].word)), percent(probability), kept ? "kept" : isLast ? "not in the best tree" : "pruned"].join(" · "));
}

// Puts entries into rows: those of fewer words first, as low as there is room.
function rowsOf(entries) {
  const rows = [];
  for (const entry of [...entries].sort((a, b) => last(a) - first(a) - (last(b) - first(b)) || b.probability - a.probability)) {
    const row = rows.find((others) => others.every((other) => last(other) < first(entry) || last(entry) < first(other)));
    if (row) row.push(entry);
    else rows.push([entry]);
  }
  return rows;
}

// Where the words begin and end, so that all labels fit over theirs.
function columnsOf(tree, entries) {
  const widths = tree.tokens.map(({ word }) => extent(word, WORD) + 12);
  for (const entry of entries) {
    const needed = extent(title(entry), LABEL) + 14 - GAP, n = last(entry) - first(entry) + 1;
    const room = widths.slice(first(entry), last(entry) + 1).reduce((sum, width) => sum + width + GAP, -GAP);
    for (let i = first(entry); i <= last(entry) && room < needed; i++) widths[i] += (needed - room) / n;
  }
  let at = 0;
  return widths.map((width) => ({ from: at, to: (at += width + GAP) - GAP }));
}

function blocksOf(words) {
  const runs = [];
  for (const word of words) if (runs.at(-1)?.[1] === word - 1) runs.at(-1)[1] = word;
  else runs.push([word, word]);
  return runs;
}

function bar(tree, entry, columns, y, isLast) {
  const blocks = blocksOf(entry.words), from = columns[first(entry)].from, to = columns[last(entry)].to;
  const group = svg("g", { class: `entry ${confidenceClass(entry.probability)} ${entry.kept ? "kept" : "pruned"}`, role: "listitem", tabindex: "-1", "aria-label": sayEntry(tree, entry, isLast) },
    blocks.length > 1 ? svg("path", { d: `M${from} ${y + (ROW - 4) / 2}H${to}` }) : null,
    blocks.map(([a, b]) => svg("rect", { x: columns[a].from, y, width: columns[b].to - columns[a].from, height: ROW - 4, rx: 4 })),
    svg("text", { class: "in-chart", x: (columns[blocks[0][0]].from + columns[blocks[0][1]].to) / 2, y: y + 13 }, title(entry)));
  group.entry = entry;
  return group;
}

// `onPoint` gets the entry pointed at, or null.
export function drawChart(tree, entries, isLast, onPoint) {
  const shown = entries.slice(0, MOST), columns = columnsOf(tree, shown), rows = rowsOf(shown);
  const base = rows.length * ROW + 6;
  const bars = rows.flatMap((row, i) => row.map((entry) => bar(tree, entry, columns, base - 8 - (i + 1) * ROW + 4, isLast)));
  const words = tree.tokens.map(({ word }, i) => svg("text", { class: "word", "data-word": i, x: (columns[i].from + columns[i].to) / 2, y: base + 16 }, word));
  const width = (columns.at(-1)?.to ?? 0) + 2 * MARGIN, height = base + 26;
  const picture = svg("svg", { class: "tree chart", role: "list", "aria-label": "Chart", viewBox: `${-MARGIN} -4 ${width} ${height}`, width, height }, bars, words);
  const point = (event) => light(picture, words, event.target.closest?.(".entry") ?? null, onPoint);
  for (const kind of ["pointerover", "focusin"]) picture.addEventListener(kind, point);
  for (const kind of ["pointerleave", "focusout"]) picture.addEventListener(kind, () => light(picture, words, null, onPoint));
  picture.addEventListener("keydown", (event) => move(event, bars));
  bars[0]?.setAttribute("tabindex", "0");
  return picture;
}

function light(picture, words, group, onPoint) {
  const lit = new Set(group?.entry.words);
  for (const other of picture.querySelectorAll(".entry")) other.classList.toggle("pointed", other === group);
  words.forEach((word, i) => word.classList.toggle("lit", lit.has(i)));
  onPoint(group?.entry ?? null);
}

// The arrow keys go from bar to bar.
function move(event, bars) {
  const at = bars.indexOf(event.target.closest(".entry"));
  const next = bars[at + ({ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key] ?? NaN)];
  if (!next) return;
  event.preventDefault();
  bars[at].setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}

const head = (...titles) => el("thead", {}, el("tr", {}, titles.map((text, i) => el("th", { scope: "col", class: i > 0 && i < 3 ? "figure" : null }, text))));

// All stages, to choose from.
export function stagesTable(stages, chosen, pick) {
  const n = (value) => value.toLocaleString("en");
  return [head("stage", "items", "kept"), el("tbody", {}, stages.map((stage, i) => el("tr", { class: i === chosen ? "taken" : null },
    el("td", {}, el("button", { type: "button", class: "link", "aria-current": i === chosen ? "step" : "false", onclick: () => pick(i) }, stage.name), stage.derived ? "" : el("small", {}, " no derivation")),
    el("td", { class: "figure" }, n(stage.items)), el("td", { class: "figure" }, stage.derived ? n(stage.kept) : "–"))))];
}

export function chartTable(tree, entries) {
  return el("table", { class: "actions" }, head("label", "probability", "kept", "words"),
    el("tbody", {}, entries.map((entry) => el("tr", {}, el("td", {}, entry.label), el("td", { class: "figure" }, percent(entry.probability)),
      el("td", { class: "figure" }, entry.kept ? "yes" : "no"), el("td", { class: "words" }, inShort(entry.words.map((i) => tree.tokens[i].word)))))));
}
