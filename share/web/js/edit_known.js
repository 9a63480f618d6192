// The labels that a treebank uses, for suggestions: counted in sentences from all parts of it.

import * as backend from "./backend.js";
import { allNodes } from "./edit_tree.js";

const PLACES = 6;
const SENTENCES = 50; // at each place
const FIELDS = ["label", "function", "tag", "coarse", "relation"];

export class Known {
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
    const step = Math.max(SENTENCES, Math.floor(total / PLACES));
    for (let first = 1; first <= total && !signal.aborted; first += step)
      for (const { tree } of (await backend.page(treebank, { first, limit: SENTENCES }, signal)).sentences) this.count(tree);
  }
}
