// What differs between two trees of the same words.
//
//     differences(before, after)   {kind, id, text} for each, where kind is one of KINDS. Nodes are compared by
//                                  their numbers: of trees that were not made from each other, one is
//     aligned(tree, like)          first given the numbers of the other, for nodes that correspond
//     marksOf(list)                Map from numbers to classes, for drawing

import { allNodes, hasConstituents, isWord, nodeOf, parentOf, renumbered, upFrom, wordsOf } from "./edit_tree.js";
import { inShort } from "./words.js";

export const KINDS = { added: "added", removed: "removed", relabelled: "another label", moved: "moved" };
const FIELDS = { label: "", function: "function ", tag: "tag ", coarse: "coarse tag ", relation: "relation " };

const textOf = (tree, id) => inShort(wordsOf(tree, id).map((word) => tree.tokens[word].word));

// A node in words: label and words, or the word alone.
export function say(tree, id) {
  if (id < 0) return "the root";
  return isWord(tree, id) ? `“${tree.tokens[id].word}”` : `${nodeOf(tree, id).label} (${textOf(tree, id)})`;
}

// From where to where; labels alone say it, unless they are the same.
function way(before, from, after, to) {
  const short = (tree, id) => (id == null || id < 0 ? "the root" : isWord(tree, id) ? say(tree, id) : nodeOf(tree, id).label);
  const [a, b] = [short(before, from), short(after, to)];
  return a === b ? `from ${say(before, from)} to ${say(after, to)}` : `from ${a} to ${b}`;
}

// The next node above that both trees have: children of a constituent that was removed or added did not move.
function under(tree, other, id) {
  if (!hasConstituents(tree)) return parentOf(tree, id);
  return upFrom(tree, id).slice(1).find((above) => nodeOf(other, above));
}

function changes(before, after, id) {
  const list = [], old = nodeOf(before, id), now = nodeOf(after, id);
  for (const [field, name] of Object.entries(FIELDS))
    if ((old[field] ?? "") !== (now[field] ?? "")) list.push({ kind: "relabelled", id, text: `${say(after, id)}: ${name}${old[field] || "none"} → ${now[field] || "none"}` });
  const from = under(before, after, id), to = under(after, before, id);
  if (from !== to) list.push({ kind: "moved", id, text: `${say(after, id)}: ${way(before, from, after, to)}` });
  return list;
}

export function differences(before, after) {
  return [
    ...allNodes(after).flatMap(({ id }) => (nodeOf(before, id) ? changes(before, after, id) : [{ kind: "added", id, text: say(after, id) }])),
    ...before.nodes.filter(({ id }) => !nodeOf(after, id)).map(({ id }) => ({ kind: "removed", id, text: say(before, id) })),
  ];
}

export function marksOf(list) {
  const marks = new Map();
  for (const { kind, id } of list) if (!marks.get(id)?.includes(kind)) marks.set(id, `${marks.get(id) ?? ""} ${kind}`.trim());
  return marks;
}

// -- which nodes correspond ------------------------------------------------------------------------

// The share of words that two constituents have in common.
function overlap(a, b) {
  const common = a.filter((word) => b.includes(word)).length;
  return common / (a.length + b.length - common);
}

// In this order: the same words and label, the same words, the same label over nearly the same words.
const LIKENESS = [
  (a, b) => Number(a.node.label === b.node.label && a.key === b.key),
  (a, b) => Number(a.key === b.key),
  (a, b) => (a.node.label === b.node.label ? overlap(a.words, b.words) : 0),
];

export function aligned(tree, like) {
  const list = (one) => one.nodes.map((node) => ({ node, words: wordsOf(one, node.id), key: wordsOf(one, node.id).join() }));
  const number = new Map(tree.tokens.map((token) => [token.id, token.id]));
  const mine = list(tree);
  let theirs = list(like);
  for (const alike of LIKENESS)
    for (const one of mine) {
      const best = theirs.reduce((best_yet, other) => (alike(one, other) > (best_yet ? alike(one, best_yet) : 0.49) ? other : best_yet), null);
      if (number.has(one.node.id) || !best) continue;
      number.set(one.node.id, best.node.id);
      theirs = theirs.filter((other) => other !== best);
    }
  let { free } = like;
  for (const { node } of mine) if (!number.has(node.id)) number.set(node.id, free++);
  return { ...renumbered(tree, number), free };
}
