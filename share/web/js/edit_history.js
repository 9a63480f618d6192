// The steps of an edit, as trees before and after each; nothing is ever changed in place, so that going back
// gives the very same tree; only the number of the next new node is (`free`).

export class History {
  constructor(tree) {
    this.tree = tree;
    this.past = [];   // {tree, what}: the tree before a step, and the step in words
    this.future = []; // the same of steps that were taken back
  }

  step(tree, what) {
    this.past.push({ tree: this.tree, what });
    this.future = [];
    this.tree = tree;
  }

  // New nodes of all trees have numbers from `free` on, and none that a node has in another of them.
  reserve(free = 0) {
    const all = [this, ...this.past, ...this.future].map(({ tree }) => tree), next = Math.max(free, ...all.map((tree) => tree.free));
    for (const tree of all) tree.free = next;
  }

  // Each gives the step in words, or undefined if there is none.
  undo() {
    return this.go(this.past, this.future);
  }

  redo() {
    return this.go(this.future, this.past);
  }

  go(from, to) {
    const taken = from.pop();
    if (!taken) return undefined;
    to.push({ tree: this.tree, what: taken.what });
    this.tree = taken.tree;
    return taken.what;
  }
}
