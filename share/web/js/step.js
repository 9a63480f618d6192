// The view Step: how a parser comes to its tree, one action at a time. Place 0 is the configuration before
// the first step; the last place is the finished tree.

import { end, newestOnly } from "./alone.js";
import * as backend from "./backend.js";
import { builtBefore } from "./configuration.js";
import { el, svg } from "./dom.js";
import * as fragment from "./fragment.js";
import { TextInput } from "./input.js";
import { drawTree, percent, sayNode } from "./tree.js";
import { sentenceText } from "./words.js";

const OTHERS = 8; // actions shown beside the one that was taken

class Step {
  constructor(main, state, about) {
    this.sentences = [];
    this.chosen = Math.max(fragment.number(state.sentence) - 1, 0);
    this.tree = fragment.number(state.tree) || null; // rank of the tree, from 1
    this.place = fragment.number(state.step);
    this.input = new TextInput(main, state, about, (settled) => this.textChanged(settled));
    this.build(main);
    this.alone = newestOnly({
      busy: (is) => this.result.setAttribute("aria-busy", is),
      failed: (error) => ((this.result.hidden = true), this.input.say(error.message, true)),
    });
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    this.load();
  }

  leave() {
    document.removeEventListener("keydown", this.onKey);
    end(this.alone);
  }

  build(main) {
    const go = (label, name, where) => el("button", { type: "button", "aria-label": name, title: name, onclick: () => this.go(where()) }, label);
    this.list = el("ol", { class: "sentences", "aria-label": "Sentences" });
    this.slider = el("input", { type: "range", min: 0, "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)) });
    this.where = el("span", { class: "note", role: "status" });
    this.lanes = el("div", { class: "lanes" });
    this.canvas = el("div", { class: "canvas" });
    this.info = el("figcaption", {});
    this.actions = el("table", { class: "actions" });
    this.history = el("ol", { class: "history", "aria-label": "Steps" });
    this.result = el("section", { "aria-label": "Result", hidden: true },
      this.list,
      el("div", { class: "bar" },
        go("|◀", "First step", () => 0), go("◀", "Back", () => this.place - 1),
        go("▶", "Forward", () => this.place + 1), go("▶|", "Last step", () => Infinity),
        this.slider, this.where),
      el("div", { class: "split" },
        el("div", {}, this.lanes, el("figure", { class: "sheet" }, this.canvas, this.info)),
        el("div", {}, el("h2", {}, "Actions"), this.actions, el("h2", {}, "Derivation"), this.history)));
    main.append(this.result);
  }

  state() {
    return { model: this.input.model.name, text: this.input.text, sentence: this.chosen > 0 ? this.chosen + 1 : null, tree: this.tree, step: this.place || null };
  }

  textChanged(settled) {
    if (settled) return this.load();
    this.chosen = this.place = 0;
    this.tree = null;
    this.result.setAttribute("aria-busy", true);
  }

  load() {
    fragment.write("step", this.state());
    return this.alone(async (signal) => {
      const data = this.input.text;
      const found = data.trim() === "" ? [] : await backend.derivation({ data, model: this.input.model.name, others: OTHERS, tree: this.tree ?? undefined }, signal);
      if (signal.aborted) return;
      this.sentences = found.map(({ tree, steps }) => ({ tree: withoutFunctions(tree), steps }));
      this.result.hidden = found.length === 0;
      this.input.say("");
      if (found.length > 0) this.choose(Math.min(this.chosen, found.length - 1), this.place);
    });
  }

  choose(number, place = 0) {
    this.chosen = number;
    this.list.hidden = this.sentences.length < 2;
    this.list.replaceChildren(...this.sentences.map(({ tree }, i) => el("li", {},
      el("button", { type: "button", "aria-pressed": i === number, onclick: () => this.choose(i) },
        el("span", { class: "number" }, String(i + 1)), sentenceText(tree)))));
    this.steps = this.sentences[number].steps;
    this.height = drawTree(this.sentences[number].tree).height.baseVal.value; // words stay where they are
    this.slider.max = this.steps.length;
    this.history.replaceChildren(...this.steps.map((step, i) => el("li", {},
      el("button", { type: "button", onclick: () => this.go(i + 1) }, step.action))));
    this.go(place);
  }

  key(event) {
    if (event.target.closest("textarea, input, select, svg") || event.ctrlKey || event.altKey || event.metaKey || !this.steps) return;
    const place = { ArrowRight: this.place + 1, ArrowLeft: this.place - 1, Home: 0, End: Infinity }[event.key];
    if (place == null) return;
    event.preventDefault();
    this.go(place);
  }

  // -- showing ------------------------------------------------------------------------------

  go(place) {
    this.place = Math.min(Math.max(place, 0), this.steps.length);
    const step = this.steps[this.place];
    fragment.write("step", this.state());
    this.slider.value = this.place;
    this.where.textContent = step ? `Step ${this.place + 1} of ${this.steps.length}: ${step.action}` : `Finished after ${this.steps.length} steps`;
    this.showLanes(step);
    this.showTree(step);
    this.showActions(step);
    for (const [i, item] of [...this.history.children].entries()) {
      item.classList.toggle("done", i < this.place);
      item.firstChild.setAttribute("aria-current", i === this.place ? "step" : "false");
    }
    const at = this.history.children[Math.min(this.place, this.steps.length - 1)];
    this.history.scrollTop = at.offsetTop - this.history.clientHeight / 2;
  }

  // Stack, deque and buffer. Systems for dependencies have no deque.
  showLanes(step) {
    const { tree } = this.sentences[this.chosen];
    const word = (i) => tree.tokens[i]?.word ?? "";
    const item = ({ label, head, words }) => el("li", { class: label ? "built" : "word" },
      label ? el("b", {}, label) : null, el("span", {}, words.length > 0 ? words.map(word).join(" ") : head < 0 ? "root" : ""));
    const lane = (name, items, note) => el("div", { class: `lane ${name.toLowerCase()}` }, el("h2", {}, name, el("small", {}, note)), el("ol", {}, items));
    this.lanes.hidden = !step;
    if (!step) return;
    this.lanes.replaceChildren(
      lane("Stack", step.stack.map(item), "top on the right"),
      tree.nodes ? lane("Deque", step.deque.map(item), "top on the right") : "",
      lane("Buffer", step.buffer.map((i) => el("li", { class: "word" }, el("span", {}, word(i)))), "next on the left"));
  }

  // Words that were not read yet are pale.
  showTree(step) {
    const built = builtBefore(this.sentences[this.chosen], this.place);
    const marks = new Map(step?.buffer.map((word) => [word, "unread"]));
    this.canvas.replaceChildren(drawTree(built, { marks, height: this.height, onPoint: (node) => (this.info.textContent = node ? sayNode(built, node) : this.hint()) }));
    this.info.textContent = this.hint();
  }

  hint() {
    return "The arrow keys go back and forward, Home and End to the first and last step.";
  }

  showActions(step) {
    this.actions.hidden = !step;
    if (!step) return;
    const all = [{ action: step.action, score: step.score, taken: true }, ...step.others].sort((a, b) => b.score - a.score);
    const high = step.probabilities ? 1 : all[0].score, low = step.probabilities ? 0 : Math.min(0, all.at(-1).score);
    this.actions.replaceChildren(
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "action"), el("th", { scope: "col", class: "figure" }, step.probabilities ? "probability" : "score"), el("th", { "aria-hidden": "true" }))),
      el("tbody", {}, all.map(({ action, score, taken }) => el("tr", { class: taken ? "taken" : null, "aria-current": taken ? "true" : "false" },
        el("td", {}, action), el("td", { class: "figure" }, step.probabilities ? percent(score) : score.toFixed(1)),
        el("td", {}, bar((score - low) / (high - low || 1)))))));
  }
}

// Functions are found when the tree is there; drawn at the last step alone, they would move everything.
function withoutFunctions(tree) {
  const bare = (nodes) => nodes?.map((node) => ({ ...node, function: undefined }));
  return { ...tree, tokens: bare(tree.tokens), nodes: bare(tree.nodes) };
}

function bar(share) {
  return svg("svg", { class: "share", width: 80, height: 8, "aria-hidden": "true" }, svg("rect", { width: Math.max(1, 80 * share), height: 8, rx: 2 }));
}

export const stepView = {
  name: "step",
  title: "Step",
  fits: (about) => about.models.length > 0 && about.steps,
  open: (main, state, about) => {
    const view = new Step(main, state, about);
    return () => view.leave();
  },
};
