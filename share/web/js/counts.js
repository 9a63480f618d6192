// Counts the matches of a query by what their nodes have: "count by #n.cat, #w.pos".

import { el, svg } from "./dom.js";

const PAGE = 1000; // sentences asked for at once
const MOST = 200;  // rows shown; a file has all

// What can be counted, by the names of the query language.
export const FEATURES = {
  cat: (node) => node.label,
  pos: (node) => node.tag,
  word: (node) => node.word,
  lemma: (node) => node.lemma,
  morph: (node) => node.morph,
  coarse: (node) => node.coarse,
  func: (node) => node.function,
  deprel: (node) => node.relation,
  gaps: (node) => (node.blocks ? node.blocks.length - 1 : 0),
  label: (node) => node.label ?? node.tag, // of constituents and of words
};

// The keys at the end of a query, as [variable, feature]; none if there are none.
export function keysOf(query) {
  const keys = query.match(/\bcount\s+by\s+(.*)$/s)?.[1].split(",") ?? [];
  return keys.map((key) => key.trim().split("."));
}

export function nodeOf(tree, id) {
  return tree.tokens[id] ?? tree.nodes.find((node) => node.id === id);
}

// Goes through all matches, a page at a time, and calls see({rows, share, cut}) after each: the share of the
// treebank, and whether matches were left out by then. Rows are {values, matches, sentences}, most first.
export async function countAll(search, keys, total, see) {
  const unknown = keys.find(([, feature]) => !FEATURES[feature]);
  if (unknown) throw new Error(`${unknown.join(".")} cannot be counted here; there are: ${Object.keys(FEATURES).join(", ")}`);
  const table = new Map();
  for (let first = 1, some = false; first != null; ) {
    const { found, next, cut } = await search({ first, limit: PAGE, to: "json" });
    for (const sentence of found) countSentence(table, keys, sentence);
    first = next;
    some ||= cut === true;
    see({ rows: [...table.values()].sort((a, b) => b.matches - a.matches || (a.name < b.name ? -1 : 1)), share: next == null ? 1 : next / total, cut: some });
  }
}

function countSentence(table, keys, { tree, matches }) {
  const here = new Set();
  for (const match of matches) {
    const values = keys.map(([variable, feature]) => String(FEATURES[feature](nodeOf(tree, match[variable]) ?? {}) ?? ""));
    const name = values.join("\t");
    if (!table.has(name)) table.set(name, { name, values, matches: 0, sentences: 0 });
    table.get(name).matches++;
    here.add(name);
  }
  for (const name of here) table.get(name).sentences++;
}

const titles = (keys, cut) => [...keys.map((key) => key.join(".")), ...["matches", "sentences"].map((title) => (cut ? `${title}, at least` : title))];

// A table whose last column is a chart.
export function countsTable({ rows, cut }, keys) {
  const most = rows[0]?.matches ?? 1;
  return el("table", { class: "counts" },
    el("thead", {}, el("tr", {}, titles(keys, cut).map((title, i) => el("th", { scope: "col", class: i >= keys.length ? "figure" : null }, title)), el("th", { "aria-hidden": "true" }))),
    el("tbody", {}, rows.slice(0, MOST).map(({ values, matches, sentences }) => el("tr", {},
      values.map((value) => el("td", {}, value || "–")),
      [matches, sentences].map((n) => el("td", { class: "figure" }, n.toLocaleString("en"))),
      el("td", { class: "chart" }, svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { width: (100 * matches) / most, height: 10 })))))));
}

export function countsText({ rows, cut }, keys) {
  return [titles(keys, cut).join("\t"), ...rows.map((row) => [row.name, row.matches, row.sentences].join("\t"))].join("\n") + "\n";
}
