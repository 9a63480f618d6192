// The view Step: how a parser comes to its tree, one action at a time. Place 0 is the configuration before
// the first step; the last place is the finished tree. Of a grammar the places are its stages.

import { end, newestOnly } from "./alone.js";
import * as backend from "./backend.js";
import { builtBefore } from "./configuration.js";
import { el, refill, svg, visible } from "./dom.js";
import * as fragment from "./fragment.js";
import { TextInput } from "./input.js";
import { chartTable, drawChart, sayEntry, stagesTable } from "./stages.js";
import { drawTree, percent, sayNode } from "./tree.js";
import { inShort, reveal, sentenceText } from "./words.js";

const OTHERS = 8; // actions shown beside the one that was taken
const FEATURES = 12; // templates shown behind it

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
    this.stageTable = el("table", { class: "actions" });
    this.chart = el("figure", { class: "sheet" });
    this.chartRows = el("div", { class: "scroll" });
    const go = (label, name, where) => el("button", { type: "button", "aria-label": name, title: name, onclick: () => this.go(where()) }, label);
    this.list = el("ol", { class: "sentences", "aria-label": "Sentences" });
    this.slider = el("input", { type: "range", min: 0, "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)) });
    this.where = el("span", { class: "note", role: "status" });
    this.lanes = el("div", { class: "lanes" });
    this.canvas = el("div", { class: "canvas" });
    this.info = el("figcaption", {});
    this.actions = el("table", { class: "actions" });
    this.features = el("div", {});
    this.history = el("ol", { class: "history", "aria-label": "Steps" });
    this.result = el("section", { "aria-label": "Result", hidden: true },
      this.list,
      el("div", { class: "bar" },
        go("|◀", "First step", () => 0), go("◀", "Back", () => this.place - 1),
        go("▶", "Forward", () => this.place + 1), go("▶|", "Last step", () => Infinity),
        this.slider, this.where),
      el("div", { class: "split" },
        el("div", {}, this.lanes, this.chart, el("figure", { class: "sheet" }, this.canvas, this.info)),
        this.ofSteps = el("div", {}, el("h2", {}, "Actions"), this.actions, this.features, el("h2", {}, "Derivation"), this.history),
        this.ofStages = el("div", {}, el("h2", {}, "Stages"), this.stageTable, this.chartRows)));
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
      const found = data.trim() === "" ? [] : await backend.derivation({ data, model: this.input.model.name, others: OTHERS, features: FEATURES, tree: this.tree ?? undefined }, signal);
      if (signal.aborted) return;
      this.sentences = found.map(({ tree, steps, stages }) => ({ tree: withoutFunctions(tree), steps: steps ?? [], stages }));
      this.result.hidden = found.length === 0;
      this.input.say("");
      if (found.length > 0) this.choose(Math.min(this.chosen, found.length - 1), this.place);
    });
  }

  choose(number, place = 0) {
    this.chosen = number;
    this.list.hidden = this.sentences.length < 2;
    refill(this.list, this.sentences.map(({ tree }, i) => el("li", {},
      el("button", { type: "button", "aria-pressed": i === number, onclick: () => this.choose(i) },
        el("span", { class: "number" }, String(i + 1)), sentenceText(tree)))));
    reveal(this.list, this.list.children[number]);
    this.steps = this.sentences[number].steps;
    this.stages = this.sentences[number].stages;
    this.ofSteps.hidden = this.stages != null;
    this.ofStages.hidden = this.chart.hidden = this.stages == null;
    this.height = drawTree(this.sentences[number].tree).height.baseVal.value; // words stay where they are
    this.slider.max = this.last;
    this.history.replaceChildren(...this.steps.map((step, i) => el("li", {},
      el("button", { type: "button", onclick: () => this.go(i + 1) }, step.action))));
    this.go(place);
  }

  key(event) {
    if (event.target.closest("textarea, input, select, svg") || event.ctrlKey || event.altKey || event.metaKey || !this.steps) return; // before the first answer
    const place = { ArrowRight: this.place + 1, ArrowLeft: this.place - 1, Home: 0, End: Infinity }[event.key];
    if (place == null) return;
    event.preventDefault();
    this.go(place);
  }

  // -- showing ------------------------------------------------------------------------------

  // The last place.
  get last() {
    return this.stages ? Math.max(0, this.stages.length - 1) : this.steps.length;
  }

  go(place) {
    this.place = Math.min(Math.max(place, 0), this.last);
    if (this.stages) return this.goToStage();
    const step = this.steps[this.place];
    fragment.write("step", this.state());
    this.slider.value = this.place;
    this.where.textContent = step ? `Step ${this.place + 1} of ${this.steps.length}: ${visible(step.action)}` : `Finished after ${this.steps.length} steps`;
    this.showLanes(step);
    this.showTree(step);
    this.showActions(step);
    this.showFeatures(step);
    for (const [i, item] of [...this.history.children].entries()) {
      item.classList.toggle("done", i < this.place);
      item.firstChild.setAttribute("aria-current", i === this.place ? "step" : "false");
    }
    const at = this.history.children[Math.min(this.place, this.steps.length - 1)];
    this.history.scrollTop = at.offsetTop - this.history.clientHeight / 2;
  }

  goToStage() {
    const stage = this.stages[this.place], { tree } = this.sentences[this.chosen];
    fragment.write("step", this.state());
    this.slider.value = this.place;
    this.lanes.hidden = true;
    this.where.textContent = stage ? `Stage ${this.place + 1} of ${this.stages.length}: ${stage.name}` : "The sentence is too long for a chart, or empty";
    refill(this.stageTable, stagesTable(this.stages, this.place, (i) => this.go(i)));
    this.chart.hidden = !stage?.derived;
    this.chartRows.replaceChildren(...(stage?.derived ? [el("h2", {}, "In the chart"), chartTable(tree, stage.entries)] : []));
    if (stage?.derived) this.showChart(tree, stage);
    const shown = stage?.tree ?? tree, hint = stage?.tree ? `The best tree of ${stage.name}` : "This stage has no derivation: the tree is put together of parts.";
    this.canvas.replaceChildren(drawTree(shown, { height: this.height, onPoint: (node) => (this.info.textContent = node ? sayNode(shown, node) : hint) }));
    this.info.textContent = hint;
  }

  showChart(tree, stage) {
    const info = el("figcaption", {}), hint = `${stage.kept.toLocaleString("en")} of ${stage.items.toLocaleString("en")} items ${this.place < this.last ? "are kept for the next stage" : "are in the best derivation"}.`;
    const isLast = this.place === this.last, say = (entry) => (info.textContent = entry ? sayEntry(tree, entry, isLast) : hint);
    this.chart.replaceChildren(el("div", { class: "canvas" }, drawChart(tree, stage.entries, isLast, say)), info);
    say(null);
  }

  // Stack, deque and buffer. Systems for dependencies have no deque.
  showLanes(step) {
    const { tree } = this.sentences[this.chosen];
    const word = (i) => tree.tokens[i]?.word ?? "";
    const item = ({ label, head, words }) => el("li", { class: label ? "built" : "word" },
      label ? el("b", {}, label) : null, el("span", {}, words.length > 0 ? inShort(words.map(word)) : head < 0 ? "root" : ""));
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

  // Of linear models: what speaks for the action that is taken, and what against it.
  showFeatures(step) {
    const known = step?.features?.length > 0;
    this.features.replaceChildren(...(known ? [el("h2", {}, `Why ${step.action}`), featuresTable(step)] : []));
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

// The templates that add most to a score or take most from it, and what the others add up to.
function featuresTable({ features, score }) {
  const rest = score - features.reduce((sum, { weight }) => sum + weight, 0), most = Math.abs(features[0].weight);
  const rows = [...features, ...(Math.abs(rest) >= 0.05 ? [{ name: "others", weight: rest }] : [])];
  const signed = (weight) => `${weight < 0 ? "−" : "+"}${Math.abs(weight).toFixed(1)}`;
  return el("table", { class: "actions features" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "feature"), el("th", { scope: "col", class: "figure" }, "adds"), el("th", { "aria-hidden": "true" }))),
    el("tbody", {}, rows.map(({ name, weight }, i) => el("tr", { class: weight < 0 ? "less" : "more" },
      el("td", {}, i < features.length ? el("code", {}, name) : name), el("td", { class: "figure" }, signed(weight)), el("td", {}, i < features.length ? bar(Math.abs(weight) / most) : "")))));
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
