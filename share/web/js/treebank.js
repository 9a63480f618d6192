// The view Treebank: browses a treebank of the server page by page, and searches it. Only the page that is
// shown is fetched, so that the size of the treebank does not matter.

import { end, newestOnly } from "./alone.js";
import * as backend from "./backend.js";
import { countAll, countsTable, countsText, featuresOf, keysOf, nodeOf } from "./counts.js";
import { choice, copy, doing, download, el, refill, visible } from "./dom.js";
import { draftLinks } from "./edit_links.js";
import { formatCalled, formatsFor } from "./formats.js";
import * as fragment from "./fragment.js";
import { context, kwicTable, kwicText } from "./kwic.js";
import { openButton } from "./open.js";
import { examplesFor } from "./queries.js";
import { drawTree, pictureText, sayNode, scrollToNode } from "./tree.js";
import { lightWords, reveal, sentenceName, sentenceText } from "./words.js";

const PAGE = 20;
const SAVED_AT_ONCE = 500; // sentences
const MODES = { sentences: "Sentences", kwic: "In context", counts: "Counts" };

class Treebank {
  constructor(main, state, about) {
    this.banks = about.treebanks;
    this.bank = this.banks.find((bank) => bank.name === state.treebank) ?? this.banks[0];
    this.mode = state.query?.trim() && Object.hasOwn(MODES, state.show ?? "") ? state.show : "sentences";
    this.first = this.sentenceAt(state.first);
    this.before = []; // first sentences of the pages before this one, when searching
    this.asked = null; // what the page that is shown was asked for
    this.shown = null;
    this.build(main, state, about);
    const failed = (error) => this.fail(error);
    this.alone = newestOnly({ busy: (is) => this.result.setAttribute("aria-busy", is), failed });
    this.totals = newestOnly({ busy: () => {}, failed: () => {} });
    this.counting = newestOnly({ busy: (is) => this.counts.setAttribute("aria-busy", is), failed });
    this.load(fragment.number(state.sentence));
  }

  leave() {
    end(this.alone, this.totals, this.counting);
  }

  build(main, state, about) {
    this.treebanks = choice({ onchange: () => this.changeBank() }, this.banks.map((bank) => [bank.name, bank.name]));
    this.treebanks.value = this.bank.name;
    this.about = el("p", { class: "note push" });
    this.query = el("textarea", { class: "query", rows: 2, spellcheck: "false", "aria-label": "Query", "aria-describedby": "mistake", onkeydown: (event) => {
      if (event.key === "Enter" && !event.shiftKey) event.preventDefault(), this.search();
    } });
    this.query.value = state.query ?? "";
    this.query.addEventListener("input", () => (this.examples.value = ""));
    this.mistake = el("pre", { id: "mistake", class: "mistake wrong", role: "alert", hidden: true });
    this.examples = choice({ "aria-label": "Examples", onchange: () => this.takeExample() }, []);
    this.modes = el("div", { class: "ranks", role: "group", "aria-label": "Show" });
    this.status = el("p", { class: "note", role: "status" });
    this.pager = el("div", { class: "bar" });
    this.list = el("ol", { class: "sentences tall", "aria-label": "Sentences" });
    this.contexts = el("div", { class: "sheet scroll", hidden: true });
    this.countBy = choice({ "aria-label": "Count by", onchange: () => this.count() }, []);
    this.counted = { rows: [], keys: [] };
    this.countNote = el("span", { class: "note" });
    this.countTable = el("div", {});
    this.counts = el("div", { class: "sheet scroll", hidden: true, "aria-label": "Counts" },
      el("div", { class: "bar inside" }, el("label", {}, "Count by", this.countBy), this.countNote,
        doing("Download table", () => download("counts.tsv", countsText(this.counted, this.counted.keys), "text/tab-separated-values"))), this.countTable);
    this.canvas = el("div", { class: "canvas" });
    this.info = el("figcaption", {});
    this.formats = choice({ "aria-label": "Format" }, []);
    this.edit = el("a", { class: "push", href: "#edit" }, "Edit this tree");
    this.edits = el("p", { class: "note" }); // what a download does not have
    this.result = el("section", { "aria-label": "Result" },
      this.modes, this.pager, this.list, this.contexts, this.counts,
      this.found = el("div", { hidden: true },
        el("h2", {}, "Tree"), el("figure", { class: "sheet" }, this.canvas, this.info),
        el("div", { class: "bar" },
          doing("Copy SVG", () => copy(pictureText(this.canvas.firstChild))),
          doing("Copy link", () => copy(fragment.link("treebank", this.state()))),
          el("label", {}, "All of them as", this.formats), doing("Download", () => this.save()), this.edit)),
      this.edits);
    main.append(
      el("div", { class: "bar" }, el("label", {}, "Treebank", this.treebanks),
        openButton("treebank", about, (treebank) => fragment.address("treebank", { treebank }), (error) => this.fail(error)), this.about),
      this.query, this.mistake,
      el("div", { class: "bar" },
        el("button", { type: "button", class: "main", onclick: () => this.search() }, "Search"),
        el("button", { type: "button", onclick: () => this.clear() }, "Browse all"), this.examples, this.status),
      this.result);
    this.describeBank();
  }

  describeBank() {
    const s = this.bank.statistics, n = (value) => value.toLocaleString("en");
    const parts = [`${n(s.sentences)} sentences`, `${n(s.words)} words`];
    if (s.trees > 0) parts.push(`${n(s.constituents)} constituents, ${n(s.discontinuous_constituents)} with gaps`);
    if (s.arcs > 0) parts.push(`${n(s.arcs)} arcs, ${n(s.crossing_arcs)} crossing`);
    if (!this.bank.gives) parts.push("no trees: words alone");
    this.about.textContent = parts.join(" · ");
    this.formats.replaceChildren(...formatsFor(this.bank.gives).filter((f) => f.whole && !f.draws).map((f) => el("option", { value: f.name }, f.title)));
    this.edits.replaceChildren(draftLinks(this.bank.name) ?? "");
    this.query.placeholder = `Search: ${examplesFor(this.bank)[0][1]}`;
    this.examples.replaceChildren(el("option", { value: "" }, "Examples …"), ...examplesFor(this.bank).map(([title, query]) => el("option", { value: query }, title)));
  }

  state() {
    return {
      treebank: this.bank.name, query: this.query.value.trim(), first: this.first > 1 ? this.first : null,
      show: this.mode === "sentences" ? null : this.mode, sentence: this.shown?.number,
    };
  }

  // -- what is looked at ----------------------------------------------------------------------

  changeBank() {
    this.bank = this.banks.find((bank) => bank.name === this.treebanks.value);
    this.describeBank();
    this.search();
  }

  takeExample() {
    if (this.examples.value) this.query.value = this.examples.value, this.search();
  }

  clear() {
    this.query.value = this.examples.value = "";
    this.search();
  }

  search() {
    const counted = keysOf(this.query.value).length > 0;
    if (counted || !this.searching()) this.mode = counted ? "counts" : "sentences";
    this.goTo(1, []);
  }

  // The number of a sentence that is there, whatever is written.
  sentenceAt(text) {
    return Math.max(1, Math.min(fragment.number(text), this.bank.statistics.sentences));
  }

  goTo(first, before) {
    this.first = first;
    this.before = before;
    this.load();
  }

  searching() {
    return this.query.value.trim() !== "";
  }

  // The treebank and the query as they are now, to ask for pages of it also while others are chosen or typed;
  // without a query there is no `search`.
  asking() {
    const bank = this.bank, query = this.query.value;
    const search = (options, signal) => backend.search({ treebank: bank.name, query, ...options }, signal);
    return { bank, query, search: this.searching() ? search : null };
  }

  // Fetches the page, and shows one of its sentences.
  load(number) {
    this.mistake.hidden = true;
    this.query.removeAttribute("aria-invalid");
    end(this.totals, this.counting); // those of another query are of no use
    const asked = this.asking(), { bank, search } = asked;
    return this.alone(async (signal) => {
      const page = search ? await search({ first: this.first, limit: PAGE, to: "json" }, signal)
        : await backend.page(bank.name, { first: this.first, limit: PAGE }, signal);
      if (signal.aborted) return;
      Object.assign(this, { asked, page, sentences: page.found ?? page.sentences });
      this.showPage();
      this.show(this.sentences.find((sentence) => sentence.number === number) ?? this.sentences[0] ?? null);
      if (search) this.total(search);
    });
  }

  // How many there are in all; in large treebanks it takes longer than the first page.
  total(search) {
    this.status.textContent = "Counting …";
    const n = (value, what) => `${value.toLocaleString("en")} ${what}${value === 1 ? "" : what.endsWith("ch") ? "es" : "s"}`;
    this.totals(async (signal) => {
      const { matches, sentences, cut } = await search({ count: true }, signal).catch((error) => {
        if (error.name !== "AbortError") this.status.textContent = "Too many to count in time";
        throw error;
      });
      this.status.textContent = `${cut ? "at least " : ""}${n(matches, "match")} in ${n(sentences, "sentence")}`;
    });
  }

  // A mistake in the query is shown under the place where it is.
  fail(error) {
    this.status.textContent = "";
    const line = error.line && this.query.value.split("\n")[error.line - 1];
    this.mistake.hidden = false;
    this.mistake.textContent = visible(line == null ? error.message
      : `${line}\n${" ".repeat(error.column - 1)}^\n${error.message.replace(/^query, line \d+, column \d+: /, "")}`);
    if (line != null) this.query.setAttribute("aria-invalid", true);
    this.result.hidden = this.sentences == null;
  }

  // -- showing ----------------------------------------------------------------------------------

  showPage() {
    this.result.hidden = false;
    if (!this.asked.search) this.status.textContent = "";
    const modes = this.asked.search ? Object.entries(MODES) : [];
    refill(this.modes, modes.map(([mode, title]) => el("button", { type: "button", "aria-pressed": mode === this.mode, onclick: () => this.changeMode(mode) }, title)));
    this.showPager();
    for (const [mode, part] of [["sentences", this.list], ["kwic", this.contexts], ["counts", this.counts]]) part.hidden = mode !== this.mode;
    this.list.replaceChildren(...this.sentences.map((sentence) => this.sentenceItem(sentence)));
    if (this.mode === "kwic") this.contexts.replaceChildren(kwicTable(this.lines(), (line) => this.show(line.sentence)));
    if (this.mode === "counts") this.offerCounts();
  }

  changeMode(mode) {
    this.mode = mode;
    this.showPage();
    this.show(this.shown);
  }

  sentenceItem(sentence) {
    const text = sentenceText(sentence.tree);
    for (const id of this.matchedWords(sentence)) text.querySelector(`[data-word="${id}"]`)?.classList.add("hit");
    return el("li", {}, el("button", { type: "button", onclick: () => this.show(sentence) },
      el("span", { class: "number", title: sentence.tree.id ?? null }, String(sentence.number)), text,
      sentence.matches?.length > 1 ? el("span", { class: "number" }, `${sentence.matches.length} matches`) : null));
  }

  matchedWords({ tree, matches }) {
    return (matches ?? []).flatMap((match) => Object.values(match).flatMap((id) => {
      const node = nodeOf(tree, id);
      return node.blocks ? node.blocks.flatMap(([from, to]) => tree.tokens.slice(from, to)).map((token) => token.id) : [node.id];
    }));
  }

  lines() {
    const [variable] = this.page.variables;
    return this.sentences.flatMap((sentence) => sentence.matches.filter((match) => match[variable] != null)
      .map((match) => ({ sentence, ...context(sentence, match[variable]) })));
  }

  showPager() {
    const last = this.sentences.at(-1)?.number ?? 0, total = this.asked.bank.statistics.sentences;
    const next = this.asked.search ? this.page.next : last < total ? last + 1 : null;
    const back = this.asked.search ? this.before.at(-1) : this.first > 1 ? Math.max(1, this.first - PAGE) : null;
    const go = (label, where, before) => el("button", { type: "button", disabled: where == null, onclick: () => this.goTo(where, before) }, label);
    const number = el("input", { type: "number", min: 1, max: total, value: this.first, "aria-label": "First sentence", onchange: () => this.goTo(this.sentenceAt(number.value), []) });
    this.pager.hidden = this.mode === "counts";
    refill(this.pager,
      go("Previous", back, this.before.slice(0, -1)), go("Next", next, [...this.before, this.first]),
      el("label", {}, "From sentence ", number),
      el("span", { class: "note" }, this.sentences.length === 0 ? "nothing found" : `${this.sentences[0].number} to ${last} of ${total.toLocaleString("en")}`));
  }

  show(sentence) {
    this.shown = sentence;
    this.found.hidden = !sentence;
    this.list.hidden = !sentence || this.mode !== "sentences";
    fragment.write("treebank", this.state());
    if (!sentence) return;
    this.edit.href = fragment.address("edit", { treebank: this.asked.bank.name, sentence: sentence.number });
    const at = this.sentences.indexOf(sentence), text = this.list.children[at];
    for (const item of this.list.children) item.firstChild.setAttribute("aria-pressed", item === text);
    reveal(this.list, text);
    const marks = new Map((sentence.matches ?? []).flatMap((match) => Object.values(match).map((id) => [id, "match"])));
    const point = (node) => {
      lightWords(text, node?.words ?? []);
      this.info.textContent = node ? sayNode(sentence.tree, node) : sentenceName(sentence.number, sentence.tree);
    };
    this.canvas.replaceChildren(drawTree(sentence.tree, { marks, colour: marks.size > 0 ? null : "gaps", onPoint: point }));
    scrollToNode(this.canvas, ".node.match");
    point(null);
  }

  // -- counting ---------------------------------------------------------------------------------

  // By what the query says, or by a feature of one of its nodes.
  offerCounts() {
    const asked = keysOf(this.asked.query), options = [], [first] = this.sentences;
    if (asked.length > 0) options.push(asked.join(", "));
    for (const variable of this.page.variables) {
      const node = first && nodeOf(first.tree, first.matches[0][variable]);
      for (const feature of featuresOf(node)) options.push(`${variable}.${feature}`);
    }
    this.countBy.replaceChildren(...[...new Set(options)].map((keys) => el("option", { value: keys }, keys)));
    this.count();
  }

  count() {
    const { bank, search } = this.asked, keys = this.countBy.value.split(", ");
    this.counted = { rows: [], keys };
    this.countNote.textContent = "";
    this.countTable.replaceChildren();
    this.counting((signal) => countAll((options) => search(options, signal), keys, bank.statistics.sentences, (all) => {
      if (signal.aborted) return;
      this.counted = { ...all, keys };
      this.countNote.textContent = all.share < 1 ? `${Math.floor(all.share * 100)} % of the treebank …` : `${all.cut ? "at least " : ""}${all.rows.length.toLocaleString("en")} different`;
      this.countTable.replaceChildren(countsTable(all, keys));
    }));
  }

  // -- saving -----------------------------------------------------------------------------------

  // All sentences that are found, or all of the treebank; the contexts of this page in their view.
  async save() {
    if (this.mode === "kwic") return download("contexts.tsv", kwicText(this.lines()), "text/tab-separated-values");
    const { bank, search } = this.asked, format = formatCalled(this.formats.value), texts = [];
    const add = (sentences) => texts.push(...sentences.map(({ tree }) => (typeof tree === "string" ? tree : `${JSON.stringify(tree)}\n`)));
    for (let first = 1; first != null; ) {
      if (search) {
        const { found, next } = await search({ first, limit: SAVED_AT_ONCE, to: format.name });
        add(found);
        first = next;
      } else {
        const { sentences, total } = await backend.page(bank.name, { first, limit: SAVED_AT_ONCE, to: format.name });
        add(sentences);
        first = first + SAVED_AT_ONCE <= total ? first + SAVED_AT_ONCE : null;
      }
    }
    download(`${bank.name.replace(/\.[^.]*$/, "")}.${format.ending}`, texts.join(""));
  }
}

export const treebankView = {
  name: "treebank",
  title: "Treebank",
  fits: (about) => about.treebanks.length > 0,
  open: (main, state, about) => {
    const view = new Treebank(main, state, about);
    return () => view.leave();
  },
};
