// The ways from view to view: what one takes along, and what a view showed when it was left.
//
//     address("edit", state)  of another view, from one whose address has this state

import * as fragment from "./fragment.js";

// The text of the view before, or the last one there was; as it was left, if it was this one.
function withText({ model, text }, before) {
  const next = text == null ? fragment.latest().find((state) => state.text != null) ?? before : { model, text };
  return next.text === before.text && next.model === before.model ? before : { model: next.model, text: next.text };
}

const WAYS = {
  parse: withText,
  step: withText,
  treebank: ({ treebank, sentence }, before) => (treebank ? { ...(treebank === before.treebank ? before : {}), treebank, first: sentence, sentence } : before),
  edit: ({ treebank, sentence, model, text }, before) => (treebank ? { treebank, sentence } : text ? { model, text } : before),
  compare: ({ treebank }, before) => (!treebank || before.gold === `treebank:${treebank}` ? before : { gold: `treebank:${treebank}` }),
};

export function address(view, { words, text = words, model, gold = "", treebank = gold.match(/^treebank:(.*)/s)?.[1], sentence }) {
  return fragment.address(view, WAYS[view]({ text, model, treebank, sentence }, fragment.lastOf(view)));
}
