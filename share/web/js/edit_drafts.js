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

function attempt(work) {
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

// All of a sentence, newest first: {revision, time, tree}.
export function find(sentence) {
  const start = keyOf(sentence, "");
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  return keys.filter((key) => key.startsWith(start) && !key.slice(start.length).includes(" "))
    .map((key) => ({ revision: key.slice(start.length), ...attempt(() => JSON.parse(localStorage.getItem(key))) }))
    .filter((draft) => draft.tree).sort((a, b) => b.time - a.time);
}
