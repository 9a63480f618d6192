// The matches of a query counted by what their nodes have: "count by #n.cat, #w.pos". The server counts.

import { el, svg } from "./dom.js";

const PIECE = 100000; // sentences counted by one request
const MOST = 200;     // rows shown; a file has all

// What is offered to count by: of constituents and of words.
const FEATURES = { constituent: ["cat", "func", "gaps", "words"], word: ["pos", "word", "lemma", "morph", "func", "deprel"] };

export function featuresOf(node) {
  return FEATURES[node?.children ? "constituent" : "word"];
}

// The keys at the end of a query, such as "#n.cat"; none if there are none.
export function keysOf(query) {
  return query.match(/\bcount\s+by\s+(.*)$/s)?.[1].split(",").map((key) => key.trim()) ?? [];
}

export function nodeOf(tree, id) {
  return tree.tokens[id] ?? tree.nodes.find((node) => node.id === id);
}

// Has all matches counted, a piece of the treebank at a time, and calls see({rows, share, cut}) after each: the share
// of the treebank, and whether matches were left out by then. Rows are {values, matches, sentences}, most first.
export async function countAll(search, keys, total, see) {
  const table = new Map();
  for (let first = 1, some = false; first != null; ) {
    const { rows, next, cut } = await search({ first, last: first + PIECE - 1, count: true, count_by: keys.join(", ") });
    for (const row of rows) addRow(table, row);
    first = next;
    some ||= cut === true;
    see({ rows: [...table.values()].sort((a, b) => b.matches - a.matches || (a.name < b.name ? -1 : 1)), share: next == null ? 1 : next / total, cut: some });
  }
}

function addRow(table, { values, matches, sentences }) {
  const name = values.join("\t"), row = table.get(name) ?? { name, values, matches: 0, sentences: 0 };
  row.matches += matches;
  row.sentences += sentences;
  table.set(name, row);
}

const titles = (keys, cut) => [...keys, ...["matches", "sentences"].map((title) => (cut ? `${title}, at least` : title))];

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
