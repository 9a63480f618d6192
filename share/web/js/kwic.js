// Matches in their context: the words of a node in the middle, those of its gaps in ⟨ ⟩.

import { el } from "./dom.js";
import { nodeOf } from "./counts.js";

function wordsOf(tree, id) {
  const node = nodeOf(tree, id);
  return node.blocks ? node.blocks.flatMap(([from, to]) => tree.tokens.slice(from, to)).map((token) => token.id) : [node.id];
}

// {number, left, middle, right} of a match; middle is a list of {text, gap}.
export function context({ number, tree }, node) {
  const words = new Set(wordsOf(tree, node)), first = Math.min(...words), last = Math.max(...words);
  const text = (from, to) => tree.tokens.slice(from, to).map((token) => token.word).join(" ");
  const middle = [];
  for (const token of tree.tokens.slice(first, last + 1)) {
    const gap = !words.has(token.id), before = middle.at(-1);
    if (before?.gap === gap) before.text += ` ${token.word}`;
    else middle.push({ text: token.word, gap });
  }
  return { number, left: text(0, first), middle, right: text(last + 1) };
}

export function kwicTable(lines, pick) {
  return el("table", { class: "kwic" },
    el("thead", { class: "hidden-visually" }, el("tr", {}, ["sentence", "before", "match", "after"].map((title) => el("th", { scope: "col" }, title)))),
    el("tbody", {}, lines.map((line) => el("tr", {},
      el("td", {}, el("button", { type: "button", "aria-label": `Sentence ${line.number}`, onclick: () => pick(line) }, String(line.number))),
      el("td", { class: "left" }, el("bdi", {}, line.left)),
      el("td", { class: "middle" }, line.middle.map(({ text, gap }) => (gap ? el("i", {}, ` ⟨${text}⟩ `) : el("b", {}, text)))),
      el("td", { class: "right" }, line.right)))));
}

export function kwicText(lines) {
  return lines.map(({ number, left, middle, right }) => [number, left, middle.map((m) => (m.gap ? `⟨${m.text}⟩` : m.text)).join(" "), right].join("\t")).join("\n") + "\n";
}
