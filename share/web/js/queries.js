// Queries to click, for a treebank of constituents or of dependencies; docs/search.md explains them.

const both = [
  ["A word", '[word=/.*en/]'],
  ["Two words beside each other", '#a:[T] . #b:[T]'],
];

const constituents = [
  ["Noun phrases", '#np:[cat="NP"]'],
  ["Constituents with gaps", '#n:[NT] & discontinuous(#n)'],
  ["Words in gaps", '#n:[NT] & ingap(#w:[T], #n)'],
  ["Two gaps or more", '#n:[NT] & gaps(#n, 2, *)'],
  ["Ill-nested: constituents that cross", 'crosses(#a, #b) & #a .* #b'],
  ["A constituent without a noun phrase", '#n:[NT] & not(#n > [cat="NP"])'],
  ["Gaps by category, counted", '#n:[NT] & discontinuous(#n) count by #n.cat'],
];

const dependencies = [
  ["Arcs that cross others", 'nonprojective(#d) & #h -> #d'],
  ["Heads of two words", '#h -> #a & #h -> #b & #a .* #b'],
  ["Relations, counted", '#h -> #d count by #d.deprel'],
];

export function examplesFor(treebank) {
  return [...({ constituents, dependencies }[treebank.gives] ?? []), ...both];
}
