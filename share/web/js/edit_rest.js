// "Keep what I fixed, parse the rest": what is pinned as constraints for the parser (docs/constraints.md), and the
// tree it finds as the next one of the edit.
//
// Words go to the parser with their tags, so that all tags stay as they are.

import { aligned } from "./edit_diff.js";
import { added, allNodes, blocks, hasConstituents, nodeOf, opened, removed, wordsOf } from "./edit_tree.js";

export function constraints(tree) {
  if (!hasConstituents(tree))
    return tree.tokens.filter((token) => token.pinned && token.head != null)
      .map(({ id, head, relation, pinned }) => ({ kind: "arc", words: [id], head, ...(pinned === true && relation ? { label: relation } : {}) }));
  const there = new Set(tree.nodes.map((node) => `${wordsOf(tree, node.id)} ${node.label}`));
  return [
    ...tree.nodes.filter((node) => node.pinned).map(({ blocks: runs, label }) => ({ kind: "bracket", blocks: runs, label })),
    ...tree.tokens.filter((token) => token.pinned && token.tag).map(({ id, tag }) => ({ kind: "tag", words: [id], label: tag })),
    ...(tree.refused ?? []).filter(({ words, label }) => !there.has(`${words} ${label}`)).map(({ words, label }) => ({ kind: "no-bracket", blocks: blocks(words), label })),
  ];
}

// Files differ in whether they write the root: the parser's tree gets one as the tree has it.
function rooted(parsed, tree) {
  const wanted = nodeOf(tree, tree.root), root = nodeOf(parsed, parsed.root);
  const [only] = root.children, single = root.children.length === 1 && only >= parsed.tokens.length;
  if (wanted.virtual && !root.virtual && root.label !== wanted.label) return rooted(added(parsed, [parsed.root], wanted.label), tree);
  if (!wanted.virtual && root.virtual && single && root.label !== wanted.label) {
    root.virtual = false;
    return rooted(removed(parsed, [root.id]), tree);
  }
  Object.assign(root, { label: wanted.label, virtual: wanted.virtual });
  return parsed;
}

// What the parser found, on what the tree knows of its words and constituents.
export function merged(tree, json) {
  if (!hasConstituents(tree))
    return { ...tree, tokens: tree.tokens.map((token, i) => ({ ...token, head: json.tokens[i].head, relation: json.tokens[i].relation })) };
  const parsed = aligned(rooted(opened(json), tree), tree);
  const functions = allNodes(tree).some((node) => node.function);
  const functionOf = (old, now) => (!functions ? undefined : old?.pinned || old === nodeOf(tree, tree.root) ? old.function : now.function);
  const next = {
    ...tree, root: parsed.root, free: parsed.free,
    tokens: tree.tokens.map((token, i) => ({ ...token, parent: parsed.tokens[i].parent, function: functionOf(token, parsed.tokens[i]) })),
    nodes: parsed.nodes.map(({ id, label, parent, children, blocks: runs, virtual, function: name }) => {
      const old = nodeOf(tree, id);
      return { ...old, id, label, parent, children, blocks: runs, virtual, head: undefined, function: functionOf(old, { function: name }) };
    }),
  };
  if (next.edges) next.edges = next.edges.filter((edge) => nodeOf(next, edge.child) && nodeOf(next, edge.parent));
  for (const node of allNodes(next)) for (const key of Object.keys(node)) if (node[key] === undefined || node[key] === false) delete node[key];
  return next;
}
