// Where words and the arcs over them stand, for dependencies. A short arc is below a longer one;
// of two that cross, one is above the other.

const GAP = 18;
const ROOM = 22; // that an arc needs beside its label
const STEP = 7;  // between the ends of two arcs at one word

// Gives {x, arcs, levels, width}: x of each word; arcs as {head, word, label, from, to, level},
// where head is -1 for the root.
export function placeArcs(tokens, widths, labelWidths) {
  const x = [];
  let at = 0;
  for (const { id } of tokens) {
    x[id] = at + widths[id] / 2;
    at += widths[id] + GAP;
  }
  const all = tokens.filter((t) => t.head != null)
    .map((t) => ({ head: t.head, word: t.id, label: t.relation ?? "" }));
  const arcs = all.filter((a) => a.head >= 0)
    .sort((a, b) => Math.abs(a.head - a.word) - Math.abs(b.head - b.word) || a.word - b.word);
  for (const arc of arcs) spread(x, arc, labelWidths[arc.word] + ROOM);
  raise(arcs);
  const levels = Math.max(0, ...arcs.map((a) => a.level));
  const roots = all.filter((a) => a.head < 0).map((a) => ({ ...a, level: levels + 1 }));
  dock(x, [...arcs, ...roots]);
  for (const arc of roots) arc.from = arc.to;
  const overhang = Math.max(0, ...roots.map((a) => labelWidths[a.word] / 2 - a.to)); // of a label left of the first word
  for (const arc of [...arcs, ...roots]) arc.from += overhang, arc.to += overhang;
  const width = Math.max(0, ...tokens.map((t) => (x[t.id] += overhang) + widths[t.id] / 2),
    ...roots.map((a) => a.to + labelWidths[a.word] / 2));
  return { x, arcs: [...arcs, ...roots], levels: levels + (roots.length > 0 ? 1 : 0), width };
}

// Moves words apart until the label fits.
function spread(x, { head, word }, needed) {
  const [low, high] = head < word ? [head, word] : [word, head];
  const by = needed - (x[high] - x[low]);
  if (by > 0) x.forEach((at, i) => i >= high && (x[i] = at + by));
}

// Gives each arc the lowest level on which no arc over the same words is.
function raise(arcs) {
  const placed = [];
  for (const arc of arcs) {
    const [low, high] = [Math.min(arc.head, arc.word), Math.max(arc.head, arc.word)];
    const below = placed.filter((other) => other.low < high && low < other.high);
    arc.level = 1 + Math.max(0, ...below.map((other) => other.level));
    placed.push({ low, high, level: arc.level });
  }
}

// The ends at a word stand beside each other: shorter arcs nearer to where they go, that from the root
// in the middle, so that they do not cross without need.
function dock(x, arcs) {
  for (let word = 0; word < x.length; word++) {
    const ends = arcs.filter((a) => a.head === word || a.word === word)
      .map((a) => ({ a, other: a.head === word ? a.word : a.head }));
    const key = ({ a, other }) => (a.head < 0 ? 0 : (other < word ? -1 : 1) * (1e6 - a.level));
    ends.sort((e, f) => key(e) - key(f));
    ends.forEach((e, i) => {
      const place = x[word] + (i - (ends.length - 1) / 2) * STEP;
      if (e.a.head === word) e.a.from = place;
      else e.a.to = place;
    });
  }
}
