// Where the nodes of a tree with crossing branches stand; as src/draw/layout_tree.c, in pixels.
//
// Words are on level 0, a constituent is on a level above all its children. Below its label is
// a horizontal bar over its children, from which a vertical line goes down to each:
//
//        S              level 2: label
//      ┌─┴─────┐                 bar
//      │      VP        level 1: label
//      │   ┌───┴───┐             bar
//     PRO  V      ADV   level 0
//
// On each level the constituents with the shortest bars go first, as long as bars do not touch;
// the others wait for the next level. So a constituent inside the gap of another is closed below
// it. A label stands as near to the middle of its bar as the lines that pass allow. Where there
// is no room, everything to the right moves on: distances only grow, so that what was placed
// before stays valid.

const GAP = 16; // between words, and between constituents of one level
const PAD = 7;  // between a label and a line that passes

// `widths[id]` is that of the label and what stands with it. Gives {x, level, levels, width};
// x and level by number of the node.
export function placeTree(tree, widths) {
  const p = start(tree, widths);
  while (p.ready.length > 0) {
    p.levels++;
    chooseRow(p);
    p.row.forEach((v, i) => placeLabel(p, i));
    closeRow(p);
  }
  const placed = Object.keys(p.x); // numbers may be missing where a tree was edited
  const overhang = Math.min(...placed.map((v) => p.x[v] - widths[v] / 2)); // of a label left of the first word
  const x = p.x.map((at) => at - overhang);
  return { x, level: p.level, levels: p.levels, width: Math.max(0, ...placed.map((v) => x[v] + widths[v] / 2)) };
}

function start(tree, widths) {
  const p = {
    x: [], level: [], levels: 0, widths,
    parent: [],  // by number of the node
    children: [],
    pending: [], // children that are not placed yet
    open: [],    // placed nodes whose parent is not, from left to right
    passing: [], // those of them that go on above this level
    ready: [],   // constituents whose children are all placed
    row: [],     // those that are put on this level, from left to right
  };
  for (const node of [...tree.tokens, ...(tree.nodes ?? [])]) p.parent[node.id] = node.parent;
  for (const node of tree.nodes ?? []) {
    p.children[node.id] = node.children;
    p.pending[node.id] = node.children.length;
  }
  let at = 0;
  for (const { id } of tree.tokens) {
    p.x[id] = at + widths[id] / 2;
    p.level[id] = 0;
    at += widths[id] + GAP;
    if (p.parent[id] != null) p.open.push(id);
  }
  for (const { id } of tree.tokens) notePlaced(p, id);
  return p;
}

// A node is placed: its parent is ready once all of its children are.
function notePlaced(p, v) {
  const parent = p.parent[v];
  if (parent != null && --p.pending[parent] === 0) p.ready.push(parent);
}

const left = (p, v) => Math.min(...p.children[v].map((c) => p.x[c]));
const right = (p, v) => Math.max(...p.children[v].map((c) => p.x[c]));

function chooseRow(p) {
  const length = new Map(p.ready.map((v) => [v, right(p, v) - left(p, v)]));
  const waiting = [];
  p.row = [];
  for (const v of [...p.ready].sort((a, b) => length.get(a) - length.get(b) || a - b)) {
    const touches = p.row.some((u) => left(p, u) < right(p, v) + GAP && left(p, v) < right(p, u) + GAP);
    if (touches) waiting.push(v);
    else p.row.push(v), (p.level[v] = p.levels);
  }
  p.row.sort((a, b) => left(p, a) - left(p, b));
  p.ready = waiting;
  p.passing = p.open.filter((v) => p.level[p.parent[v]] !== p.levels);
}

// Moves all that stands right of `from`.
function widen(p, from, by) {
  p.x.forEach((x, v) => x > from && (p.x[v] += by));
}

// Above a child if one is near, but not above the first or last, which would look lopsided.
function wish(p, v) {
  const middle = (left(p, v) + right(p, v)) / 2;
  const inner = p.children[v].map((c) => p.x[c])
    .filter((x) => (x > left(p, v) && x < right(p, v)) || p.children[v].length === 1);
  const near = inner.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return near != null && Math.abs(near - middle) < 14 ? near : middle;
}

// Stretches between the lines that pass, in which the middle of the label may stand.
function slots(p, v, from, to) {
  const half = p.widths[v] / 2;
  const walls = [from, ...p.passing.map((u) => p.x[u]).filter((x) => x > from && x < to), to];
  return walls.slice(1).map((wall, i) => [
    Math.max(walls[i] + (i > 0 ? PAD : 0) + half, left(p, v)),
    Math.min(wall - (i + 2 < walls.length ? PAD : 0) - half, right(p, v)),
  ]).filter(([low, high]) => low <= high);
}

function placeLabel(p, i) {
  const v = p.row[i], before = p.row[i - 1], after = p.row[i + 1];
  const from = before == null ? -Infinity : Math.max(right(p, before), p.x[before] + p.widths[before] / 2) + GAP;
  const to = after == null ? Infinity : left(p, after) - GAP;
  const middle = wish(p, v);
  const places = slots(p, v, from, to).map(([low, high]) => Math.min(Math.max(middle, low), high));
  if (places.length === 0) return makeRoom(p, v, middle, from, to);
  p.x[v] = places.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
}

// Puts the label at `x` and moves what is in its way, on both sides.
function makeRoom(p, v, x, from, to) {
  const half = p.widths[v] / 2;
  const lines = p.passing.map((u) => p.x[u]);
  if (lines.some((line) => Math.abs(line - x) < 1)) x += 1;
  const low = Math.max(from, ...lines.filter((line) => line < x).map((line) => line + PAD));
  const by = Math.max(0, low + half - x);
  const shift = Math.min(x, low) - 0.5;
  if (by > 0) widen(p, shift, by);
  x += by;
  const moved = (line) => (line > shift ? line + by : line);
  const high = Math.min(moved(to), ...lines.map(moved).filter((line) => line > x).map((line) => line - PAD));
  p.x[v] = x;
  if (x + half > high) widen(p, x, x + half - high);
}

function closeRow(p) {
  p.open = [...p.passing, ...p.row.filter((v) => p.parent[v] != null)].sort((a, b) => p.x[a] - p.x[b]);
  for (const v of p.row) notePlaced(p, v);
}
