// Links to the sentences of a treebank that have edits in this browser.

import { el } from "./dom.js";
import * as drafts from "./edit_drafts.js";
import * as fragment from "./fragment.js";

const SHOWN = 20;

// None where there are none besides sentence `but`.
export function draftLinks(treebank, but) {
  const numbers = drafts.numbers(`treebank ${treebank}`).filter((number) => number !== but), more = numbers.length - SHOWN;
  if (numbers.length === 0) return null;
  const link = (number) => [el("a", { href: fragment.address("edit", { treebank, sentence: number }) }, String(number)), " "];
  return el("span", { class: "note" }, "Edits not saved: ", numbers.slice(0, SHOWN).map(link), more > 0 ? `and ${more.toLocaleString("en")} more` : "");
}
