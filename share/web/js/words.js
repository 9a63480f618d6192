// A sentence as running text, whose words can be lit up.

import { el, visible } from "./dom.js";

const FIRST = 8, LAST = 3;

// Words as one text; of many the first and the last ones, so that it stays a line or two.
export function inShort(words) {
  const many = words.length > FIRST + LAST + 1;
  return (many ? [...words.slice(0, FIRST), "…", ...words.slice(-LAST)] : words).join(" ");
}

// Blanks stand where the text had some; where that is not known, between all words.
export function sentenceText(tree, look = "text") {
  const words = tree.tokens.map((token, i) => {
    const next = tree.tokens[i + 1];
    const apart = next && !(token.end != null && token.end === next.begin);
    return [el("span", { "data-word": token.id }, token.word), apart ? " " : ""];
  });
  return el("span", { class: look }, words);
}

// A sentence of a treebank by its number, and by its name where that is another.
export const sentenceName = (number, { id }) => visible(`Sentence ${number}${id && id !== String(number) ? ` (${id})` : ""}`);

const FRAMES = 3;

// Scrolls a list of sentences to one of them; the page stays where it is. Sizes of items that were out of sight are
// estimates until they are drawn.
export function reveal(list, item, frames = FRAMES) {
  const go = () => {
    const { offsetTop, offsetHeight } = item, { scrollTop, clientHeight } = list;
    if (offsetTop < scrollTop) list.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight) list.scrollTop = offsetTop + offsetHeight - clientHeight;
  };
  if (!item) return;
  go();
  if (frames > 0) requestAnimationFrame(() => reveal(list, item, frames - 1));
}

export function lightWords(text, words) {
  const lit = new Set(words);
  for (const word of text?.querySelectorAll("[data-word]") ?? [])
    word.classList.toggle("lit", lit.has(Number(word.dataset.word)));
}
