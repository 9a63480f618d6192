// A text field and the choice of a model, which views share that begin with a text.
//
//     changed(settled)   called at each change: settled is false while one types, and true after a pause

import { choice, debounce, el, visible } from "./dom.js";
import { exampleText, isExample } from "./examples.js";
import * as fragment from "./fragment.js";
import { openButton } from "./open.js";

const PAUSE = 250; // milliseconds without a key

export class TextInput {
  constructor(main, state, about, changed) {
    this.about = about;
    this.changed = changed;
    this.model = this.modelCalled(state.model) ?? this.modelCalled(about.default) ?? about.models[0];
    const later = debounce(() => this.field.isConnected && changed(true), PAUSE); // unless the view is left
    this.field = el("textarea", { "aria-label": "Text", spellcheck: "false", placeholder: "Write or paste a text", oninput: () => {
      changed(false);
      later();
    } });
    this.field.value = state.text ?? exampleText(this.model);
    this.models = choice({ onchange: () => this.changeModel() }, about.models.map((model) => [model.name, modelTitle(model)]));
    this.models.value = this.model.name;
    this.status = el("p", { class: "note push", role: "status" });
    const open = openButton("model", about, (model) => fragment.address(fragment.read().view, { model, text: this.text }), (error) => this.say(error.message, true));
    main.append(this.field, el("div", { class: "bar" }, el("label", {}, "Model", this.models), open, this.status));
  }

  get text() {
    return this.field.value;
  }

  modelCalled(name) {
    return this.about.models.find((model) => model.name === name);
  }

  changeModel() {
    this.model = this.modelCalled(this.models.value);
    if (this.text === "" || isExample(this.text)) this.field.value = exampleText(this.model);
    this.changed(false);
    this.changed(true);
  }

  // The byte at the cursor, as trees count, or null if the cursor is elsewhere.
  cursor() {
    if (document.activeElement !== this.field) return null;
    return new TextEncoder().encode(this.text.slice(0, this.field.selectionStart)).length;
  }

  say(text, wrong = false) {
    this.status.textContent = visible(text);
    this.status.classList.toggle("wrong", wrong);
  }
}

function modelTitle(model) {
  const language = model.about?.language?.replace(/ *\(.*/, "");
  return language ? `${language} (${model.name}, ${model.gives})` : `${model.name} (${model.gives})`;
}
