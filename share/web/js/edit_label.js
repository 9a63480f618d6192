// A field for a label, with the labels that the treebank uses, most frequent first; those that begin with what is
// typed come before those that contain it.
//
//     labelField({ title, value, known: () => ["NP", …], take: (text) => …, leave: () => …, blurred: (text) => … })
//
// `take` is called when Enter is pressed or a label is clicked; `leave` after that, or after Escape, which takes
// nothing; `blurred` when the field is left otherwise with another text than before: it is `take` where it is not given.
// Where these give false, the text is refused: it stays, marked as wrong, to be mended. `known` gives the labels when
// they are needed. The function `finish` of the field does what Enter does.

import { el } from "./dom.js";

const SHOWN = 14;
let fields = 0; // elements need ids that no other has

function suggestions(known, text, value) {
  const typed = text === value ? "" : text.toLowerCase();
  const rank = (label) => (label.toLowerCase().startsWith(typed) ? 0 : 1);
  return known.filter((label) => label.toLowerCase().includes(typed)).sort((a, b) => rank(a) - rank(b)).slice(0, SHOWN);
}

export function labelField({ title, value, known, take, leave, blurred = take }) {
  const id = `labels-${++fields}`;
  let labels = [], at = -1, done = false;
  const list = el("ul", { id, role: "listbox", "aria-label": `${title}: suggestions`, hidden: true });
  const input = el("input", {
    type: "text", value, size: 10, role: "combobox", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    "aria-label": title, "aria-controls": id, "aria-expanded": false, "aria-autocomplete": "list",
  });
  const finish = (text) => {
    done = true;
    if (text != null && take(text) === false) return refuse(text);
    leave();
  };
  const refuse = (text) => {
    done = false;
    input.value = text;
    offer(false);
    input.setAttribute("aria-invalid", true);
  };
  const offer = (open) => {
    labels = open ? suggestions(known(), input.value, value) : [];
    at = -1;
    list.hidden = labels.length === 0;
    input.setAttribute("aria-expanded", labels.length > 0);
    input.removeAttribute("aria-activedescendant");
    list.replaceChildren(...labels.map((label, i) => el("li", { id: `${id}-${i}`, role: "option", "aria-selected": false, onpointerdown: (event) => event.preventDefault(), onclick: () => finish(label) }, label)));
  };
  const step = (by) => {
    list.children[at]?.setAttribute("aria-selected", false);
    at = (at + by + list.children.length) % list.children.length;
    list.children[at].setAttribute("aria-selected", true);
    input.setAttribute("aria-activedescendant", `${id}-${at}`);
  };
  input.addEventListener("focus", () => (input.select(), (done = false), offer(true)));
  input.addEventListener("input", () => (input.removeAttribute("aria-invalid"), offer(true)));
  input.addEventListener("blur", () => {
    offer(false);
    if (!done && input.isConnected && input.value !== value) done = true, setTimeout(() => blurred(input.value) === false && refuse(input.value)); // once the focus is where it goes
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(), field.finish();
    if (event.key === "Escape") event.preventDefault(), (input.value = value), finish();
    if (/^Arrow(Up|Down)$/.test(event.key) && list.children.length > 0) event.preventDefault(), step(event.key === "ArrowDown" ? 1 : at < 0 ? 0 : -1);
  });
  const field = el("label", { class: "labelled" }, title, el("span", { class: "suggests" }, input, list));
  return Object.assign(field, { finish: () => finish(labels[at] ?? input.value) });
}
