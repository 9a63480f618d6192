// How the trees of a candidate differ from gold trees, for drawing and for sorting. What is right and what is not
// the server says, by the evaluator's rules; constituents that do not count have no mark.
//
// A mark is a class (css/compare.css), and a note with the signs of `pleach eval --show`: − only in the
// gold tree, + only in the candidate, ~ right words under another label.

const sign = (before, after, text) => ({ before, after, text });

// Marks and notes for the tree of a candidate.
export function candidateMarks({ scores, gold }) {
  return scores.nodes ? candidateNodes(scores, gold) : candidateWords(scores, gold);
}

function candidateNodes({ nodes, tags }, gold) {
  const marks = new Map(), notes = new Map(), label = labelsOf(gold);
  const put = (id, mark, note) => (marks.set(id, mark), notes.set(id, note));
  for (const [, id] of nodes.right) put(id, "eval-right", sign("", "", "right"));
  for (const [was, id] of nodes.label) put(id, "eval-label", sign("~", "", `other label: ${label(was)} in the gold tree`));
  for (const id of nodes.wrong) put(id, "eval-wrong", sign("+", "", "not in the gold tree"));
  for (const id of tags) put(id, "eval-tag", sign("", "", `the tag is ${gold.tokens[id].tag} in the gold tree`));
  return { marks, notes };
}

function candidateWords({ words }, gold) {
  const marks = new Map(), notes = new Map();
  if (!words) return { marks, notes }; // the words of the trees differ
  for (const id of countedWords(words, gold)) marks.set(id, "eval-right");
  for (const id of words.head) marks.set(id, "eval-wrong"), notes.set(id, sign("+", "", `wrong head: ${headOf(gold, id)} in the gold tree`));
  for (const id of words.relation) marks.set(id, "eval-label"), notes.set(id, sign("~", "", `wrong relation: ${gold.tokens[id].relation} in the gold tree`));
  return { marks, notes };
}

// Without punctuation: words of which every character is of the Unicode category P.
function countedWords({ punctuation }, { tokens }) {
  return tokens.filter(({ word }) => punctuation || !/^\p{P}+$/u.test(word)).map(({ id }) => id);
}

const headOf = ({ tokens }, id) => tokens[tokens[id].head]?.word ?? "the root";

function labelsOf(tree) {
  const labels = new Map((tree.nodes ?? []).map((node) => [node.id, node.label]));
  return (id) => labels.get(id) ?? "";
}

// Those for the gold tree: which of the candidates, {A: scores, B: scores}, miss a node.
export function goldMarks(gold, sides) {
  const marks = new Map(), notes = new Map();
  for (const [name, scores] of Object.entries(sides)) {
    for (const id of rightOf(scores, gold)) if (!marks.has(id)) marks.set(id, "eval-right");
    for (const id of missedBy(scores)) {
      const before = notes.get(id);
      marks.set(id, "eval-missed");
      notes.set(id, sign("", before ? `${before.after}${name}` : ` −${name}`, before ? `${before.text} and ${name}` : `missed by ${name}`));
    }
  }
  return { marks, notes };
}

const rightOf = ({ nodes, words }, gold) => (nodes ? nodes.right.map(([id]) => id) : words ? countedWords(words, gold) : []);
const missedBy = ({ nodes, words }) => (nodes ? [...nodes.missed, ...nodes.label.map(([id]) => id)] : words ? [...words.head, ...words.relation] : []);

// How much two candidates differ in what counts: constituents, or words with their heads and relations, that one
// has and the other has not.
export function difference(a, b) {
  const one = new Set(factsOf(a)), other = new Set(factsOf(b));
  return [...one].filter((fact) => !other.has(fact)).length + [...other].filter((fact) => !one.has(fact)).length;
}

function factsOf({ scores: { nodes, words }, tree }) {
  if (!nodes) return words ? [...words.head, ...words.relation].map((id) => `${id} ${tree.tokens[id].head} ${tree.tokens[id].relation}`) : [];
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  const made = [...nodes.wrong, ...nodes.label.map(([, id]) => id)].map((id) => `${byId.get(id).label} ${byId.get(id).blocks}`);
  return [...nodes.right.map(([id]) => id), ...made];
}
