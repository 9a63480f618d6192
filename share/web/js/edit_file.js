// A treebank's file with all edits of its sentences that are in this browser, where the program gives such files.

import * as backend from "./backend.js";
import { aligned, differences } from "./edit_diff.js";
import * as drafts from "./edit_drafts.js";
import { opened, sameWords, written } from "./edit_tree.js";

// The newest edit of a sentence that was made of the tree it has, {number, tree}, or why there is none, {number, text}.
// Gives null where it is in the file already.
async function editOf(source, number) {
  const { tree, revision } = await source.read(number), original = opened(tree), all = drafts.find(source.keyOf(number));
  const draft = all.find((one) => one.revision === revision), next = drafts.attempt(() => written(opened((draft ?? all[0]).tree)));
  if (draft && next) return { number, tree: next };
  return next && isThere(opened(next), original) ? null : { number, text: "its edits were made of another version of it" };
}

// Whether a tree is the one that is in the file.
export function isThere(tree, original) {
  return sameWords(tree, original) && differences(original, aligned(tree, original)).length === 0;
}

// The edits of other sentences than the one that is shown; one that cannot be read is refused.
function editsOfOthers(source) {
  const others = drafts.numbers(source.family).filter((number) => number !== source.number);
  return Promise.all(others.map((number) => editOf(source, number).catch((error) => ({ number, text: error.message }))));
}

// Gives {edited, refused, file}: numbers of sentences, {number, text} of others, and bytes. `tree` is that of the
// sentence that is shown, if it is edited.
export async function fileWithEdits(source, tree) {
  const own = tree && { number: source.number, tree: written(tree) };
  const all = [own, ...await editsOfOthers(source)].filter(Boolean);
  const edits = all.filter((one) => one.tree), { refused, file } = await backend.change(source.file, edits);
  const failed = [...all.filter((one) => one.text), ...refused], out = new Set(failed.map(({ number }) => number));
  return { edited: edits.map(({ number }) => number).filter((number) => !out.has(number)), refused: failed, file };
}
