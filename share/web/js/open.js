// A button that opens a file from the user's disk as one more "model" or "treebank", where the program can
// do that. The view is shown anew then, with what was opened.
//
//     openButton("treebank", about, (name) => address, (error) => …)

import * as backend from "./backend.js";
import { el } from "./dom.js";

export function openButton(kind, about, address, failed) {
  if (!about.opens) return null;
  const field = el("input", { type: "file", hidden: true, onchange: () => open(field.files[0]) });
  const button = el("button", { type: "button", onclick: () => field.click() }, "Open file …");
  const open = async (file) => {
    button.disabled = true;
    try {
      const name = await backend.open(kind, file);
      Object.assign(about, await backend.about());
      if (about.taggers.includes(name)) throw new Error(`${name} only tags words: it gives no trees to show.`);
      location.hash = address(name);
    } catch (error) {
      failed(error);
    }
    field.value = "";
    button.disabled = false;
  };
  return [button, field];
}
