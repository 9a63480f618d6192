// The view Edit: corrects the tree of a sentence, of a treebank or from the parser. A treebank is saved to where the
// server permits it; otherwise one edits a copy, and downloads it.

import { end, newestOnly } from "./alone.js";
import * as backend from "./backend.js";
import { choice, copy, doing, download, el, visible } from "./dom.js";
import { Board } from "./edit_board.js";
import { changeItems, changesLegend } from "./edit_changes.js";
import { aligned, differences, marksOf, say } from "./edit_diff.js";
import * as drafts from "./edit_drafts.js";
import { fileWithEdits, isThere } from "./edit_file.js";
import { History } from "./edit_history.js";
import { draftLinks } from "./edit_links.js";
import { knownOf } from "./edit_known.js";
import { Notices } from "./edit_notices.js";
import { Panel } from "./edit_panel.js";
import { constraints, merged } from "./edit_rest.js";
import { Saving } from "./edit_saving.js";
import { sourceOf } from "./edit_source.js";
import { Impossible, added, allNodes, hasConstituents, labelled, moved, nodeOf, opened, parentOf, pinned, removed, sameWords, written } from "./edit_tree.js";
import { writtenAs } from "./edit_write.js";
import { formatCalled } from "./formats.js";
import * as fragment from "./fragment.js";
import { pictureText, sayNode } from "./tree.js";

// What can be done with chosen nodes: keys in the tree, and the function of the view. `of`: constituents only (c) or both.
const COMMANDS = [
  { name: "Relabel", keys: ["Enter", "l", "F2"], shown: "L", run: (view) => view.panel.focusFirst(), of: "cd" },
  { name: "Move", keys: ["m"], shown: "M", run: (view) => view.board.startMoving(), of: "cd" },
  { name: "Add above", keys: ["a", "+"], shown: "A", run: (view) => view.panel.add(), of: "c" },
  { name: "Remove", keys: ["Delete", "Backspace", "r"], shown: "Del", run: (view, ids) => view.change(`remove ${view.names(ids)}`, (tree) => removed(tree, ids), ids), of: "c" },
  { name: "Pin", keys: ["p"], shown: "P", run: (view, ids) => view.togglePins(ids), of: "cd" },
];

const KEYS = [
  ["← → ↑ ↓", "go through the tree: neighbours, parent or head, child"], ["Space", "pick the node, besides others"], ["Esc", "pick none; leave a move"],
  ["Enter, L", "relabel"], ["M", "move: choose the new parent or head with the arrow keys, Enter moves"], ["A", "add a constituent above what is picked"],
  ["Del, R", "remove a constituent; its children go to its parent"], ["P", "pin, or take the pin out"], ["Ctrl Z, Ctrl Shift Z", "undo, redo"], ["Ctrl S", "save"],
];

const HINT = "Drag a node to its new parent, or choose one and use the buttons or the keys.";

class Edit {
  constructor(main, state, about) {
    this.about = about;
    this.source = sourceOf(state, about);
    this.known = knownOf(this.source.family);
    this.saving = new Saving(this);
    this.slot = drafts.slot();
    this.kept = new Map(); // by name, the drafts that this view wrote or took up: {revision, time, tree}
    this.build(main);
    this.alone = newestOnly({ busy: (is) => this.result.setAttribute("aria-busy", is), failed: (error) => this.fail(error) });
    this.suggesting = newestOnly({ busy: () => {}, failed: () => {} });
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    addEventListener("beforeunload", (event) => this.unsaved() && event.preventDefault(), { signal });
    this.load();
  }

  leave() {
    end(this.alone, this.suggesting);
    this.listeners.abort();
  }

  // Why the view should not be left, or undefined. Where edits are collected for a file, one goes on without a word.
  holds() {
    return this.unsaved() && !(this.source.file && this.kept.size > 0) ? "There are edits that are not saved. They stay in this browser and are there again when you open the sentence. Leave it?" : undefined;
  }

  // -- building -----------------------------------------------------------------------------------

  build(main) {
    const { source } = this;
    this.board = new Board({
      onMove: (ids, parent) => this.move(ids, parent), onKey: (key) => this.command(key), onChosen: () => this.showPanel(),
      onPoint: (node) => this.point(node), say: (text) => this.say(text),
    });
    this.panel = new Panel({
      label: (ids, field, text) => this.change(`label ${this.names(ids)}`, (tree) => labelled(tree, ids, field, text)),
      head: (ids, head) => this.move(ids, head),
      add: (ids, label) => this.add(ids, label), lost: (label) => this.say(`${label} was not added: Enter or Add adds it.`, true), leave: () => this.backToTree(),
    }, this.known);
    this.notices = new Notices(() => this.backToTree());
    this.status = el("span", { role: "status" });
    this.state = el("span", { class: "state" });
    this.info = el("span", { class: "pointed" });
    this.undoes = el("button", { type: "button", title: "Ctrl Z", onclick: () => this.undo() }, "Undo");
    this.redoes = el("button", { type: "button", title: "Ctrl Shift Z", onclick: () => this.redo() }, "Redo");
    this.commands = el("div", { class: "commands", role: "group", "aria-label": "Change" });
    this.several = el("button", { type: "button", "aria-pressed": false, title: "A click picks a node besides others (Space; Shift and a click)", onclick: () => this.pickSeveral() }, "Several");
    this.saves = el("button", { type: "button", class: "main", title: "Ctrl S", onclick: () => this.saving.save() }, "Save");
    this.formats = choice({ "aria-label": "Format" }, []);
    this.models = choice({ "aria-label": "Model", onchange: () => (this.known.model = this.models.value) }, []);
    this.rest = el("button", { type: "button", onclick: () => this.parseRest() }, "Keep what I fixed, parse the rest");
    this.pins = el("span", { class: "note" });
    this.peeks = el("button", { type: "button", "aria-pressed": false, onclick: () => this.peekAt(this.peek ? null : this.original) }, "Show the original");
    this.changes = el("ol", { class: "changes", "aria-label": "Differences" });
    const go = (label, state) => el("a", { class: "button", href: state ? fragment.address("edit", state) : null, "aria-disabled": state == null }, label);
    this.result = el("section", { "aria-label": "Result", class: "edit", hidden: true, "aria-busy": true },
      el("div", { class: "bar" }, this.undoes, this.redoes, this.commands, this.several, this.saves),
      el("figure", { class: "sheet" }, this.board.canvas, el("figcaption", {}, this.status, this.info)),
      this.panel.element,
      el("div", { class: "bar rest" }, this.rest, this.models, this.pins),
      el("div", { class: "bar" }, el("h2", {}, "Differences to the original"), this.peeks, this.state),
      changesLegend(),
      this.changes,
      this.whole = el("div", { class: "bar whole", hidden: true }, this.downloads = el("button", { type: "button", class: "main", onclick: () => this.downloadFile() }), this.collected = el("span", { class: "note" })),
      el("div", { class: "bar" }, el("label", {}, "This sentence as", this.formats), doing("Download", () => this.download()), doing("Copy SVG", () => copy(pictureText(this.board.picture)))),
      el("details", {}, el("summary", {}, "Keys"), el("dl", { class: "keys" }, KEYS.map(([key, what]) => [el("dt", {}, key), el("dd", {}, what)]))));
    main.append(
      el("div", { class: "bar where" }, source.previous || source.next ? [go("Previous", source.previous), go("Next", source.next)] : null,
        el("b", {}, source.title), el("a", { href: source.back }, source.backTitle), source.number ? draftLinks(source.state.treebank, source.number) : null),
      this.notices.element, this.result);
  }

  // What depends on the kind of tree.
  offer() {
    const kind = hasConstituents(this.original) ? "c" : "d";
    const buttons = COMMANDS.filter((one) => one.of.includes(kind)).map((one) => el("button", { type: "button", title: `Key: ${one.keys.join(", ")}`, onclick: () => this.command(one.keys[0]) }, one.name, el("kbd", {}, one.shown)));
    this.commands.replaceChildren(...buttons);
    const fitting = this.about.models.filter((model) => (model.gives === "dependencies") === (kind === "d"));
    this.models.replaceChildren(...fitting.map((model) => el("option", { value: model.name }, model.name)));
    const before = this.known.model ?? this.source.state.model; // the one that was chosen last for this treebank
    if (fitting.some((model) => model.name === before)) this.models.value = before;
    this.rest.disabled = this.models.disabled = fitting.length === 0;
    this.formats.replaceChildren(...[kind === "c" ? "export" : "conllu", "json"].map((name) => el("option", { value: name }, formatCalled(name).title)));
    this.saves.hidden = !this.source.saves;
  }

  // -- the sentence -------------------------------------------------------------------------------

  load() {
    return this.alone(async (signal) => {
      const { tree, revision } = await this.source.load(signal);
      if (signal.aborted) return;
      fragment.write("edit", this.source.state);
      this.original = opened(tree);
      Object.assign(this, { revision, history: new History(this.original) });
      this.known.count(tree);
      this.result.hidden = false;
      this.offer();
      if (!this.source.saves) this.notices.put("copy", [`You edit a copy: ${this.source.why}. ${this.source.file ? `Your edits stay here, also after a reload; download ${this.source.file} with all of them when you are done.` : "Download it when it is done."}`]);
      if (!hasConstituents(this.original) && this.original.tokens.every((token) => token.head == null))
        this.notices.put("words", ["This sentence has words and no tree. Tags can be changed here; where words are given heads, not every format can hold them."]);
      this.findDrafts();
      this.refresh();
      this.say(HINT);
      this.suggesting((stop) => this.source.others(this.known, stop));
      if (this.source.saves) this.saving.watch(this.listeners.signal);
    });
  }

  get tree() {
    return this.history.tree;
  }

  unsaved() {
    return this.history != null && this.tree !== this.downloaded && differences(this.original, this.tree).length > 0;
  }

  // Edits of this version are there again; those of another one are offered, and those of other words, which stood
  // at this number before, as a file. What is no tree, such as one of another version of this page, is left alone.
  findDrafts() {
    for (const { name, revision, time, tree: kept } of drafts.find(this.source.key)) {
      const tree = drafts.attempt(() => written(opened(kept)) && opened(kept)), when = new Date(time).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
      const own = () => this.kept.set(name, { revision, time, tree }), drop = () => drafts.forget(this.source.key, name, time);
      if (!tree) continue;
      if (revision !== this.revision && isThere(tree, this.original)) drop();
      else if (!sameWords(tree, this.original))
        this.notices.put(name, [`There are edits that were not saved, from ${when}, of another sentence, which stood at this number then.`], {
          "Download them": () => this.downloadTree(tree, hasConstituents(tree) ? "export" : "conllu"), "Discard them": drop,
        });
      else if (revision !== this.revision || this.kept.size > 0)
        this.notices.put(name, [`There are ${revision === this.revision ? "other " : ""}edits that were not saved, from ${when}${revision === this.revision ? "" : ", of another version of this sentence"}.`], {
          "Take them up": () => (own(), this.step(aligned(tree, this.original), "take up other edits")), "Discard them": drop,
        });
      else {
        own();
        this.history.step(tree, "edits that were not saved");
        this.notices.put(name, [`Edits that were not saved, from ${when}, are here again.`], { "Keep them": () => {}, "Discard them": () => this.step(this.original, "discard edits") });
      }
    }
  }

  say(text, wrong = false) {
    this.status.textContent = visible(text);
    this.status.classList.toggle("wrong", wrong);
  }

  // Without a tree there is no line below it.
  fail(error) {
    if (this.history) this.say(error.message, true);
    else this.notices.put("failed", [el("span", { class: "wrong" }, error.message)]);
  }

  // -- changing -----------------------------------------------------------------------------------

  names(ids) {
    return ids.map((id) => say(this.tree, id)).join(", ");
  }

  step(tree, what) {
    this.history.step(tree, what);
    this.peek = null;
    this.refresh();
  }

  // A change in words, and the function that makes it; says what is impossible, and what vanished besides `meant`.
  change(what, work, meant = []) {
    if (this.board.fixed) return this.say("This is not your version: it stays as it is.", true);
    try {
      const before = this.tree, next = work(before);
      this.step(next, what);
      const gone = before.nodes.filter((node) => !nodeOf(next, node.id) && !meant.includes(node.id));
      this.say(`Done: ${what}.${gone.length > 0 ? ` ${gone.map((node) => node.label).join(", ")} had no children left and is gone.` : ""}`);
      return true;
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      this.say(error.message, true);
      return false;
    }
  }

  move(ids, parent) {
    if (ids.every((id) => parentOf(this.tree, id) === parent)) return this.say("It is there already.");
    this.change(`move ${this.names(ids)} to ${say(this.tree, parent)}`, (tree) => moved(tree, ids, parent));
  }

  add(ids, label) {
    const done = this.change(`add ${label.trim()} over ${this.names(ids)}`, (tree) => added(tree, ids, label));
    if (done) this.board.choose(this.tree.nodes.at(-1).id);
    return done;
  }

  togglePins(ids) {
    const is = !ids.every((id) => nodeOf(this.tree, id).pinned);
    this.change(`${is ? "pin" : "take the pin out of"} ${this.names(ids)}`, (tree) => pinned(tree, ids, is));
  }

  undo() {
    const what = this.history.undo();
    this.went(what, "Undone");
  }

  redo() {
    const what = this.history.redo();
    this.went(what, "Done again");
  }

  went(what, how) {
    if (what == null) return this.say(how === "Undone" ? "There is nothing to undo." : "There is nothing to do again.");
    this.peek = null;
    this.refresh();
    this.say(`${how}: ${what}.`);
  }

  // Gives whether the key means something.
  command(key) {
    const command = COMMANDS.find((one) => one.keys.includes(key)), ids = this.board.chosen;
    if (!command || !command.of.includes(hasConstituents(this.tree) ? "c" : "d")) return false;
    if (this.board.fixed) this.say("This is not your version: it stays as it is.", true);
    else if (ids.length === 0) this.say("Choose a node first.");
    else command.run(this, ids);
    return true;
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !this.history) return;
    const key = event.key.toLowerCase(), typing = event.target.closest("input, textarea");
    const work = key === "s" ? () => (this.source.saves ? this.saveAll(typing) : this.say("This is a copy: Download saves it.")) : typing ? null
      : key === "z" && !event.shiftKey ? () => this.undo() : key === "y" || key === "z" ? () => this.redo() : null;
    if (!work) return;
    event.preventDefault();
    work();
  }

  // With what is still being typed.
  saveAll(field) {
    if (this.panel.addTyped()) return;
    field?.blur();
    setTimeout(() => this.saving.save());
  }

  pickSeveral() {
    this.board.several = !this.board.several;
    this.several.setAttribute("aria-pressed", this.board.several);
  }

  // -- parsing the rest ---------------------------------------------------------------------------

  parseRest() {
    const before = this.tree, { format, text } = writtenAs(before), list = constraints(before), model = this.models.value;
    this.say("Parsing …");
    return this.alone(async (signal) => {
      let found;
      await backend.parse({ data: text, from: format, model, constraints: list }, ({ trees }) => (found = trees[0].tree), signal);
      if (signal.aborted || this.tree !== before) return;
      const next = merged(before, found), n = differences(before, next).length;
      if (n > 0) this.step(next, "parse the rest");
      this.say(n > 0 ? `Parsed: ${n === 1 ? "one difference" : `${n} differences`}; undo takes them back.` : "Parsed: the parser finds the same tree.");
    });
  }

  // -- showing ------------------------------------------------------------------------------------

  refresh() {
    const list = differences(this.original, this.tree), shown = this.peek ?? this.tree;
    this.keepDraft(list.length > 0);
    const marks = marksOf(this.peek && this.peek !== this.original ? differences(this.tree, this.peek) : list);
    for (const node of allNodes(shown)) if (node.pinned && !this.peek) marks.set(node.id, `${marks.get(node.id) ?? ""} pinned`.trim());
    this.point(null);
    this.board.show(shown, { marks, fixed: this.peek != null });
    this.able(this.undoes, this.history.past.length > 0);
    this.able(this.redoes, this.history.future.length > 0);
    this.able(this.saves, list.length > 0);
    this.peeks.setAttribute("aria-pressed", this.peek === this.original);
    this.able(this.peeks, list.length > 0 || this.peek != null);
    const n = constraints(this.tree).length;
    this.pins.textContent = n === 0 ? "What you change or pin stays; nothing yet." : `${n === 1 ? "one thing is" : `${n} things are`} kept`;
    this.state.textContent = list.length === 0 ? "none" : `${list.length}, ${this.source.saves ? "not saved" : this.tree === this.downloaded ? "downloaded" : "not downloaded"}`;
    this.changes.replaceChildren(...changeItems(list, (one) => this.find(one)));
    if (this.source.file) this.offerFile();
    this.showPanel();
  }

  // A button that has nothing to do any more gives the focus to the tree.
  able(button, is) {
    const focused = document.activeElement === button;
    button.disabled = !is;
    if (focused && !is) this.backToTree();
  }

  // Drafts that this one replaces are forgotten once it is kept, and all of them where nothing differs from what is
  // saved; those that this view did not write or take up stay.
  keepDraft(changed) {
    const { key } = this.source, { tree, revision } = this, name = drafts.nameOf(revision, this.slot);
    if (changed && [...this.kept.values()].some((draft) => draft.tree === tree && draft.revision === revision)) return;
    const time = changed ? drafts.keep(key, name, tree) : null;
    if (changed && time == null) return this.notices.put("drafts", ["This browser keeps nothing: edits that are not saved are lost when the page is closed."]);
    for (const [old, draft] of this.kept) if (!changed || old !== name) drafts.forget(key, old, draft.time);
    this.kept = new Map(changed ? [[name, { revision, time, tree }]] : []);
  }

  showPanel() {
    this.panel.show(this.peek ?? this.tree, this.peek ? [] : this.board.chosen);
  }

  point(node) {
    this.info.textContent = node ? sayNode(this.board.tree, node) : !this.peek ? "" : this.peek === this.original ? "This is the original." : "This is the version of somebody else.";
  }

  peekAt(tree) {
    this.peek = tree;
    this.refresh();
  }

  // The node of a difference; one that was removed is in the original.
  find({ kind, id }) {
    this.peekAt(kind === "removed" ? this.original : null);
    this.board.choose(id);
  }

  backToTree() {
    this.showPanel();
    this.board.choose(this.board.current ?? this.tree.root ?? 0);
  }

  // The edit is one of another version from now on.
  rebase(original, revision) {
    Object.assign(this, { original, revision, peek: null });
    this.history.reserve(original.free);
  }

  // The file with the edits of all sentences, where the program gives it.
  offerFile() {
    const { file, family } = this.source, n = drafts.numbers(family).length;
    this.whole.hidden = n === 0;
    this.downloads.textContent = `Download ${file}`;
    this.collected.textContent = `with all edits: ${n === 1 ? "one sentence" : `${n} sentences`}, in its own format`;
  }

  downloadFile() {
    const { source, tree } = this, changed = differences(this.original, tree).length > 0;
    this.say("Writing the file …");
    return this.alone(async (signal) => {
      const { edited, refused, file } = await fileWithEdits(source, changed ? tree : null);
      if (signal.aborted) return;
      download(source.file, file, "application/octet-stream");
      if (edited.includes(source.number)) this.downloaded = tree;
      this.refresh();
      const list = edited.sort((a, b) => a - b).join(", "), not = refused.map(({ number, text }) => `Sentence ${number} is as it was: ${text}.`).join(" ");
      this.say(`${edited.length === 0 ? "No edits could be written." : `Written, with the edits of ${edited.length === 1 ? "sentence" : "sentences"} ${list}.`} ${not}`.trim(), refused.length > 0);
    });
  }

  download() {
    this.downloadTree(this.tree, this.formats.value);
    this.downloaded = this.tree;
    this.refresh();
  }

  downloadTree(tree, name) {
    download(`${this.source.name}.${formatCalled(name).ending}`, name === "json" ? `${JSON.stringify(written(tree))}\n` : writtenAs(tree).text);
  }
}

export const editView = {
  name: "edit",
  title: "Edit",
  fits: (about) => sourceOf({}, about) != null,
  open: (main, state, about) => {
    const view = new Edit(main, state, about);
    return Object.assign(() => view.leave(), { holds: () => view.holds() });
  },
};
