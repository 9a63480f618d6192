// Differences as a list, each with the shape that marks it in the tree.

import { el, svg } from "./dom.js";
import { badge } from "./edit_board.js";
import { KINDS } from "./edit_diff.js";

function drawBadge(kind) {
  return svg("svg", { class: "sign", width: 16, height: 16, viewBox: "-8 -8 16 16", "aria-hidden": "true" }, badge(kind));
}

// Clicks on a difference call onClick(difference), where it is given.
export function changeItems(list, onClick) {
  return list.map((one) => {
    const content = [drawBadge(one.kind), el("span", { class: "kind" }, KINDS[one.kind]), one.text];
    return el("li", {}, onClick ? el("button", { type: "button", onclick: () => onClick(one) }, content) : content);
  });
}

export function changesLegend() {
  return el("div", { class: "legend shapes" }, Object.entries(KINDS).map(([kind, text]) => el("span", {}, drawBadge(kind), text)), el("span", { class: "pinned" }, "pinned"));
}
