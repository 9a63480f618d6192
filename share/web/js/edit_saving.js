// Saves the sentence of the view Edit, and looks whether somebody else has saved it meanwhile. Then the user
// chooses between the two trees.

import { el } from "./dom.js";
import { changeItems } from "./edit_changes.js";
import { aligned, differences } from "./edit_diff.js";
import { opened, sameWords, written } from "./edit_tree.js";

const PAUSE = 10000; // milliseconds from one look to the next

export class Saving {
  constructor(view) {
    this.view = view;
    this.busy = false;
    this.met = null; // the revision of somebody else that the user knows of
  }

  // Looks now and then, and when the page comes to the front. That a look fails does not matter: the next may not.
  watch(signal) {
    const look = () => document.visibilityState === "visible" && this.look(signal).catch(() => {});
    const timer = setInterval(look, PAUSE);
    document.addEventListener("visibilitychange", look, { signal });
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  async look(signal) {
    const { view } = this, known = view.revision, theirs = await view.source.load(signal);
    if (!signal.aborted && !this.busy && view.revision === known && theirs.revision !== known && theirs.revision !== this.met) this.meet(theirs);
  }

  async save() {
    const { view } = this, { tree } = view;
    if (this.busy) return (this.again = true);
    if (differences(view.original, tree).length === 0) return view.say("There is nothing to save.");
    this.busy = true;
    this.again = false; // whether to save what was changed meanwhile, too
    view.say("Saving …");
    try {
      const { revision } = await view.source.save({ revision: view.revision, tree: written(tree) });
      view.rebase(tree, revision);
      view.notices.end("others");
      view.say(view.tree === tree ? "Saved." : "Saved, but not what you changed meanwhile.");
    } catch (error) {
      this.again = false;
      const why = error.status === 409 ? this.meet(error) : error.message;
      view.say(`Not saved: ${why}`, true);
    }
    this.busy = false;
    view.refresh();
    if (this.again && view.unsaved()) await this.save();
  }

  // Somebody else has saved the sentence, or it has another number now. Gives that in words.
  meet({ tree, revision }) {
    const { view } = this, found = opened(typeof tree === "string" ? JSON.parse(tree) : tree), same = sameWords(found, view.tree);
    this.met = revision;
    view.history.reserve();
    if (same) this.choose(aligned(found, view.tree), revision);
    else view.notices.put("others", [`Another sentence stands at this number now. ${view.unsaved() ? "Your edits cannot be saved here: download yours." : "Load the page again to see it."}`]);
    return same ? "somebody else was faster." : "another sentence stands at this number now; download yours.";
  }

  // Their tree or this one?
  choose(theirs, revision) {
    const { view } = this;
    const take = () => {
      view.rebase(theirs, revision);
      view.step(theirs, "take the version of somebody else");
      view.say("This is their version now; undo brings yours back.");
    };
    if (!view.unsaved()) return view.notices.put("others", ["Somebody else has saved this sentence since you opened it."], { "Show it": take });
    const keep = () => {
      view.rebase(theirs, revision);
      view.refresh();
      this.save();
    };
    view.notices.put("others", this.explained(theirs), { "Take theirs": take, "Keep mine and save over theirs": keep });
  }

  explained(theirs) {
    const { view } = this, list = differences(theirs, view.tree);
    return [
      el("p", {}, `Somebody else has saved this sentence since you opened it. ${list.length === 0 ? "Their tree and yours are the same." : "What yours has otherwise than theirs:"}`),
      el("ol", { class: "changes" }, changeItems(list)),
      el("button", { type: "button", onclick: () => view.peekAt(view.peek === theirs ? null : theirs) }, "Look at theirs, or back at mine"),
    ];
  }
}
