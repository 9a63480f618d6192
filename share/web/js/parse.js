// The view Parse: a text, its sentences, and the trees of the one that is chosen. Sentences are parsed
// while one types; the chosen one is where the cursor is, until another is clicked.

import { end, newestOnly } from "./alone.js";
import * as backend from "./backend.js";
import { choice, copy, doing, download, el, refill } from "./dom.js";
import * as fragment from "./fragment.js";
import { TextInput } from "./input.js";
import { formatCalled, formatsFor, typeOf } from "./formats.js";
import { confidenceClass, drawTree, percent, pictureText, sayNode } from "./tree.js";
import { lightWords, reveal, sentenceText } from "./words.js";

const TREES = 5; // of the n-best list

const LEGEND = [[4, "97 % and more"], [3, "90 %"], [2, "75 %"], [1, "50 %"], [0, "less"]];

class Parse {
  constructor(main, state, about) {
    this.fresh = false;  // the sentences are those of the text as it is now
    this.sentences = []; // trees, the best of each sentence
    const sentence = fragment.number(state.sentence);
    this.chosen = sentence > 0 ? sentence - 1 : null; // null: the one at the cursor
    this.rank = Math.max(fragment.number(state.tree) - 1, 0);
    this.trees = [];     // of the sentence that is shown, best first
    this.input = new TextInput(main, state, about, (settled) => this.textChanged(settled));
    this.build(main, state, about);
    this.alone = newestOnly({
      busy: (is) => this.result.setAttribute("aria-busy", is),
      failed: (error) => this.input.say(error.message, true),
    });
    this.parse();
  }

  leave() {
    end(this.alone);
  }

  build(main, state, about) {
    this.input.field.addEventListener("click", () => this.followCursor());
    this.input.field.addEventListener("keyup", (event) => /^(Arrow|Home|End|Page)/.test(event.key) && this.followCursor());
    this.colour = el("input", { type: "checkbox", onchange: () => this.showTree() });
    this.colour.checked = state.colour !== "gaps";
    this.list = el("ol", { class: "sentences", "aria-label": "Sentences" });
    this.ranks = el("div", { class: "ranks", role: "group", "aria-label": "Best trees" });
    this.canvas = el("div", { class: "canvas" });
    this.info = el("figcaption", {});
    this.formats = choice({ "aria-label": "Format" }, []);
    this.save = el("button", { type: "button", onclick: () => this.export() }, "Download");
    this.result = el("section", { "aria-label": "Result", hidden: true },
      el("h2", {}, "Sentences"), this.list,
      el("h2", {}, "Tree"), this.ranks,
      el("figure", { class: "sheet" }, this.canvas, this.info),
      el("div", { class: "bar" },
        el("label", {}, this.colour, "Colour by confidence"),
        el("div", { class: "legend" }, LEGEND.map(([step, text]) => el("span", { class: `sure-${step}` }, text)))),
      el("div", { class: "bar" },
        doing("Copy SVG", () => copy(pictureText(this.canvas.firstChild))),
        doing("Copy link", () => copy(fragment.link("parse", this.state()))),
        el("label", {}, "Export", this.formats), this.save,
        el("a", { class: "push", href: "#edit", onclick: (event) => this.takeTo(event, "edit") }, "Correct this tree"),
        about.steps ? el("a", { href: "#step", onclick: (event) => this.takeTo(event, "step") }, "Step through it") : null));
    main.append(this.result);
    this.offerFormats();
  }

  state() {
    return {
      model: this.input.model.name, text: this.input.text,
      sentence: this.chosen == null ? null : this.chosen + 1,
      tree: this.rank > 0 ? this.rank + 1 : null,
      colour: this.colour.checked ? null : "gaps",
    };
  }

  textChanged(settled) {
    if (settled) return this.parse();
    this.chosen = null;
    this.rank = 0;
    this.fresh = false;
    this.result.setAttribute("aria-busy", true);
    this.offerFormats();
  }

  // The tree that is shown, in another view: how it came about, or to correct it.
  takeTo(event, view) {
    event.preventDefault();
    location.hash = fragment.address(view, { model: this.input.model.name, text: this.input.text, sentence: this.shown + 1, tree: this.state().tree });
  }

  offerFormats() {
    const whole = formatsFor(this.input.model.gives).filter((f) => f.whole).map((f) => el("option", { value: `all ${f.name}` }, f.title));
    const one = formatsFor(this.input.model.gives).map((f) => el("option", { value: `one ${f.name}` }, f.title));
    this.formats.replaceChildren(el("optgroup", { label: "This tree" }, one), el("optgroup", { label: "The whole text" }, whole));
  }

  // -- parsing ------------------------------------------------------------------------------

  parse() {
    fragment.write("parse", this.state());
    if (this.input.text.trim() === "") return this.alone(() => this.showNothing());
    this.input.say("Parsing …");
    this.fresh = false;
    return this.alone(async (signal) => {
      const found = [], trouble = await this.parseAll(found, signal);
      if (signal.aborted) return;
      this.sentences = found;
      this.fresh = true;
      this.showSentences();
      const words = found.reduce((sum, tree) => sum + tree.tokens.length, 0);
      const summary = `${count(found.length, "sentence")}, ${count(words, "word")}`;
      this.input.say(trouble ? `${summary}, then: ${trouble.message}` : summary, trouble != null);
      await this.choose(this.chosen ?? this.atCursor(), signal);
    });
  }

  // Appends the trees to `found`. What came before an error is shown all the same: gives the error then.
  async parseAll(found, signal) {
    const see = ({ trees }) => {
      found.push(trees[0].tree);
      if (found.length % 100 === 0) this.input.say(`Parsing … ${count(found.length, "sentence")}`);
    };
    try {
      await backend.parse({ data: this.input.text, model: this.input.model.name, confidence: true }, see, signal);
    } catch (error) {
      if (error.name === "AbortError" || found.length === 0) throw error;
      return error;
    }
  }

  // Asks for the best trees of a sentence. Its words are sent as they were cut, so that the same words
  // come back.
  async choose(number, signal) {
    this.shown = Math.min(Math.max(number, 0), this.sentences.length - 1);
    const tree = this.sentences[this.shown];
    this.result.hidden = !tree;
    if (!tree) return;
    this.press();
    let found = [];
    const data = wordsOf(tree);
    await backend.parse({ data, from: "tokens", model: this.input.model.name, confidence: true, nbest: TREES }, ({ trees }) => (found = trees), signal);
    if (signal.aborted) return;
    this.trees = found.length > 0 ? found : [{ tree }];
    this.rank = Math.min(this.rank, this.trees.length - 1);
    this.showTree();
  }

  press() {
    for (const [i, item] of [...this.list.children].entries())
      item.firstChild.setAttribute("aria-pressed", i === this.shown);
    reveal(this.list, this.list.children[this.shown]);
  }

  // A text that is still being parsed comes to its chosen sentence by itself.
  pick(number) {
    this.chosen = number;
    this.rank = 0;
    if (this.fresh) this.alone((signal) => this.choose(number, signal));
  }

  atCursor() {
    const cursor = this.input.cursor();
    if (cursor == null) return 0;
    const behind = this.sentences.findIndex((tree) => tree.tokens[0]?.begin > cursor);
    return behind < 0 ? this.sentences.length - 1 : Math.max(behind - 1, 0);
  }

  followCursor() {
    if (this.fresh && this.sentences.length > 0 && this.atCursor() !== this.shown) this.pick(this.atCursor());
  }

  // -- showing ------------------------------------------------------------------------------

  showNothing() {
    this.sentences = [];
    this.result.hidden = true;
    this.input.say("");
  }

  showSentences() {
    this.list.replaceChildren(...this.sentences.map((tree, i) => el("li", {},
      el("button", { type: "button", onclick: () => this.pick(i) },
        el("span", { class: "number" }, String(i + 1)),
        sentenceText(tree),
        tree.confidence == null ? null : el("span", { class: `sure ${confidenceClass(tree.confidence)}`, title: "How sure the parser is of the whole tree" }, percent(tree.confidence))))));
  }

  showTree() {
    const { tree } = this.trees[this.rank] ?? {};
    if (!tree) return;
    fragment.write("parse", this.state());
    refill(this.ranks, this.trees.map(({ tree: other, score }, i) => {
      const title = `${i + 1}${other.confidence == null ? "" : ` · ${percent(other.confidence)}`}`;
      return el("button", { type: "button", "aria-pressed": i === this.rank, "aria-label": `Tree ${title}`, title: score == null ? null : `score ${score}`, onclick: () => {
        this.rank = i;
        this.showTree();
      } }, title);
    }));
    this.ranks.hidden = this.trees.length < 2;
    this.canvas.replaceChildren(drawTree(tree, {
      colour: this.colour.checked ? "confidence" : "gaps",
      onPoint: (node) => this.point(tree, node),
    }));
    this.point(tree, null);
  }

  point(tree, node) {
    lightWords(this.list.children[this.shown], node?.words ?? []);
    this.info.textContent = node ? sayNode(tree, node) : "Point at a node to see its words; with the keyboard, go through the tree with the arrow keys.";
  }

  // -- saving -------------------------------------------------------------------------------

  async export() {
    const [what, name] = this.formats.value.split(" ");
    const format = formatCalled(name);
    try {
      download(`pleach.${format.ending}`, await this.exported(what, format), typeOf(format));
    } catch (error) {
      this.input.say(error.message, true);
    }
  }

  async exported(what, format) {
    const between = this.input.model.gives === "dependencies" ? "conllu" : "export";
    const texts = await this.treesAs(what, format.draws ? between : format.name);
    if (!format.draws) return texts.join("");
    return (await Promise.all(texts.map(async (text) => (await backend.draw(text, between, format.name)).join("\n")))).join("\n");
  }

  // The trees as texts: all best ones, or the one that is shown.
  async treesAs(what, to) {
    const all = what === "all", texts = [];
    const options = all ? { data: this.input.text } : { data: wordsOf(this.sentences[this.shown]), from: "tokens", nbest: TREES };
    await backend.parse({ ...options, to, model: this.input.model.name }, ({ trees }) => texts.push(trees[all ? 0 : this.rank].tree));
    return texts.map((text) => (typeof text === "string" ? text : JSON.stringify(text) + "\n"));
  }
}

// The words as the format "tokens" has them, where blanks stand between words only.
function wordsOf(tree) {
  return tree.tokens.map((token) => token.word.replace(/\s+/g, "_")).join(" ");
}

function count(n, what) {
  return `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;
}

export const parseView = {
  name: "parse",
  title: "Parse",
  fits: (about) => about.models.length > 0,
  open: (main, state, about) => {
    const view = new Parse(main, state, about);
    return () => view.leave();
  },
};
