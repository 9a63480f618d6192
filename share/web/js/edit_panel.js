// What is written on the nodes that are chosen: a field for each label, for words of dependencies their head, and
// the label of a constituent that is about to be added.

import { choice, el } from "./dom.js";
import { say } from "./edit_diff.js";
import { labelField } from "./edit_label.js";
import { fieldsOf, hasConstituents, isWord, nodeOf, targets } from "./edit_tree.js";

export class Panel {
  // calls: {label(ids, field, text), head(ids, head), add(ids, label), lost(label), leave()}; known: the labels of the treebank
  constructor(calls, known) {
    Object.assign(this, { calls, known });
    this.element = el("div", { class: "panel", role: "group", "aria-label": "Labels" });
  }

  // A field that has the focus has it again, with what the tree says now.
  show(tree, ids) {
    const focused = this.element.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    const lost = this.typed;
    this.adding = null;
    Object.assign(this, { tree, ids });
    this.element.replaceChildren(this.title(), ...this.fields());
    if (focused) this.focus(focused);
    if (lost) this.calls.lost(lost);
  }

  title() {
    const { tree, ids } = this;
    if (ids.length === 0) return el("p", { class: "note" }, "Choose a node to see and change its labels.");
    return el("p", { class: "chosen" }, ids.map((id) => say(tree, id)).join(", "));
  }

  // Those that all chosen nodes have. Functions are for treebanks that have some.
  fields() {
    const { tree, ids, calls } = this;
    if (ids.length === 0) return [];
    const common = Object.entries(fieldsOf(tree, ids[0])).filter(([field]) => ids.every((id) => field in fieldsOf(tree, id)) && (field !== "function" || this.known.labels(field).length > 0));
    const list = common.map(([field, title]) => this.field(title, field, this.value(field), (text) => calls.label(ids, field, text)));
    return !hasConstituents(tree) && ids.length === 1 ? [this.headField(ids[0]), ...list] : list;
  }

  value(field) {
    const values = new Set(this.ids.map((id) => nodeOf(this.tree, id)[field] ?? ""));
    return values.size === 1 ? [...values][0] : "";
  }

  field(title, field, value, take, more = {}) {
    return labelField({ title, value, known: () => this.known.labels(field), take: (text) => text === value || take(text), leave: this.calls.leave, ...more });
  }

  headField(id) {
    const { tree, calls } = this, name = (head) => (head < 0 ? "the root" : `${head + 1} ${tree.tokens[head].word}`);
    const list = choice({ "aria-label": "Head", onchange: () => calls.head([id], Number(list.value)) }, targets(tree, [id]).map((head) => [head, name(head)]));
    list.value = tree.tokens[id].head ?? "";
    return el("label", { class: "labelled" }, "Head", list);
  }

  // Asks for the label of a new constituent over what is chosen.
  add() {
    const { ids, calls } = this;
    const take = (text) => {
      this.adding = null;
      return calls.add(ids, text) || (this.adding = field, false);
    };
    const field = this.field("Label of the new constituent", "label", null, take, { blurred: () => {} });
    this.element.replaceChildren(
      el("p", { class: "chosen" }, `New constituent over ${ids.map((id) => say(this.tree, id)).join(", ")}`),
      field, el("button", { type: "button", onclick: () => (field.finish(), this.adding && this.focus("Label of the new constituent")) }, "Add"));
    this.adding = field; // until it is added
    this.focus("Label of the new constituent");
  }

  get typed() {
    return this.adding?.querySelector("input").value.trim();
  }

  // What is typed and not yet added; gives whether it is refused.
  addTyped() {
    if (this.typed) this.adding.finish();
    return Boolean(this.typed);
  }

  focus(title) {
    [...this.element.querySelectorAll("input, select")].find((field) => field.getAttribute("aria-label") === title)?.focus();
  }

  focusFirst() {
    const [word] = this.ids;
    this.focus(this.ids.length > 0 && hasConstituents(this.tree) && isWord(this.tree, word) ? "Tag" : hasConstituents(this.tree) ? "Label" : "Relation");
  }
}
