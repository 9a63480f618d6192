// Notices above the tree that stay until they are answered, each with its buttons.

import { el } from "./dom.js";

const QUIET = ["copy", "words"]; // what is so for every sentence is not said aloud each time

export class Notices {
  // `answered` is called after each answer: its button, which had the focus, is gone.
  constructor(answered) {
    this.answered = answered;
    this.element = el("div", { class: "notices" });
  }

  // One of a kind at a time. `actions` are functions by the names of their buttons, each of which ends the notice.
  put(kind, content, actions = {}) {
    this.end(kind);
    const buttons = Object.entries(actions).map(([name, work]) => el("button", { type: "button", onclick: () => (this.end(kind), work(), this.answered()) }, name));
    this.element.append(el("div", { class: "notice", role: QUIET.includes(kind) ? "note" : "alert", "data-kind": kind }, el("div", {}, content), el("div", { class: "bar" }, buttons)));
  }

  end(kind) {
    for (const one of [...this.element.children]) if (one.dataset.kind === kind) one.remove();
  }
}
