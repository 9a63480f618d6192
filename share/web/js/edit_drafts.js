// Edits that are not saved yet, kept in the browser (localStorage) by sentence, revision and tab, so that they outlive a
// reload and a crash. A browser that keeps nothing, or has no more room, changes nothing else.

const PREFIX = "pleach-edit";

const keyOf = (sentence, name) => `${PREFIX} ${sentence} ${name}`;

// The name of a draft: each view has its own, so that two tabs do not undo each other's work.
export const slot = () => Math.random().toString(36).slice(2);
export const nameOf = (revision, own) => `${revision} ${own}`;

// A short name for the content of a sentence, where the server gives none.
export function checksum(text) {
  let sum = 0x811c9dc5; // FNV-1a
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return (sum >>> 0).toString(16);
}

// What the work gives, or null if it fails.
export function attempt(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

const stored = (sentence, name) => attempt(() => JSON.parse(localStorage.getItem(keyOf(sentence, name))));

// Gives the time of the draft, or null if it is not kept.
export function keep(sentence, name, tree) {
  const time = Date.now();
  return attempt(() => (localStorage.setItem(keyOf(sentence, name), JSON.stringify({ time, tree })), time));
}

// The draft of this time alone: where there is a later one, its tab is still at work.
export function forget(sentence, name, time) {
  if (stored(sentence, name)?.time === time) attempt(() => localStorage.removeItem(keyOf(sentence, name)));
}

// What follows `start` in the names of drafts, where it has so many words.
function namesAfter(start, words) {
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  return keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length)).filter((rest) => rest.split(" ").length === words);
}

// All of a sentence, newest first: {name, revision, time, tree}.
export function find(sentence) {
  return namesAfter(keyOf(sentence, ""), 2)
    .map((name) => ({ name, revision: name.split(" ")[0], ...stored(sentence, name) }))
    .filter((draft) => draft.tree).sort((a, b) => b.time - a.time);
}

// The numbers of a treebank's sentences that have drafts.
export function numbers(treebank) {
  const found = namesAfter(`${PREFIX} ${treebank} `, 3).map((rest) => Number(rest.split(" ")[0]));
  return [...new Set(found)].sort((a, b) => a - b);
}
