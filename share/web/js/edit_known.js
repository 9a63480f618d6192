// The labels that a treebank uses, for suggestions: counted in sentences from all parts of it.

import * as backend from "./backend.js";
import { allNodes } from "./edit_tree.js";

const PLACES = 6;
const SENTENCES = 50; // at each place
const FIELDS = ["label", "function", "tag", "coarse", "relation"];

const treebanks = new Map(); // read once, while the page is open

// What is known of a treebank, or of the parser's trees, by a name of one's own.
export function knownOf(name) {
  if (!treebanks.has(name)) treebanks.set(name, new Known());
  return treebanks.get(name);
}

class Known {
  constructor() {
    this.counts = new Map(FIELDS.map((field) => [field, new Map()]));
  }

  count(tree) {
    for (const node of allNodes({ nodes: [], ...tree }))
      for (const field of FIELDS) {
        const counts = this.counts.get(field), label = node[field];
        if (label && label !== "--") counts.set(label, (counts.get(label) ?? 0) + 1);
      }
  }

  // Most frequent first.
  labels(field) {
    return [...this.counts.get(field)].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([label]) => label);
  }

  async read(treebank, total, signal) {
    if (this.complete) return;
    const step = Math.max(SENTENCES, Math.floor(total / PLACES));
    for (let first = 1; first <= total; first += step)
      for (const { tree } of (await backend.page(treebank, { first, limit: SENTENCES }, signal)).sentences) this.count(tree);
    this.complete = true;
  }
}
