// Where the sentence of the view Edit comes from: a treebank of the server, which may be saved to, or the parser.
//
//     state            what the address says of it; for sure once it is loaded
//     key, family      its name among the drafts, once it is loaded; that of all from there
//     saves, why       whether it can be saved, and why not; known for sure once it is loaded
//     load(signal)     {tree, revision}
//     file             name of the file that can be downloaded with all edits, if it is one: edit_file.js; then also
//     read(n, signal), keyOf(n)   what load gives and the key, of sentence n
//     save(edit)       of one that saves: {revision, tree} gives {revision}
//     others(known, signal)   counts labels of other sentences, for suggestions

import * as backend from "./backend.js";
import { checksum } from "./edit_drafts.js";
import { exampleText } from "./examples.js";
import * as fragment from "./fragment.js";
import * as ways from "./ways.js";

const TREES = 5; // of the n-best list, as in Parse

const withRevision = (tree, revision) => ({ tree, revision: revision ?? checksum(JSON.stringify(tree)) });

function fromTreebank(bank, state, about) {
  const number = Math.max(1, Math.min(fragment.number(state.sentence), bank.statistics.sentences));
  const at = (n) => (n >= 1 && n <= bank.statistics.sentences ? { treebank: bank.name, sentence: n } : null);
  const keyOf = (n) => `treebank ${bank.name} ${n}`;
  const source = {
    state: at(number), previous: at(number - 1), next: at(number + 1), file: about.changes ? bank.name : null,
    family: `treebank ${bank.name}`, number, keyOf, key: keyOf(number), name: `${bank.name.replace(/\.[^.]*$/, "")}-${number}`,
    title: `Sentence ${number} of ${bank.name}`,
    back: ways.address("treebank", { treebank: bank.name, sentence: number }), backTitle: "Treebank",
    saves: Boolean(about.edit && bank.edit),
    why: about.changes ? "this page runs in your browser alone, and cannot write files"
      : about.edit ? bank.edit_refused ?? "this treebank cannot be changed" : "this page cannot save (pleach serve --edit can)",
    load: (signal) => source.read(number, signal),
    read: async (n, signal) => {
      const [sentence] = (await backend.page(bank.name, { first: n, limit: 1, to: "json" }, signal)).sentences;
      if (!sentence) throw new Error(`${bank.name} has no sentence ${n}.`);
      if (sentence.edit_refused) Object.assign(source, { saves: false, why: sentence.edit_refused });
      return withRevision(sentence.tree, sentence.revision);
    },
    save: (edit) => backend.save(bank.name, { number, ...edit }),
    others: (known, signal) => known.read(bank.name, bank.statistics.sentences, signal),
  };
  return source;
}

// The words of one sentence of the text, with blanks between them.
async function wordsOfSentence(model, text, sentence, signal) {
  const all = [];
  await backend.parse({ data: text, model: model.name }, ({ trees }) => all.push(trees[0].tree), signal);
  if (all.length === 0) throw new Error("There is no text to parse.");
  return all[Math.min(sentence, all.length) - 1].tokens.map((token) => token.word.replace(/\s+/g, "_")).join(" ");
}

// As Parse does it: the text is cut into sentences, and the words of one are parsed again for its best trees. The
// address has only these words then: a long text would not fit in, and a reload would not find the sentence again.
function fromParser(model, state) {
  const text = state.words ?? state.text ?? exampleText(model), sentence = Math.max(1, fragment.number(state.sentence)), rank = Math.max(1, fragment.number(state.tree));
  let best = [];
  const source = {
    state: { model: model.name, words: state.words, text: state.words ? null : text, sentence, tree: rank > 1 ? rank : null }, previous: null, next: null,
    family: `parse ${model.name}`, name: `corrected-${sentence}`,
    title: `Tree of the model ${model.name}`,
    back: fragment.address("parse", { model: model.name, text, sentence: state.words ? null : sentence, tree: rank > 1 ? rank : null }), backTitle: "Parse",
    saves: false, why: "it comes from the parser and is in no file",
    load: async (signal) => {
      const words = state.words ?? await wordsOfSentence(model, text, sentence, signal);
      Object.assign(source, { key: `parse ${model.name} ${checksum(words)} ${rank}`, state: { ...source.state, words, text: null } });
      await backend.parse({ data: words, from: "tokens", model: model.name, nbest: TREES }, ({ trees }) => (best = trees), signal);
      if (best.length === 0) throw new Error("There are no words to parse.");
      return withRevision((best[rank - 1] ?? best[0]).tree);
    },
    others: async (known) => best.forEach(({ tree }) => known.count(tree)),
  };
  return source;
}

// A treebank that the address names, but that is not there: another one in its place would be changed by mistake.
function missing({ treebank, sentence }, about) {
  return {
    state: { treebank, sentence }, previous: null, next: null, family: `treebank ${treebank}`, title: treebank,
    back: fragment.address("treebank", {}), backTitle: "Treebank", saves: false,
    load: async () => {
      throw new Error(`There is no treebank ${treebank} here${about.opens ? " (open the file again)" : ""}.`);
    },
  };
}

// The address may name anything: without a treebank it is the first there is. Null if there is nothing.
export function sourceOf(state, about) {
  const bank = about.treebanks.find((one) => one.name === state.treebank);
  const model = about.models.find((one) => one.name === state.model) ?? about.models.find((one) => one.name === about.default) ?? about.models[0];
  if (bank) return fromTreebank(bank, state, about);
  if (state.treebank) return missing(state, about);
  if ((state.words || state.text) && model) return fromParser(model, state);
  const first = about.treebanks.find((one) => one.statistics.sentences > 0);
  return first ? fromTreebank(first, state, about) : model ? fromParser(model, state) : null;
}
