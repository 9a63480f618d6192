// The evaluator's numbers of some sentences, from the counts that the server gives of each: all are ratios of
// sums, as docs/evaluation.md defines them.

const ratio = (part, whole) => (whole > 0 ? (100 * part) / whole : null);
const sum = (rows, of) => rows.reduce((total, row) => total + (of(row) ?? 0), 0);

function bracketScores(rows, of) {
  const gold = sum(rows, (row) => of(row).gold), candidate = sum(rows, (row) => of(row).candidate), matched = sum(rows, (row) => of(row).matched);
  return { gold, candidate, matched, recall: ratio(matched, gold), precision: ratio(matched, candidate), f1: gold > 0 && candidate > 0 ? ratio(2 * matched, gold + candidate) : null };
}

function ofConstituents(rows) {
  const all = bracketScores(rows, (row) => row), disc = bracketScores(rows, (row) => row.disc);
  const counted = rows.filter((row) => row.exact != null), words = sum(rows, (row) => row.words);
  return [
    ["F1", all.f1], ["recall", all.recall], ["precision", all.precision],
    ["discontinuous F1", disc.f1], ["discontinuous recall", disc.recall], ["discontinuous precision", disc.precision],
    ["exact match", ratio(counted.filter((row) => row.exact === 100).length, counted.length)],
    ["tagging", ratio(words - sum(rows, (row) => row.tags.length), words)],
  ];
}

function ofDependencies(rows) {
  const words = sum(rows, (row) => row.tokens);
  return [
    ["LAS", ratio(sum(rows, (row) => row.both), words)], ["UAS", ratio(sum(rows, (row) => row.heads), words)],
    ["exact match", ratio(rows.filter((row) => row.both === row.tokens).length, rows.length)],
  ];
}

// [title, score] in percent; null where there is nothing to divide by.
export function scoresOf(rows, compares) {
  return compares === "dependencies" ? ofDependencies(rows) : ofConstituents(rows);
}

// How many things are wrong: constituents that are missed or should not be there; words with a wrong head or
// relation.
export function mistakes(row) {
  return row.nodes ? row.gold + row.candidate - 2 * row.matched : row.tokens - row.both;
}

// What is right of how much, in short.
export function inShort(row) {
  return row.nodes ? `${row.matched}/${row.gold}${row.candidate > row.matched ? ` +${row.candidate - row.matched}` : ""}` : `${row.both}/${row.tokens}`;
}
