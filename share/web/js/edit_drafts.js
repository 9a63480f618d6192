// Edits that are not saved yet, kept in the browser (localStorage) by sentence and revision, so that they outlive a
// reload and a crash. A browser that keeps nothing, or has no more room, changes nothing else.

const PREFIX = "pleach-edit";

const keyOf = (sentence, revision) => `${PREFIX} ${sentence} ${revision}`;

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

// Gives whether it is kept.
export function keep(sentence, revision, tree) {
  return attempt(() => (localStorage.setItem(keyOf(sentence, revision), JSON.stringify({ time: Date.now(), tree })), true)) ?? false;
}

export function forget(sentence, revision) {
  attempt(() => localStorage.removeItem(keyOf(sentence, revision)));
}

// What follows `start` in the names of drafts, where it has so many words.
function namesAfter(start, words) {
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  return keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length)).filter((rest) => rest.split(" ").length === words);
}

// All of a sentence, newest first: {revision, time, tree}.
export function find(sentence) {
  return namesAfter(keyOf(sentence, ""), 1)
    .map((revision) => ({ revision, ...attempt(() => JSON.parse(localStorage.getItem(keyOf(sentence, revision)))) }))
    .filter((draft) => draft.tree).sort((a, b) => b.time - a.time);
}

// The numbers of a treebank's sentences that have drafts.
export function numbers(treebank) {
  const found = namesAfter(`${PREFIX} ${treebank} `, 2).map((rest) => Number(rest.split(" ")[0]));
  return [...new Set(found)].sort((a, b) => a - b);
}
