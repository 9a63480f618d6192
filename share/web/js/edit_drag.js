// Dragging a node of the board to its new parent, with mouse, pen or finger. What the node can go to is marked from
// the start; the nearest of these places is aimed at, so that one need not hit a small label.

import { svg } from "./dom.js";
import { inShort } from "./words.js";

const START = 6;  // pixels before a click becomes a drag
const NEAR = 40;  // pixels around a place, from which it is aimed at
const EDGE = 36;  // pixels at the sides, where the picture scrolls, and the page up and down
const SPEED = 10; // pixels a frame
const LINE = 16;  // pixels that a label is high

export class Drag {
  constructor(board) {
    this.board = board;
    this.dragged = false; // since the pointer was last put down: the click that follows means nothing
    board.canvas.addEventListener("pointerdown", (event) => this.down(event));
    board.canvas.addEventListener("pointermove", (event) => this.move(event));
    board.canvas.addEventListener("pointerup", (event) => this.up(event));
    board.canvas.addEventListener("pointercancel", () => this.end());
    board.canvas.addEventListener("touchmove", (event) => this.held && event.preventDefault(), { passive: false }); // a finger on a node does not scroll
    board.canvas.addEventListener("keydown", (event) => event.key === "Escape" && this.end(), { capture: true });
  }

  down(event) {
    const group = event.target.closest(".node");
    this.board.before = this.board.current;
    this.dragged = false;
    if (!group || !event.isPrimary || event.button !== 0 || this.board.moving || group.dataset.id < 0) return;
    this.held = { id: Number(group.dataset.id), pointer: event.pointerId, x: event.clientX, y: event.clientY };
  }

  move(event) {
    const { held, board } = this;
    if (!held || event.pointerId !== held.pointer) return;
    if (!this.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < START) return;
    this.at = event;
    if (!this.ghost && !this.begin()) return;
    this.follow();
    event.preventDefault();
    board.canvas.setPointerCapture(held.pointer);
  }

  begin() {
    const { board, held } = this, ids = board.picked.has(held.id) ? board.chosen : [held.id];
    if (!board.beginMoving(ids)) {
      this.held = null;
      return false;
    }
    this.line = svg("path", { class: "thread" });
    this.name = svg("text", { class: "label" }, inShort(ids.map((id) => board.groupOf(id).querySelector(".label, .word").textContent)));
    this.ghost = svg("g", { class: "ghost", "aria-hidden": "true" }, this.line, this.name);
    board.picture.append(this.ghost);
    this.scroll();
    return true;
  }

  // Where the pointer is in the picture, which is as large as its view box.
  place({ clientX, clientY }) {
    const { left, top } = this.board.picture.getBoundingClientRect(), { x, y } = this.board.picture.viewBox.baseVal;
    return [clientX - left + x, clientY - top + y];
  }

  follow() {
    const [x, y] = this.place(this.at), { box } = this.board.groupOf(this.held.id);
    this.line.setAttribute("d", `M${(box.x + box.right) / 2} ${box.y}L${x} ${y}`);
    this.putName(x, y);
    this.aim = this.nearest(x, y);
    this.board.mark(this.aim);
  }

  // Over the pointer, or below it where there is no room above; always within what is seen of the picture.
  putName(x, y) {
    const { left, right } = this.board.canvas.getBoundingClientRect(), { x: start, y: top, width, height } = this.board.picture.viewBox.baseVal;
    const [from] = this.place({ clientX: left, clientY: 0 }), [to] = this.place({ clientX: right, clientY: 0 }), half = this.name.getComputedTextLength() / 2 + 6;
    this.name.setAttribute("x", Math.max(from + half, start + half, Math.min(x, to - half, start + width - half)));
    this.name.setAttribute("y", Math.min(y - 20 < top + LINE ? y + 2 * LINE : y - 20, top + height - 6));
  }

  nearest(x, y) {
    let best = null, least = NEAR;
    for (const id of this.board.moving.targets) {
      const away = this.away(id, x, y);
      if (away < least) [best, least] = [id, away];
    }
    return best;
  }

  // How far a point is from the place to grip a node by.
  away(id, x, y) {
    const { box } = this.board.groupOf(id);
    return Math.hypot(Math.max(box.x - x, 0, x - box.right), Math.max(box.y - y, 0, y - box.bottom));
  }

  // Trees are often wider than the page, and higher on a phone. A place under the pointer does not move away.
  scroll() {
    if (!this.ghost) return;
    requestAnimationFrame(() => this.scroll());
    if (this.aim != null && this.away(this.aim, ...this.place(this.at)) === 0) return;
    const { left, right } = this.board.canvas.getBoundingClientRect(), { clientX: x, clientY: y } = this.at;
    const speed = (at, low, high) => (at < low + EDGE ? -SPEED : at > high - EDGE ? SPEED : 0);
    const across = speed(x, left, right), down = speed(y, 0, innerHeight);
    this.board.canvas.scrollBy(across, 0);
    scrollBy(0, down);
    if (across !== 0 || down !== 0) this.follow();
  }

  up(event) {
    const { aim, board, ghost } = this;
    if (event.pointerId !== this.held?.pointer) return;
    if (ghost && aim != null) {
      this.clear();
      board.moveTo(aim);
    } else this.end();
  }

  end() {
    const dragged = this.ghost != null;
    this.clear();
    if (dragged) this.board.stopMoving();
  }

  clear() {
    this.dragged ||= this.ghost != null;
    this.ghost?.remove();
    this.held = this.ghost = this.aim = null;
  }
}
