// A tree that is edited: an object as in docs/formats.md, "json", whose nodes keep their numbers from one
// change to the next, so that a node can be followed. No function changes the tree it is given; each gives a
// new one, or fails with Impossible, which says why. Trees stay valid: all words are kept, everything has one
// parent and hangs on the root, no constituent is empty, blocks are right, arcs make no circle.
//
//     opened(json)                 a tree to edit
//     written(tree)                the tree as the server writes it: nodes are numbered parents first
//     moved(tree, ids, parent)     nodes below another parent; words below another head (-1: the root)
//     added(tree, ids, label)      a new constituent over nodes; it is the last of tree.nodes
//     removed(tree, ids)           without these constituents; their children go to their parents
//     labelled(tree, ids, field, value)
//     pinned(tree, ids, is)        nodes that stay when the rest is parsed again
//     targets(tree, ids)           where nodes can be moved
//
// Three things are kept here that no file has. `pinned` of a node: it stays when the rest is parsed again; what
// one changes is pinned, too ("head": a word that was moved; its relation may change). `refused` of the tree:
// constituents, as {words, label}, that were there before a change; edit_rest.js forbids them to the parser.
// `free`: the number of the next new node; that of a node which is gone is not given again.

export class Impossible extends Error {}

export const hasConstituents = (tree) => tree.nodes.length > 0;
export const allNodes = (tree) => [...tree.tokens, ...tree.nodes];
export const nodeOf = (tree, id) => tree.tokens[id] ?? tree.nodes.find((node) => node.id === id);
export const sameWords = (a, b) => a.tokens.map(({ word }) => word).join("\n") === b.tokens.map(({ word }) => word).join("\n");
export const isWord = (tree, id) => id < tree.tokens.length;

// What can be written on a node: {field: title}.
export function fieldsOf(tree, id) {
  const words = { tag: "Tag", ...(tree.tokens.some((token) => token.coarse) ? { coarse: "Coarse tag" } : {}) };
  if (!hasConstituents(tree)) return { relation: "Relation", ...words };
  return { ...(isWord(tree, id) ? words : { label: "Label" }), function: "Function" };
}

// -- reading and writing ------------------------------------------------------------------------

export function opened(json) {
  const tree = structuredClone({ ...json, nodes: json.nodes ?? [] });
  delete tree.confidence;
  tree.free = Math.max(tree.free ?? 0, ...allNodes(tree).map((node) => node.id + 1));
  for (const node of allNodes(tree)) delete node.confidence, delete node.head_confidence;
  return tree;
}

export function written(tree) {
  const order = [...tree.tokens.map((token) => token.id), ...(hasConstituents(tree) ? below(tree, tree.root) : [])];
  const { refused: _, free: __, ...json } = renumbered(tree, new Map(order.map((id, i) => [id, i])));
  for (const node of allNodes(json)) delete node.pinned;
  json.nodes.sort((a, b) => a.id - b.id);
  if (json.nodes.length === 0) delete json.nodes;
  return json;
}

// The same tree with other numbers for its constituents, by a Map.
export function renumbered(tree, number) {
  const next = copy(tree), at = (id) => number.get(id);
  for (const node of allNodes(next)) if (node.parent != null) node.parent = at(node.parent);
  for (const node of next.nodes) Object.assign(node, { id: at(node.id), children: node.children.map(at) }, node.head == null ? {} : { head: at(node.head) });
  if (tree.root != null) next.root = at(tree.root);
  if (tree.edges) next.edges = tree.edges.map((edge) => ({ ...edge, child: at(edge.child), parent: at(edge.parent) }));
  return next;
}

// The constituents from `id` down, parents first.
function below(tree, id) {
  return [id, ...nodeOf(tree, id).children.filter((child) => !isWord(tree, child)).flatMap((child) => below(tree, child))];
}

// -- looking at a tree ---------------------------------------------------------------------------

// The words of a node, in order; of a word, those that depend on it are not counted.
export function wordsOf(tree, id) {
  return (nodeOf(tree, id).blocks ?? [[id, id + 1]]).flatMap(([from, to]) => [...Array(to - from).keys()].map((i) => from + i));
}

export const parentOf = (tree, id) => (hasConstituents(tree) ? nodeOf(tree, id).parent : nodeOf(tree, id).head);

// The node and all above it.
export function upFrom(tree, id) {
  const path = [];
  for (let at = id; at != null && at >= 0 && !path.includes(at); at = parentOf(tree, at)) path.push(at);
  return path;
}

// Those that are not below others of them.
const topmost = (tree, ids) => [...new Set(ids)].filter((id) => !upFrom(tree, id).slice(1).some((above) => ids.includes(above)));

export function targets(tree, ids) {
  const candidates = hasConstituents(tree) ? tree.nodes.map((node) => node.id) : [-1, ...tree.tokens.map((token) => token.id)];
  if (ids.includes(tree.root)) return [];
  return candidates.filter((id) => !upFrom(tree, id).some((above) => ids.includes(above)));
}

// -- changing it -----------------------------------------------------------------------------------

function copy(tree) {
  return {
    ...tree,
    tokens: tree.tokens.map((token) => ({ ...token })),
    nodes: tree.nodes.map((node) => ({ ...node, children: [...node.children] })),
  };
}

function detach(tree, id) {
  const parent = nodeOf(tree, id).parent;
  if (parent == null) return;
  const from = nodeOf(tree, parent);
  from.children = from.children.filter((child) => child !== id);
}

function attach(tree, id, parent) {
  detach(tree, id);
  nodeOf(tree, parent).children.push(id);
  nodeOf(tree, id).parent = parent;
}

// Constituents without children vanish; what speaks of them, or of children that left, goes too. Children are
// in the order of their first words.
function tidy(tree) {
  for (let empty; (empty = tree.nodes.find((node) => node.children.length === 0)); ) {
    detach(tree, empty.id);
    tree.nodes = tree.nodes.filter((node) => node !== empty);
  }
  for (const node of tree.nodes) {
    node.children.sort((a, b) => yieldOf(tree, a)[0] - yieldOf(tree, b)[0]);
    node.blocks = blocks(yieldOf(tree, node.id));
    if (node.head != null && !node.children.includes(node.head)) delete node.head;
  }
  if (tree.edges) tree.edges = tree.edges.filter((edge) => nodeOf(tree, edge.child) && nodeOf(tree, edge.parent));
  return tree;
}

function yieldOf(tree, id) {
  return isWord(tree, id) ? [id] : nodeOf(tree, id).children.flatMap((child) => yieldOf(tree, child)).sort((a, b) => a - b);
}

export function blocks(words) {
  const runs = [];
  for (const word of words)
    if (runs.at(-1)?.[1] === word) runs.at(-1)[1]++;
    else runs.push([word, word + 1]);
  return runs;
}

// What a change means for the parser: these nodes stay, and constituents that are gone do not come back.
function keep(before, tree, ids) {
  for (const id of ids) if (id !== tree.root && nodeOf(tree, id)) nodeOf(tree, id).pinned ??= true;
  const there = new Set(tree.nodes.map(bracket));
  const gone = before.nodes.filter((node) => !there.has(bracket(node)));
  tree.refused = [...(before.refused ?? []), ...gone.map((node) => ({ words: wordsOf(before, node.id), label: node.label }))];
  return tree;
}

const bracket = (node) => `${node.blocks} ${node.label}`;

const nameOf = (tree, id) => (isWord(tree, id) ? nodeOf(tree, id).word : nodeOf(tree, id).label);

function movedHeads(tree, ids, head) {
  for (const id of ids)
    if (head >= 0 && upFrom(tree, head).includes(id)) throw new Impossible(`“${nameOf(tree, head)}” depends on “${nameOf(tree, id)}”: arcs would make a circle.`);
  const next = copy(tree);
  for (const id of ids) Object.assign(next.tokens[id], { head, pinned: next.tokens[id].pinned ?? "head" });
  return next;
}

export function moved(tree, ids, parent) {
  if (!hasConstituents(tree)) return movedHeads(tree, ids, parent);
  if (isWord(tree, parent)) throw new Impossible("A word has nothing below it: choose a constituent.");
  if (ids.includes(tree.root)) throw new Impossible("The root stays on top.");
  const under = upFrom(tree, parent).find((id) => ids.includes(id));
  if (under === parent) throw new Impossible(`${nameOf(tree, parent)} cannot be below itself.`);
  if (under != null) throw new Impossible(`${nameOf(tree, parent)} is below ${nameOf(tree, under)}, which cannot be below it, too.`);
  const next = copy(tree), tops = topmost(tree, ids);
  for (const id of tops) attach(next, id, parent);
  return keep(tree, tidy(next), [parent, ...tops.map((id) => nodeOf(tree, id).parent), ...tops.filter((id) => !isWord(tree, id))]);
}

export function added(tree, ids, label) {
  if (!hasConstituents(tree)) throw new Impossible("A tree of dependencies has no constituents.");
  const text = checkedLabel("label", label), tops = topmost(tree, ids);
  const next = copy(tree), id = next.free++;
  next.nodes.push({ id, label: text, children: [], blocks: [] });
  if (tops.includes(tree.root)) {
    if (nodeOf(tree, tree.root).virtual) throw new Impossible("The file does not write its root: there is no place above it.");
    next.root = id;
  } else attach(next, id, upFrom(tree, tops[0]).slice(1).find((above) => tops.every((top) => upFrom(tree, top).slice(1).includes(above))));
  for (const top of tops) attach(next, top, id);
  return keep(tree, tidy(next), [id, ...tops.map((top) => nodeOf(tree, top).parent).filter((parent) => parent !== nodeOf(next, id).parent)]);
}

function checkRemoval(tree, id) {
  if (isWord(tree, id)) throw new Impossible(hasConstituents(tree) ? "Words stay. Choose a constituent to remove." : "Each word has one head: choose another instead of none.");
  if (id !== tree.root) return;
  const { children, virtual } = nodeOf(tree, id);
  if (virtual) throw new Impossible("The file does not write its root: it cannot be removed.");
  if (children.length > 1 || isWord(tree, children[0])) throw new Impossible("The root cannot be removed: a tree has one.");
}

export function removed(tree, ids) {
  return ids.reduce((before, id) => {
    checkRemoval(before, id);
    const next = copy(before), { parent, children } = nodeOf(before, id);
    if (parent == null) {
      next.root = children[0];
      delete nodeOf(next, children[0]).parent;
      nodeOf(next, id).children = [];
    } else for (const child of children) attach(next, child, parent);
    return keep(before, tidy(next), []);
  }, tree);
}

const NEEDED = { label: "A constituent needs a label.", tag: "A word needs a tag.", relation: "An arc needs a relation." };

// The label without blanks around it.
function checkedLabel(field, value) {
  const text = value.trim();
  if (text === "" && NEEDED[field]) throw new Impossible(NEEDED[field]);
  if (/\s/.test(text)) throw new Impossible(`“${text}” has a blank, which most formats cannot hold.`);
  return text;
}

export function labelled(tree, ids, field, value) {
  const text = checkedLabel(field, value), next = copy(tree);
  for (const id of ids) {
    const node = nodeOf(next, id);
    if (field === "label" && node.virtual) throw new Impossible("The file does not write its root: it cannot have another label. Add a constituent below it.");
    if (text === "") delete node[field];
    else node[field] = text;
  }
  return /tag|coarse/.test(field) ? next : keep(tree, next, ids);
}

export function pinned(tree, ids, is) {
  const next = copy(tree);
  for (const id of ids) is ? (nodeOf(next, id).pinned = true) : delete nodeOf(next, id).pinned;
  return next;
}
