// The view Compare: gold trees and those of two candidates, A and B, side by side. Sentences are fetched some at a
// time; scores are those of the sentences that are there.

import { end, newestOnly } from "./alone.js";
import * as backend from "./backend.js";
import { candidateMarks, difference, goldMarks } from "./compare_marks.js";
import { inShort, mistakes, scoresOf } from "./compare_scores.js";
import { Side } from "./compare_side.js";
import { choice, copy, doing, el, refill, visible } from "./dom.js";
import * as fragment from "./fragment.js";
import { drawTree, sayNode, scrollToNode } from "./tree.js";
import { lightWords, reveal, sentenceName, sentenceText } from "./words.js";

const PAGE = 20, MANY = 200;
const LINKED = 2000; // sentences that a link fetches at most
const STRANGE = 25; // an F1 or LAS that no parser of the language has
const ROOM = 30; // pixels beside a tree
const ORDERS = {
  difference: ["where A and B differ most", (x, y) => y.difference - x.difference || y.mistakes - x.mistakes],
  mistakes: ["most mistakes first", (x, y) => y.mistakes - x.mistakes],
  order: ["as they come", () => 0],
};
const PARAMS = [["", "as usual (proper)"], ["spmrl", "punctuation, too (spmrl)"], ["disc", "gaps alone (disc)"]];
const SIDES = ["A", "B"];

class Compare {
  constructor(main, state, about) {
    this.about = about;
    this.order = Object.hasOwn(ORDERS, state.sort ?? "") ? state.sort : "difference";
    this.wanted = fragment.number(state.sentence);
    this.sentences = [];
    this.next = 1;
    this.gold = new Side("Gold", () => this.goldChanged());
    this.A = new Side("A", () => this.load());
    this.B = new Side("B", () => this.load());
    this.banks = about.treebanks.filter((bank) => bank.gives);
    this.gold.offer(this.banks.map(({ name }) => [`treebank:${name}`, name]), state.gold);
    this.build(main, state);
    this.alone = newestOnly({ busy: (is) => this.result.setAttribute("aria-busy", is), failed: (error) => this.fail(error) });
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    this.offerCandidates(state.a, state.b);
    this.load(Math.max(fragment.number(state.n), PAGE));
  }

  leave() {
    document.removeEventListener("keydown", this.onKey);
    end(this.alone);
  }

  build(main, state) {
    this.params = choice({ onchange: () => this.load() }, PARAMS);
    this.params.value = PARAMS.some(([name]) => name === state.params) ? state.params : "";
    this.punctuation = el("input", { type: "checkbox", onchange: () => this.load() });
    this.punctuation.checked = state.punct === "0";
    this.orders = choice({ onchange: () => this.changeOrder() }, Object.entries(ORDERS).map(([name, [title]]) => [name, title]));
    this.orders.value = this.order;
    this.status = el("p", { class: "note", role: "status" });
    this.scores = el("div", { class: "sheet scroll" });
    this.list = el("ol", { class: "sentences tall", "aria-label": "Sentences" });
    this.more = el("div", { class: "bar" });
    this.trees = el("div", { class: "trees" });
    this.result = el("section", { "aria-label": "Result", hidden: true },
      el("h2", {}, "Scores"), this.scores,
      el("h2", {}, "Sentences"), el("div", { class: "bar" }, el("label", {}, "Sorted", this.orders)), this.list, this.more,
      el("h2", {}, "Trees"), legend(), this.trees,
      el("div", { class: "bar" }, doing("Copy link", () => copy(fragment.link("compare", this.state())))));
    this.paramsLabel = el("label", {}, "Count", this.params);
    this.punctuationLabel = el("label", {}, this.punctuation, "Ignore punctuation");
    main.append(
      el("div", { class: "sides" }, this.gold.element, this.A.element, this.B.element),
      el("div", { class: "bar" }, this.paramsLabel, this.punctuationLabel, this.status),
      this.result);
  }

  state() {
    return {
      gold: this.gold.source, a: this.A.source, b: this.B.source, sort: this.order === "difference" ? null : this.order,
      params: this.params.value || null, punct: this.punctuation.checked && !this.punctuation.disabled ? 0 : null,
      n: this.sentences.length > PAGE ? this.sentences.length : null, sentence: this.shown?.number,
    };
  }

  // -- what is compared -------------------------------------------------------------------------

  goldChanged() {
    this.offerCandidates();
    this.load();
  }

  // Models that make such trees, and other treebanks of as many sentences; all, where the gold trees are a file.
  offerCandidates(a, b) {
    const bank = this.banks.find(({ name }) => this.gold.source === `treebank:${name}`), gives = bank?.gives;
    const models = this.about.models.filter((model) => !bank || model.gives === gives).map(({ name }) => [`model:${name}`, `model ${name}`]);
    const treebanks = this.banks.filter((other) => other !== bank && (!bank || other.gives === gives && other.statistics.sentences === bank.statistics.sentences)).map(({ name }) => [`treebank:${name}`, name]);
    const all = [...models, ...treebanks];
    this.A.offer(all, a);
    this.B.offer(all, b, 1);
    this.paramsLabel.hidden = gives === "dependencies";
    this.punctuationLabel.hidden = gives === "constituents";
  }

  // Begins anew.
  load(n = PAGE) {
    this.sentences = [];
    this.next = 1;
    this.shown = null;
    if (this.punctuation.disabled) this.punctuation.checked = this.punctuation.disabled = false;
    return this.fetchMore(n);
  }

  // Fetches up to n more sentences of both candidates, a page at a time.
  fetchMore(n) {
    fragment.write("compare", { ...this.state(), sentence: this.shown?.number ?? (this.wanted || null) });
    const missing = [this.gold, this.A, this.B].find((side) => side.missing);
    if (missing) return this.stop(missing);
    const gold = this.gold.arguments("gold"), asked = SIDES.map((name) => this[name].arguments("candidate"));
    if (!gold || asked.includes(null)) return this.wait();
    const options = { ...gold, to: "json", params: this.params.value || undefined, ignore_punct: (this.punctuation.checked && !this.punctuation.disabled) || undefined };
    return this.alone(async (signal) => {
      for (let left = Math.min(n, LINKED); left > 0 && this.next != null; left -= PAGE) {
        this.say(this.sentences.length === 0 ? "Comparing …" : `${this.sentences.length.toLocaleString("en")} sentences …`);
        const pages = await this.ask(asked.map((one) => ({ ...options, ...one, first: this.next, limit: Math.min(left, PAGE) })), signal);
        if (signal.aborted) return;
        this.add(pages);
        if (left <= PAGE || this.next == null || this.sentences.length < MANY || this.sentences.length % MANY === 0) this.show(); // a long list takes its time
      }
      this.say(this.summary(n));
      this.wanted = 0;
    });
  }

  // What there is to say of sentences of which n were asked for.
  summary(n) {
    const strange = SIDES.filter((name) => (this.scoresOf(name)[0][1] ?? 100) < STRANGE).join(" and ");
    if (this.sentences.length === 0) return "There are no sentences.";
    if (n > LINKED && this.next != null) return `A link fetches ${LINKED.toLocaleString("en")} sentences at most: “${MANY} more” fetches others.`;
    return strange ? `${strange} and the gold trees have little in common: are they of the same language, with the same labels?` : "";
  }

  // The answers of both. What both fail with is the fault of the gold trees.
  async ask(requests, signal) {
    const answers = await Promise.allSettled(requests.map((options) => backend.evaluate(options, signal)));
    const at = answers.findIndex(({ reason }) => reason);
    if (at < 0) return answers.map(({ value }) => value);
    const [a, b] = answers.map(({ reason }) => reason?.message), error = answers[at].reason;
    if (error.name !== "AbortError") error.message = blame(error.message, a === b ? null : SIDES[at]);
    throw error;
  }

  add([a, b]) {
    this.compares = a.compares;
    this.next = a.next;
    this.showPunctuation(a.scores.ignore_punct);
    for (const { scores } of [...a.sentences, ...b.sentences]) if (scores.tokens != null && scores.words) scores.words.punctuation = !a.scores.ignore_punct;
    for (const [i, { number, scores, gold, candidate }] of a.sentences.entries()) {
      const A = { scores, gold, tree: candidate }, B = { scores: b.sentences[i].scores, gold, tree: b.sentences[i].candidate };
      this.sentences.push({ number, gold, A, B, difference: difference(A, B), mistakes: mistakes(A.scores) + mistakes(B.scores) });
    }
  }

  // Of treebanks in CoNLL-X punctuation never counts.
  showPunctuation(ignored) {
    this.paramsLabel.hidden = this.compares === "dependencies";
    this.punctuationLabel.hidden = this.compares !== "dependencies";
    this.punctuation.disabled ||= ignored === true && !this.punctuation.checked;
    this.punctuation.checked ||= this.punctuation.disabled;
  }

  // Something is still to be pasted or opened.
  wait() {
    end(this.alone);
    this.result.hidden = true;
    this.say("Paste trees or open a file: any format that pleach reads, the same sentences on all sides; by default up to 8 MB and 100,000 words.");
  }

  // The address names what is not here.
  stop({ missing }) {
    const [, kind = "source", name = missing] = missing.match(/^(treebank|model):(.*)/s) ?? [];
    end(this.alone);
    this.fail(new Error(`There is no ${kind} ${name} here that can be compared${this.about.opens ? " (open the file again)" : ""}.`));
  }

  fail(error) {
    this.result.hidden = this.sentences.length === 0;
    this.say(error.message, true);
  }

  say(text, wrong = false) {
    this.status.textContent = visible(text);
    this.status.classList.toggle("wrong", wrong);
  }

  // -- showing ----------------------------------------------------------------------------------

  show() {
    this.result.hidden = this.sentences.length === 0;
    this.showScores();
    this.showList();
    const wanted = this.sentences.find(({ number }) => number === this.wanted);
    if (this.sentences.length > 0) this.choose(wanted ?? this.shown ?? this.sorted[0]);
  }

  scoresOf(name) {
    return scoresOf(this.sentences.map((sentence) => sentence[name].scores), this.compares);
  }

  showScores() {
    const [a, b] = SIDES.map((name) => this.scoresOf(name));
    const figure = (value) => (value == null ? "–" : value.toFixed(2));
    const n = this.sentences.length, counted = n === 1 ? "1 sentence" : `${n.toLocaleString("en")} sentences`;
    this.scores.replaceChildren(el("table", { class: "counts scores" },
      el("caption", {}, this.next == null ? `All there is: ${counted}` : `The first ${counted}`),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "score"), ...["A", "B", "B − A"].map((title) => el("th", { scope: "col", class: "figure" }, title)))),
      el("tbody", {}, a.map(([title, value], i) => el("tr", {}, el("th", { scope: "row" }, title),
        el("td", { class: "figure" }, figure(value)), el("td", { class: "figure" }, figure(b[i][1])),
        el("td", { class: "figure" }, gain(value, b[i][1])))))));
  }

  get sorted() {
    return [...this.sentences].sort((x, y) => ORDERS[this.order][1](x, y) || x.number - y.number);
  }

  showList() {
    this.list.replaceChildren(...this.sorted.map((sentence) => {
      const text = el("li", {}, el("button", { type: "button", onclick: () => this.choose(sentence) },
        el("span", { class: "number" }, String(sentence.number)), sentenceText(sentence.gold), verdict(sentence)));
      text.sentence = sentence;
      return text;
    }));
    const button = (n) => el("button", { type: "button", onclick: () => this.fetchMore(n) }, `${n} more`);
    if (refill(this.more, this.next == null ? [] : [button(PAGE), button(MANY)])) this.list.lastChild.firstChild.focus();
  }

  changeOrder() {
    this.order = this.orders.value;
    this.showList();
    this.choose(this.sorted[0]);
  }

  choose(sentence) {
    this.shown = sentence;
    fragment.write("compare", this.state());
    for (const item of this.list.children) {
      item.firstChild.setAttribute("aria-pressed", item.sentence === sentence);
      if (item.sentence === sentence) reveal(this.list, item);
    }
    this.showTrees(sentence);
  }

  showTrees(sentence) {
    const sides = Object.fromEntries(SIDES.map((name) => [name, sentence[name].scores]));
    this.trees.replaceChildren(
      this.figure("Gold", this.gold.name, sentence.gold, goldMarks(sentence.gold, sides), sentenceName(sentence.number, sentence.gold)),
      ...SIDES.map((name) => this.figure(name, this[name].name, sentence[name].tree, candidateMarks(sentence[name]), inWords(sentence[name].scores))));
    const widest = Math.max(...[...this.trees.querySelectorAll(".tree")].map((picture) => picture.width.baseVal.value));
    const fit = Math.floor(this.trees.clientWidth / (widest + ROOM)); // beside each other
    this.trees.className = `trees ${["", "", "two", "three"][Math.min(fit, 3)]}`;
    [...this.trees.querySelectorAll(".canvas")].some((frame) => scrollToNode(frame, ".node:is(.eval-missed, .eval-wrong, .eval-label)"));
  }

  figure(title, name, tree, { marks, notes }, hint) {
    const info = el("figcaption", {}, hint);
    const onPoint = (node) => {
      info.textContent = node ? sayNode(tree, node) : hint;
      this.lightUp(node?.words ?? [], picture);
    };
    const picture = drawTree(tree, { marks, notes, onPoint });
    const canvas = el("div", { class: "canvas", onscroll: () => this.scrollAll(canvas.scrollLeft) }, picture);
    return el("figure", { class: "sheet", "aria-label": `${title}: ${name}` }, el("h3", {}, title, el("small", {}, name)), canvas, info);
  }

  // The same words stay in sight in all trees.
  scrollAll(left) {
    for (const canvas of this.trees.querySelectorAll(".canvas")) if (canvas.scrollLeft !== left) canvas.scrollLeft = left;
  }

  // The words of a node light up in the text and in the other trees.
  lightUp(words, pointed) {
    const lit = new Set(words);
    lightWords([...this.list.children].find((item) => item.sentence === this.shown), words);
    for (const picture of this.trees.querySelectorAll(".tree"))
      if (picture !== pointed) for (const token of picture.querySelectorAll(".token")) token.classList.toggle("lit", lit.has(Number(token.dataset.id)));
  }

  key(event) {
    if (event.target.closest("textarea, input, select, svg") || event.ctrlKey || event.altKey || event.metaKey || !this.shown) return;
    const all = this.sorted, at = all.indexOf(this.shown);
    const place = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (all[place] == null) return;
    event.preventDefault();
    this.choose(all[place]);
    if (this.list.contains(document.activeElement)) this.list.children[place].firstChild.focus();
  }
}

// An error with the side whose fault it is; null: the gold trees. The server calls files by the argument they came in.
function blame(message, side) {
  const text = message.replace(/^(gold|candidate)(?=:)/, side ?? "the gold trees").replace("; name one of:", ". pleach reads:");
  return side == null || text.startsWith(side) ? text : `${side}: ${text}`;
}

// What is right in A and in B, and a sign at the better one.
function verdict({ A, B }) {
  const [a, b] = [mistakes(A.scores), mistakes(B.scores)];
  const one = (name, side, better) => el("span", { class: better ? "better" : null }, `${name} ${inShort(side.scores)}${better ? " ✓" : ""}`);
  return el("span", { class: "number verdict", title: "What is right of the gold tree, and what is wrong beside it" }, one("A", A, a < b), one("B", B, b < a));
}

function inWords(scores) {
  if (!scores.nodes) return `${scores.heads} of ${scores.tokens} heads right, ${scores.both} with their relation`;
  return `${scores.matched} of ${scores.gold} constituents right, ${scores.candidate - scores.matched} wrong`;
}

function gain(a, b) {
  if (a == null || b == null) return "–";
  const text = (b - a).toFixed(2);
  return Number(text) > 0 ? `+${text}` : text.replace("-", "−");
}

function legend() {
  const items = [["eval-right", "right"], ["eval-missed", "− missed, and by whom"], ["eval-wrong", "+ wrong"], ["eval-label", "~ wrong label"]];
  return el("p", { class: "legend" }, items.map(([look, text]) => el("span", { class: look }, text)));
}

export const compareView = {
  name: "compare",
  title: "Compare",
  fits: (about) => about.evaluates && (about.models.length > 0 || about.treebanks.length > 0),
  open: (main, state, about) => {
    const view = new Compare(main, state, about);
    return () => view.leave();
  },
};
