// The ways from view to view: what one takes along, and what a view showed when it was left.
//
//     remember(url)           that of a view which is left
//     address("edit", state)  of another view, from one whose address has this state

import * as fragment from "./fragment.js";

const left = new Map(); // by view, the state of its address
let last = {};          // the text that was left last, and its model

export function remember(url) {
  const { view, state } = fragment.read(new URL(url).hash), { model, text } = state;
  left.set(view, state);
  if (text != null) last = { model, text };
}

// The text of the view before, or the last one there was; as it was left, if it was this one.
function withText({ model, text }, before) {
  const next = text == null ? last : { model, text };
  return next.text === before.text && next.model === before.model ? before : next;
}

const WAYS = {
  parse: withText,
  step: withText,
  treebank: ({ treebank, sentence }, before) => (treebank ? { ...(treebank === before.treebank ? before : {}), treebank, first: sentence, sentence } : before),
  edit: ({ treebank, sentence, model, text }, before) => (treebank ? { treebank, sentence } : text ? { model, text } : before),
  compare: ({ treebank }, before) => (!treebank || before.gold === `treebank:${treebank}` ? before : { gold: `treebank:${treebank}` }),
};

export function address(view, { words, text = words, model, gold = "", treebank = gold.match(/^treebank:(.*)/s)?.[1], sentence }) {
  return fragment.address(view, WAYS[view]({ text, model, treebank, sentence }, left.get(view) ?? {}));
}
