// Trees as texts, for downloads and for the parser: constituents in the format export, dependencies as CoNLL-U
// (docs/formats.md). The page writes these two itself, so that they are there without a server.

import { hasConstituents, isWord, nodeOf } from "./edit_tree.js";

export function writtenAs(tree) {
  return hasConstituents(tree) ? { format: "export", text: exportText(tree) } : { format: "conllu", text: conlluText(tree) };
}

const column = (text) => String(text || "--").replace(/[\t\n\r]+/g, " ");
const isNodeZero = (node) => node.virtual || /^v?root$|^top$/i.test(node.label);

// Nodes from 500 on, bottom-up by levels.
function numbersOf(tree) {
  const level = (id) => (isWord(tree, id) ? 0 : 1 + Math.max(...nodeOf(tree, id).children.map(level)));
  const rows = tree.nodes.filter((node) => node.id !== tree.root || !isNodeZero(node)).map((node) => ({ id: node.id, level: level(node.id), first: node.blocks[0][0] }));
  rows.sort((a, b) => a.level - b.level || a.first - b.first);
  return new Map(rows.map(({ id }, i) => [id, 500 + i]));
}

function exportText(tree) {
  const number = numbersOf(tree), at = (id) => number.get(id) ?? 0;
  const row = (name, node) => [name, node.lemma, node.tag ?? node.label, node.morph, node.function, String(at(node.parent)),
    ...(tree.edges ?? []).filter((edge) => edge.child === node.id).flatMap((edge) => [edge.label, String(at(edge.parent))])].map(column).join("\t");
  const id = /^\S+$/.test(tree.id ?? "") ? tree.id : "1";
  const comment = tree.fields?.comment ? ` %% ${column(tree.fields.comment)}` : "";
  return [
    "#FORMAT 4", `#BOS ${id} 0 0 0${comment}`,
    ...tree.tokens.map((token) => row(token.word, token)),
    ...[...number.keys()].map((node) => row(`#${at(node)}`, nodeOf(tree, node))),
    `#EOS ${id}`, "",
  ].join("\n");
}

// Lines of multiword tokens and empty nodes ("4-5", "5.1") stand with the comments in a tree.
function conlluText(tree) {
  const lines = (tree.comments ?? []).map((line) => line.text ?? line), value = (text) => (text == null || text === "" ? "_" : String(text).replace(/[\t\n\r]+/g, " "));
  const beside = (number, sign) => lines.filter((line) => line.startsWith(`${number}${sign}`));
  const row = (token, i) => [
    ...(i === 0 ? beside(0, ".") : []), ...beside(i + 1, "-"),
    [i + 1, token.word, token.lemma, token.coarse, token.tag, token.morph, token.head == null ? null : token.head + 1, token.relation, token.deps, token.misc].map(value).join("\t"),
    ...beside(i + 1, "."),
  ];
  return [...lines.filter((line) => line.startsWith("#")), ...tree.tokens.flatMap(row), "", ""].join("\n");
}
