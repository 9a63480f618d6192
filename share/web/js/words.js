// A sentence as running text, whose words can be lit up.

import { el } from "./dom.js";

// Blanks stand where the text had some; where that is not known, between all words.
export function sentenceText(tree, look = "text") {
  const words = tree.tokens.map((token, i) => {
    const next = tree.tokens[i + 1];
    const apart = next && !(token.end != null && token.end === next.begin);
    return [el("span", { "data-word": token.id }, token.word), apart ? " " : ""];
  });
  return el("span", { class: look }, words);
}

export function lightWords(text, words) {
  const lit = new Set(words);
  for (const word of text?.querySelectorAll("[data-word]") ?? [])
    word.classList.toggle("lit", lit.has(Number(word.dataset.word)));
}
