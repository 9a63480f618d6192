// What a parser has built when it takes a step, as a tree that js/tree.js can draw: a forest, since the
// pieces are joined only by later steps.

// The sentence before step number `at` (from 0); with at = steps.length, the finished tree.
export function builtBefore({ tree, steps }, at) {
  if (at === steps.length) return tree;
  return tree.nodes ? forest(tree, steps, at) : arcs(tree, steps, at);
}

// Dependencies: the arcs of earlier steps.
function arcs(tree, steps, at) {
  const made = new Set(steps.slice(0, at).flatMap((step) => (step.arc ? [step.arc.word] : [])));
  return { tokens: tree.tokens.map((token) => (made.has(token.id) ? token : { ...token, head: undefined, relation: undefined })) };
}

// Constituents: all labelled items seen so far, each below the smallest later one that has its words. Items
// whose label ends in a colon dissolve: they are shown while they are there.
function forest(tree, steps, at) {
  const here = items(steps[at]).map(key);
  const seen = new Map();
  for (const item of steps.slice(0, at + 1).flatMap(items))
    if (item.label && !seen.has(key(item)) && (!item.label.endsWith(":") || here.includes(key(item)))) seen.set(key(item), item);
  const nodes = [...seen.values()].map((item, i) => ({ id: tree.tokens.length + i, label: item.label, words: item.words, blocks: blocks(item.words), children: [] }));
  const tokens = tree.tokens.map(({ id, word, tag }) => ({ id, word, tag, words: [id] }));
  for (const node of [...tokens, ...nodes]) {
    const above = nodes.filter((other) => other !== node && holds(other, node));
    const parent = above.sort((a, b) => a.words.length - b.words.length || a.id - b.id)[0];
    node.parent = parent?.id;
    parent?.children.push(node.id);
  }
  return { tokens, nodes };
}

const items = (step) => [...step.stack, ...step.deque];
const key = (item) => `${item.label} ${item.words}`;

// A constituent of the same words is above one that was there before.
function holds(other, node) {
  if (other.words.length === node.words.length && other.id <= node.id) return false;
  const words = new Set(other.words);
  return node.words.every((word) => words.has(word));
}

function blocks(words) {
  const runs = [];
  for (const word of words)
    if (runs.at(-1)?.[1] === word) runs.at(-1)[1]++;
    else runs.push([word, word + 1]);
  return runs;
}
