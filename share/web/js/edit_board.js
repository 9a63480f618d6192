// The tree of the view Edit: nodes are chosen here, with the pointer or the keyboard, and moved.
//
// One node is the current one: the one with the focus. Others can be picked besides (Space, Shift and a click,
// or "Several"). A change is made to the nodes that are picked, or else to the current one. While a node is being
// moved, the nodes it can go to are targets; one of them is aimed at.
//
//     const board = new Board({ onMove: (ids, parent) => …, onKey: (key) => …, onChosen: () => …, onPoint: (node) => …, say: (text) => … });
//     board.show(tree, { marks });  board.chosen;  board.choose(id);  board.startMoving();

import { el, svg } from "./dom.js";
import { Drag } from "./edit_drag.js";
import { say } from "./edit_diff.js";
import { hasConstituents, nodeOf, parentOf, targets, upFrom, wordsOf } from "./edit_tree.js";
import { drawTree, focusNode, reachNode } from "./tree.js";

const PAD = 6;   // around the texts of a node: the place to grip it
const ROOM = 30; // above arcs, for the root

const BADGES = { // drawn in a square of 8 pixels, around its middle
  added: "M0 -4V4M-4 0H4",
  removed: "M-3 -3L3 3M-3 3L3 -3",
  relabelled: "M0 -4L4 0L0 4L-4 0Z",
  moved: "M-4 0H3M0 -3L3 0L0 3",
};

export function badge(kind, x = 0, y = 0) {
  return svg("g", { class: `badge ${kind}`, transform: `translate(${x} ${y})` }, svg("circle", { r: 7 }), svg("path", { d: BADGES[kind] }));
}

export class Board {
  constructor(calls) {
    this.calls = calls;
    this.picked = new Set();
    this.several = false;
    this.moving = null; // {ids, targets} while a new parent is chosen
    this.canvas = el("div", { class: "canvas board" });
    this.canvas.addEventListener("focusin", (event) => this.focused(event.target.closest(".node")));
    this.canvas.addEventListener("keydown", (event) => this.key(event), { capture: true });
    this.canvas.addEventListener("click", (event) => this.clicked(event));
    this.canvas.addEventListener("dblclick", (event) => event.target.closest(".node") && calls.onKey("Enter"));
    this.drag = new Drag(this);
  }

  get chosen() {
    return this.picked.size > 0 ? [...this.picked] : this.current == null ? [] : [this.current];
  }

  // -- showing ------------------------------------------------------------------------------------

  // Instead of a node that is gone, the next one above it is current. The focus stays in the tree if it was there.
  show(tree, { marks = new Map(), fixed = false } = {}) {
    const focus = this.canvas.contains(document.activeElement);
    this.drag.clear();
    if (this.current != null && !nodeOf(tree, this.current)) this.current = upFrom(this.tree, this.current).find((id) => nodeOf(tree, id)) ?? tree.root;
    Object.assign(this, { tree, fixed, moving: null });
    this.picked = new Set([...this.picked].filter((id) => nodeOf(tree, id)));
    this.picture = drawTree(tree, { marks, onPoint: this.calls.onPoint });
    this.picture.setAttribute("aria-multiselectable", true);
    this.canvas.replaceChildren(this.picture);
    if (!hasConstituents(tree)) this.drawRoot();
    for (const group of this.groups()) this.grip(group, marks.get(Number(group.dataset.id)) ?? "");
    reachNode(this.picture, this.current ?? tree.root ?? 0);
    if (focus && this.current != null) focusNode(this.picture, this.current);
    this.mark();
  }

  groups() {
    return [...this.picture.querySelectorAll(".node")];
  }

  groupOf(id) {
    return this.picture.querySelector(`.node[data-id="${id}"]`);
  }

  // The place to grip a node by, also where it is aimed at, and its badges. The relation over an arc is far from
  // its word and does not count.
  grip(group, marks) {
    const wide = this.picture.viewBox.baseVal, root = group.dataset.id < 0; // the root is as wide as the picture
    const boxes = [...group.querySelectorAll("text:not(.over)")].filter((text) => text.textContent !== "").map((text) => text.getBBox());
    const x = Math.min(...boxes.map((box) => box.x)) - PAD, y = Math.min(...boxes.map((box) => box.y)) - PAD / 2;
    const right = Math.max(...boxes.map((box) => box.x + box.width)) + PAD, bottom = Math.max(...boxes.map((box) => box.y + box.height)) + PAD / 2;
    const box = (group.box = { x: root ? wide.x + PAD : x, y, right: root ? wide.x + wide.width - PAD : right, bottom });
    group.prepend(svg("rect", { class: "grip", x: box.x, y, width: box.right - box.x, height: bottom - y, rx: 6 }));
    const onLine = group.classList.contains("token") && hasConstituents(this.tree); // of a word: on the line that leads to it
    marks.split(" ").filter((mark) => BADGES[mark]).forEach((mark, i) =>
      group.append(onLine ? badge(mark, (x + right) / 2, y - 4 - 15 * i) : badge(mark, right - 1, y + 4 + 15 * i)));
  }

  // The root of dependencies has no word; it can be moved to all the same.
  drawRoot() {
    const { x, y, width, height } = this.picture.viewBox.baseVal;
    this.picture.setAttribute("viewBox", `${x} ${y - ROOM} ${width} ${height + ROOM}`);
    this.picture.setAttribute("height", height + ROOM);
    this.picture.append(svg("g", { class: "node ground", "data-id": -1, tabindex: "-1", role: "treeitem", "aria-label": "the root" },
      svg("text", { class: "function", x: x + Math.min(width, 120) / 2, y: y - ROOM / 2 + 4 }, "root")));
    this.groupOf(-1).about = { id: -1, label: "root", words: [] };
  }

  // What is chosen, what can be moved to and what is aimed at, as classes.
  mark(aim = null) {
    for (const group of this.groups()) {
      const id = Number(group.dataset.id), { moving } = this;
      group.classList.toggle("picked", this.picked.has(id));
      group.classList.toggle("current", id === this.current && this.picked.size === 0);
      group.classList.toggle("target", Boolean(moving?.targets.includes(id)));
      group.classList.toggle("taken", Boolean(moving?.ids.includes(id)));
      group.classList.toggle("aim", aim === id);
      if (id >= 0) group.setAttribute("aria-selected", this.picked.has(id) || id === this.current);
    }
    this.canvas.classList.toggle("moving", this.moving != null);
  }

  // -- choosing -----------------------------------------------------------------------------------

  focused(group) {
    const id = group && Number(group.dataset.id);
    if (id == null || this.moving) return this.moving && this.mark(id);
    if (this.current === id) return;
    this.current = id;
    this.mark();
    this.calls.onChosen();
  }

  choose(id) {
    this.picked.clear();
    this.current = id;
    focusNode(this.picture, id);
    this.mark();
    this.calls.onChosen();
  }

  pick(id) {
    this.picked.has(id) ? this.picked.delete(id) : this.picked.add(id);
    this.current = id;
    this.mark();
    this.calls.say(this.picked.size === 0 ? "Nothing is picked." : `Picked: ${[...this.picked].map((one) => say(this.tree, one)).join(", ")}`);
    this.calls.onChosen();
  }

  clicked(event) {
    if (this.drag.dragged) return;
    const group = event.target.closest(".node"), id = group && Number(group.dataset.id);
    if (this.moving) return id == null ? this.stopMoving() : this.moveTo(id);
    if (id == null) return this.picked.clear(), this.mark(), this.calls.onChosen();
    if (id < 0) return;
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey && !this.several) return this.choose(id);
    if (this.picked.size === 0 && event.shiftKey && this.before != null && this.before !== id) this.picked.add(this.before);
    this.pick(id);
  }

  // -- moving -------------------------------------------------------------------------------------

  // Gives whether there is a place to move to.
  beginMoving(ids) {
    const places = this.fixed ? [] : targets(this.tree, ids);
    if (places.length === 0) this.calls.say(this.fixed ? "This is the original: it stays as it is." : "There is no place to move it to.");
    this.moving = places.length > 0 ? { ids, targets: this.inOrder(places) } : null;
    this.mark();
    return this.moving != null;
  }

  // By the keyboard, or by two clicks.
  startMoving() {
    const ids = this.chosen;
    if (ids.length === 0) return this.calls.say("Choose a node first.");
    if (!this.beginMoving(ids)) return;
    this.aimAt(this.moving.targets.indexOf(parentOf(this.tree, ids[0])));
    const what = hasConstituents(this.tree) ? "parent" : "head";
    this.calls.say(`Moving ${ids.map((id) => say(this.tree, id)).join(", ")}. Choose the new ${what}: arrow keys and Enter, or a click. Escape leaves it where it is.`);
  }

  // Places from left to right, higher ones first.
  inOrder(places) {
    const key = (id) => (id < 0 ? [-1, 0] : [wordsOf(this.tree, id)[0], -wordsOf(this.tree, id).length]);
    return places.sort((a, b) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1] || a - b);
  }

  aimAt(index) {
    const all = this.moving.targets, id = all[(Math.max(index, 0) + all.length) % all.length];
    this.moving.at = all.indexOf(id);
    this.groupOf(id).focus();
    this.mark(id);
  }

  stopMoving() {
    this.moving = null;
    if (this.current != null) focusNode(this.picture, this.current);
    this.mark();
    this.calls.say("It stays where it is.");
  }

  moveTo(id) {
    const { ids } = this.moving;
    this.moving = null;
    if (this.current != null) focusNode(this.picture, this.current); // where the focus is when it is drawn again
    this.mark();
    this.calls.onMove(ids, id);
  }

  // -- the keyboard -----------------------------------------------------------------------------------

  key(event) {
    const group = event.target.closest(".node");
    if (!group || event.ctrlKey || event.metaKey || event.altKey) return;
    const taken = this.moving ? this.keyWhileMoving(event.key, Number(group.dataset.id)) : this.keyOnNode(event);
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
  }

  keyWhileMoving(key, id) {
    const { at, targets: all } = this.moving;
    const steps = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    if (key in steps) this.aimAt((steps[key] + all.length) % all.length);
    else if (key === "Enter" || key === " ") this.moveTo(id);
    else if (key === "Escape") this.stopMoving();
    else return false;
    return true;
  }

  keyOnNode({ key }) {
    if (key === " ") return this.pick(this.current), true;
    if (key !== "Escape") return this.calls.onKey(key.length === 1 ? key.toLowerCase() : key);
    this.picked.clear();
    this.mark();
    this.calls.onChosen();
    return true;
  }
}
