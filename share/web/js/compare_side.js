// Where trees come from: a treebank or a model of the server, or a file that is opened or pasted.
//
//     changed()      called when another source is chosen, or its text changes
//
// In addresses a source is "treebank:NAME", "model:NAME" or "file:"; the trees of a file are kept as long as the page is
// open.

import { choice, debounce, el } from "./dom.js";

const FILE = "file:";
const SHOWN = 200000; // characters; a longer text is kept, but not shown in the field
const PAUSE = 600;    // milliseconds without a key

const kept = new Map(); // by title, the trees that were opened or pasted: {text, name}

export class Side {
  constructor(title, changed) {
    this.title = title;
    this.changed = changed;
    this.list = choice({ "aria-label": title, onchange: () => this.choose() }, []);
    const later = debounce(() => this.field.isConnected && changed(), PAUSE);
    this.field = el("textarea", { "aria-label": `${title}: trees`, rows: 3, spellcheck: "false", placeholder: "Paste trees, or open a file", oninput: () => (this.keep(this.field.value), later()) });
    this.file = el("input", { type: "file", "aria-label": `${title}: file`, onchange: () => this.open() });
    this.pasted = el("div", { class: "pasted", hidden: true }, this.file, this.field);
    this.element = el("div", { class: "side" }, el("label", {}, title, this.list), this.pasted);
    this.show();
  }

  get text() {
    return kept.get(this.title)?.text ?? "";
  }

  keep(text, name) {
    kept.set(this.title, { text, name });
  }

  // What was opened or pasted, as far as it is not too long.
  show() {
    const { text = "", name } = kept.get(this.title) ?? {};
    this.field.value = text.length <= SHOWN ? text : "";
    if (name) this.field.placeholder = `${name}, ${Math.ceil(text.length / 1024).toLocaleString("en")} KB`;
  }

  // Offers sources, [value, text]: keeps the one that is chosen if it is still there, or else takes source number
  // `otherwise`. One that is wished for, but not there, is chosen all the same, so that no other is taken for it.
  offer(sources, wish, otherwise = 0) {
    const before = wish ?? this.source, all = [...sources, [FILE, "A file or a text …"]];
    this.missing = wish && !all.some(([value]) => value === wish) ? wish : null;
    if (this.missing) all.push([wish, `${wish.replace(/^\w*:/, "")} (not here)`]);
    this.list.replaceChildren(...all.map(([value, text]) => el("option", { value }, text)));
    this.list.value = all.some(([value]) => value === before) ? before : (sources[otherwise] ?? all[0])[0];
    this.pasted.hidden = this.list.value !== FILE;
  }

  get source() {
    return this.list.value;
  }

  get name() {
    return this.list.selectedOptions[0]?.textContent ?? "";
  }

  choose() {
    if (this.source !== this.missing) this.missing = null;
    this.pasted.hidden = this.source !== FILE;
    this.changed();
  }

  async open() {
    const [file] = this.file.files;
    if (!file) return;
    this.keep(await file.text(), file.name);
    this.show();
    this.changed();
  }

  // The arguments of a request, with `prefix` "gold" or "candidate"; null while there is nothing to ask for.
  arguments(prefix) {
    const [kind, name] = this.source.split(/:(.*)/s);
    if (kind === "model") return { model: name };
    if (kind === "treebank") return { [`${prefix}_treebank`]: name };
    return this.text.trim() === "" ? null : { [prefix]: this.text };
  }
}
