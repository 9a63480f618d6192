// Draws a tree as SVG: constituents with crossing branches, or dependencies as arcs. All views
// draw with this. Hovering over a node, or moving to it with the arrow keys, lights up its words.
//
//     const picture = drawTree(tree, { colour: "confidence", onPoint: (node) => … });
//
// `tree` is an object as in docs/formats.md, "json". Options, all of which may be missing:
//
//     colour     "confidence": by how sure the parser is; "gaps": constituents with gaps
//     height     at least so many pixels, with free room at the top
//     marks      Map from the number of a node to a class for it, such as "match"
//     notes      Map from the number of a node to {before, after, text}: signs at its label (that of its arc), and
//                what they mean
//     onPoint    called with the node pointed at, as {id, label, function, confidence, words},
//                and with null when there is none any more
//
// Classes, not styles, say how things look (css/tree.css), since the page forbids styles in SVG.

import { svg, visible } from "./dom.js";
import { placeTree } from "./layout.js";
import { placeArcs } from "./arcs.js";
import { inShort } from "./words.js";

const FONTS = { // as in css/tree.css; layout needs the widths before anything is drawn
  label: "600 13px",
  tag: "400 11px",
  word: "400 16px",
  function: "italic 400 11px",
};
const SANS = 'system-ui, "Segoe UI", Roboto, Helvetica, Arial, "Liberation Sans", sans-serif';
const SERIF = 'Charter, "Bitstream Charter", "Iowan Old Style", Georgia, "Liberation Serif", serif';
const MARGIN = 14;
const CORNER = 5;

const canvas = document.createElement("canvas").getContext("2d");

function extent(text, role) {
  canvas.font = `${FONTS[role]} ${role === "word" ? SERIF : SANS}`;
  return text ? Math.ceil(canvas.measureText(visible(text)).width) : 0;
}

// -- what is known of nodes -----------------------------------------------------------------

// Five steps, from "probably wrong" to "sure".
export function confidenceClass(confidence) {
  if (confidence == null) return "";
  return "sure-" + [0.5, 0.75, 0.9, 0.97].filter((limit) => confidence >= limit).length;
}

export function percent(confidence) {
  const value = confidence * 100;
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} %`;
}

function wordsOf(tree, node) {
  if (node.blocks) return node.blocks.flatMap(([from, to]) => [...Array(to - from).keys()].map((i) => from + i));
  if (node.head == null) return [node.id];
  return projection(tree.tokens, node.id);
}

// The words below a word, and itself; heads may lead in a circle in data that is wrong.
function projection(tokens, id) {
  const found = new Set([id]);
  for (const word of found)
    for (const token of tokens) if (token.head === word) found.add(token.id);
  return [...found].sort((a, b) => a - b);
}

function describe(tree, node, { notes }) {
  const arc = node.head != null && !node.children;
  return {
    id: node.id,
    label: node.label ?? node.tag ?? "",
    function: (arc ? node.relation : node.function) ?? "",
    word: arc ? node.word : undefined, // of dependencies
    head: arc ? tree.tokens[node.head]?.word : undefined,
    confidence: arc ? node.head_confidence : node.confidence,
    words: wordsOf(tree, node),
    gaps: (node.blocks?.length ?? 1) - 1,
    morph: node.morph, lemma: node.lemma,
    note: notes?.get(node.id)?.text,
  };
}

// One line about a node, also for screen readers.
export function sayNode(tree, about) {
  const { label, function: role, head } = about, words = inShort(about.words.map((i) => tree.tokens[i].word));
  const parts = about.word == null ? [label, role, words] : [about.word, label, role && head ? `${role} of ${head}` : role, about.words.length > 1 ? words : ""];
  if (about.lemma && about.lemma !== "_" && about.lemma !== "--" && !parts.includes(about.lemma)) parts.push(about.lemma);
  if (about.morph && about.morph !== "_" && about.morph !== "--") parts.push(about.morph);
  if (about.gaps > 0) parts.push(about.gaps === 1 ? "one gap" : `${about.gaps} gaps`);
  if (about.confidence != null) parts.push(`${percent(about.confidence)} sure`);
  if (about.note) parts.push(about.note);
  return visible(parts.filter(Boolean).join(" · "));
}

// A label with the signs of its node.
function signed(label, node, { notes }) {
  const { before = "", after = "" } = notes?.get(node.id) ?? {};
  return `${before}${label ?? ""}${after}`;
}

// Classes of a node by colour and marks.
function classesOf(node, confidence, { colour, marks }) {
  const classes = [marks?.get(node.id) ?? ""];
  if (colour === "confidence") classes.push(confidenceClass(confidence));
  if (colour === "gaps" && node.blocks?.length > 1) classes.push(`gap-${node.id % 5}`);
  return classes.filter(Boolean).join(" ");
}

// -- constituents -----------------------------------------------------------------------------

function drawConstituents(tree, options) {
  const nodes = [...tree.tokens, ...tree.nodes];
  const functions = nodes.some((node) => named(node.function));
  const widths = [];
  for (const t of tree.tokens)
    widths[t.id] = Math.max(extent(t.word, "word"), extent(t.tag, "tag"), extent(named(t.function), "function"));
  for (const n of tree.nodes)
    widths[n.id] = Math.max(extent(signed(n.label, n, options), "label"), extent(named(n.function), "function")) + 4;
  const places = placeTree(tree, widths);
  const height = functions ? 58 : 44;                        // of a level
  const base = MARGIN + 12 + places.levels * height;         // of the tags
  const y = (id) => base - places.level[id] * height;        // of the text of a node
  const top = (node) => y(node.id) - (named(node.function) ? 28 : 14); // where its line ends
  const bars = svg("g", { class: "bars", "aria-hidden": "true" }), lines = svg("g", { class: "lines", "aria-hidden": "true" });
  const groups = svg("g", { class: "nodes" });
  const byId = new Map(nodes.map((node) => [node.id, node]));

  for (const node of tree.nodes) {
    const bar = y(node.id) + 14;
    const children = node.children.map((c) => byId.get(c)).sort((a, b) => places.x[a.id] - places.x[b.id]);
    const look = classesOf(node, node.confidence, options);
    bars.append(svg("path", { class: `edge ${look}`, "data-of": node.id, d: barPath(places.x[node.id], bar, children.map((c) => places.x[c.id])) }));
    for (const child of children) {
      const d = `M${places.x[child.id]} ${bar + CORNER + 1}V${top(child)}`;
      lines.append(svg("path", { class: "halo", d }), svg("path", { class: `edge ${look}`, "data-of": node.id, d }));
    }
    groups.append(nodeGroup(tree, node, options, [
      named(node.function) && ["function", places.x[node.id], y(node.id) - 15, node.function],
      ["label", places.x[node.id], y(node.id), signed(node.label, node, options)],
    ]));
  }
  for (const token of tree.tokens)
    groups.append(nodeGroup(tree, token, options, [
      named(token.function) && ["function", places.x[token.id], base - 15, token.function],
      ["tag", places.x[token.id], base, token.tag ?? ""],
      ["word", places.x[token.id], base + 21, token.word],
    ]));
  return { layers: [bars, lines, groups], width: places.width, height: base + 30 };
}

// "--" is how some formats write that there is none.
function named(name) {
  return name && name !== "--" ? name : "";
}

// The short line below a label, and the bar with round ends.
function barPath(x, y, children) {
  const first = children[0], last = children[children.length - 1];
  const stem = `M${x} ${y - 9}V${y}`;
  if (last - first < 1) return `${stem}V${y + CORNER + 1}`;
  const end = (at, inwards) => `M${at} ${y + CORNER + 1}V${y + CORNER}Q${at} ${y} ${at + inwards} ${y}`;
  const inner = children.slice(1, -1).map((at) => `M${at} ${y}V${y + CORNER + 1}`).join("");
  return `${stem}${end(first, CORNER)}H${last - CORNER}${end(last, -CORNER)}${inner}`;
}

// -- dependencies -----------------------------------------------------------------------------

function drawDependencies(tree, options) {
  const widths = tree.tokens.map((t) => Math.max(extent(t.word, "word"), extent(t.tag, "tag")));
  const labels = tree.tokens.map((t) => extent(signed(t.relation, t, options), "function"));
  const places = placeArcs(tree.tokens, widths, labels);
  const step = 26, base = MARGIN + 8 + places.levels * step + 16;
  const lines = svg("g", { class: "lines", "aria-hidden": "true" }), groups = svg("g", { class: "nodes" });
  const label = new Map();
  for (const arc of places.arcs) {
    const y = base - 14 - arc.level * step;
    const look = classesOf(tree.tokens[arc.word], tree.tokens[arc.word].head_confidence, options);
    const d = arcPath(arc, y, base - 8);
    lines.append(svg("path", { class: "halo", d }),
      svg("path", { class: `edge ${look}`, "data-of": arc.word, d }),
      svg("path", { class: `tip ${look}`, "data-of": arc.word, d: `M${arc.to} ${base - 3}l-3.5 -7h7z` }));
    label.set(arc.word, ["function over", (arc.from + arc.to) / 2, y + (arc.head < 0 ? -4 : 4), signed(arc.label, tree.tokens[arc.word], options)]);
  }
  for (const token of tree.tokens)
    groups.append(nodeGroup(tree, token, options, [
      ["word", places.x[token.id], base + 14, token.word],
      ["tag", places.x[token.id], base + 30, token.tag ?? ""],
      label.get(token.id),
    ]));
  return { layers: [lines, groups], width: places.width, height: base + 38 };
}

function arcPath({ head, from, to }, y, base) {
  if (head < 0) return `M${to} ${y}V${base}`;
  const r = from < to ? 8 : -8;
  return `M${from} ${base + 4}V${y + 8}Q${from} ${y} ${from + r} ${y}H${to - r}Q${to} ${y} ${to} ${y + 8}V${base}`;
}

// -- nodes that can be pointed at ---------------------------------------------------------------

function nodeGroup(tree, node, options, texts) {
  const about = describe(tree, node, options);
  const group = svg("g", {
    class: `node ${node.children ? "constituent" : "token"} ${classesOf(node, about.confidence, options)}`,
    role: "treeitem", tabindex: "-1", "data-id": node.id, "aria-label": sayNode(tree, about), "aria-level": depth(tree, node),
  }, texts.filter(Boolean).flatMap(([look, x, y, text]) => [look === "word" && lamp(x, y, text), svg("text", { class: look, x, y }, text)].filter(Boolean)));
  group.about = about;
  return group;
}

// How deep a node is in the tree, from 1; heads may lead in a circle in data that is wrong.
function depth(tree, node) {
  const above = (at) => find(tree, tree.nodes?.length ? at.parent : at.head), path = [];
  for (let at = node; at && !path.includes(at); at = above(at)) path.push(at);
  return path.length;
}

// What lights up behind a word.
function lamp(x, y, word) {
  const width = extent(word, "word") + 8;
  return svg("rect", { class: "lamp", x: x - width / 2, y: y - 16, width, height: 22, rx: 4 });
}

// Lights up a node with its edges and words, or nothing.
function light(picture, tree, group) {
  const words = new Set(group?.about.words);
  for (const item of picture.querySelectorAll(".node")) {
    item.classList.toggle("pointed", item === group);
    item.classList.toggle("lit", item !== group && item.classList.contains("token") && words.has(Number(item.dataset.id)));
  }
  for (const edge of picture.querySelectorAll("[data-of]"))
    edge.classList.toggle("pointed", edge.dataset.of === group?.dataset.id);
}

// Up to the parent, down to the first child, left and right to the next node of the kind.
function neighbour(tree, id, key) {
  const node = [...tree.tokens, ...(tree.nodes ?? [])].find((one) => one.id === id);
  const kin = tree.nodes?.find((n) => n.id === node.parent)?.children ?? tree.tokens.map((t) => t.id);
  const order = [...kin].sort((a, b) => wordsOf(tree, find(tree, a))[0] - wordsOf(tree, find(tree, b))[0]);
  switch (key) {
    case "ArrowUp": return node.parent ?? (node.head >= 0 ? node.head : undefined);
    case "ArrowDown": return node.children?.[0] ?? tree.tokens.find((t) => t.head === id)?.id;
    case "ArrowLeft": return order[order.indexOf(id) - 1];
    case "ArrowRight": return order[order.indexOf(id) + 1];
  }
}

function find(tree, id) {
  return tree.tokens[id] ?? tree.nodes?.find((n) => n.id === id);
}

function listen(picture, tree, onPoint) {
  const point = (group) => {
    light(picture, tree, group);
    onPoint?.(group ? group.about : null);
  };
  const groupOf = (event) => event.target.closest?.(".node");
  picture.addEventListener("pointerover", (event) => point(groupOf(event) ?? null));
  picture.addEventListener("pointerleave", () => point(null));
  picture.addEventListener("focusin", (event) => point(groupOf(event) ?? null));
  picture.addEventListener("focusout", () => point(null));
  picture.addEventListener("keydown", (event) => {
    const at = groupOf(event);
    const next = at && neighbour(tree, at.about.id, event.key);
    if (next == null) return;
    event.preventDefault();
    focusNode(picture, next);
  });
  reachNode(picture, tree.root ?? tree.tokens[0]?.id);
}

// The node that the Tab key leads to; one at a time.
export function reachNode(picture, id) {
  picture.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
  const group = picture.querySelector(`.node[data-id="${id}"]`);
  group?.setAttribute("tabindex", "0");
  return group;
}

export function focusNode(picture, id) {
  reachNode(picture, id)?.focus();
}

// Scrolls a picture that is wider than its frame until the first of these nodes is in sight, from left to right; gives
// whether there is one.
export function scrollToNode(frame, nodes) {
  const boxes = [...frame.querySelectorAll(nodes)].map((node) => node.getBoundingClientRect()).sort((a, b) => a.left - b.left);
  const { left, right } = frame.getBoundingClientRect(), [first] = boxes;
  if (first && !boxes.some((box) => box.left >= left && box.right <= right)) frame.scrollLeft += (first.left + first.right - left - right) / 2;
  return first != null;
}

export function drawTree(tree, options = {}) {
  const { layers, width, height } = tree.nodes?.length ? drawConstituents(tree, options) : drawDependencies(tree, options);
  const w = Math.ceil(width + 2 * MARGIN), least = Math.ceil(height), h = Math.max(least, options.height ?? 0);
  const picture = svg("svg", {
    class: "tree", role: "tree", "aria-label": `Tree of: ${tree.tokens.map((t) => t.word).join(" ")}`,
    viewBox: `${-MARGIN} ${least - h} ${w} ${h}`, width: w, height: h,
  }, layers);
  listen(picture, tree, options.onPoint);
  return picture;
}

// -- as a file ----------------------------------------------------------------------------------

const LOOKS = ["fill", "stroke", "stroke-width", "font-family", "font-size", "font-style", "font-weight", "text-anchor", "paint-order", "stroke-linejoin"];

// The picture as text of a file of its own, in the colours of paper also when the page is dark.
export function pictureText(picture) {
  const shown = picture.cloneNode(true), paper = document.createElement("div");
  paper.className = "paper hidden-visually";
  paper.append(shown);
  document.body.append(paper);
  for (const unlit of shown.querySelectorAll(".lamp")) unlit.remove();
  for (const item of shown.querySelectorAll("*")) {
    item.classList.remove("pointed", "lit");
    const style = getComputedStyle(item);
    if (item.localName !== "g") for (const look of LOOKS) item.setAttribute(look, style.getPropertyValue(look));
  }
  paper.remove();
  for (const item of [shown, ...shown.querySelectorAll("*")])
    for (const name of [...item.getAttributeNames()])
      if (/^(class|role|tabindex|data-|aria-)/.test(name)) item.removeAttribute(name);
  return `${new XMLSerializer().serializeToString(shown)}\n`;
}
