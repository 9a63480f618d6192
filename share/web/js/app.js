// The frame: the menu, the view that the address names, and the question for a token.
//
// A view is {name, title, fits(about), open(main, state, about)}; `fits` says whether the program behind the page can
// do what the view needs. Others are not in the menu. `open` gives a function that ends what the view still does when it is left; its `holds()`,
// where it has one, gives a reason not to leave.

import { el } from "./dom.js";
import * as backend from "./backend.js";
import { editView } from "./edit.js";
import * as fragment from "./fragment.js";
import { compareView } from "./compare.js";
import { parseView } from "./parse.js";
import { stepView } from "./step.js";
import { treebankView } from "./treebank.js";
import * as ways from "./ways.js";

const views = [parseView, stepView, treebankView, editView, compareView];

const main = document.querySelector("main");
const menu = document.querySelector("nav");
const footer = document.querySelector("footer");
let leave; // ends the view that is shown
let here = 0; // its number among the entries of the browser's history, which each entry keeps

function show(about, offered) {
  if (history.state?.entry == null) history.replaceState({ entry: here + 1 }, "");
  here = history.state.entry;
  const { view, state } = fragment.read();
  const chosen = offered.find((one) => one.name === view) ?? offered[0];
  if (!chosen) return main.replaceChildren(el("p", { class: "note" }, "There is no model that parses, and no treebank: pleach serve -m nl treebank.export has both."));
  if (chosen.name !== view) history.replaceState(history.state, "", fragment.address(chosen.name, {}));
  for (const link of menu.children)
    if (link.dataset.view === chosen.name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  document.title = `${chosen.title} – pleach`;
  leave?.();
  main.replaceChildren();
  main.dataset.view = chosen.name;
  leave = chosen.open(main, state, about);
}

function goTo(event, view) {
  event.preventDefault();
  location.hash = ways.address(view.name, fragment.read().state);
}

// Another address, unless what is shown asks to stay and the user wants so: then back to its entry, which is where
// this function is called once more and has nothing to do.
function go(about, offered) {
  const entry = history.state?.entry ?? here + 1, reason = entry === here ? null : leave?.holds?.();
  if (entry === here) return;
  if (reason && !confirm(reason)) history.go(here - entry);
  else show(about, offered);
}

// Models that are in no list, since they give no trees.
function tagging({ taggers }) {
  return taggers.length === 0 ? [] : [` ${taggers.join(", ")} only ${taggers.length === 1 ? "tags" : "tag"} words, and ${taggers.length === 1 ? "is" : "are"} for programs.`];
}

function askToken() {
  const dialog = document.querySelector("dialog");
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      backend.setToken(dialog.querySelector("input").value.trim());
      resolve();
    }, { once: true });
    dialog.showModal();
  });
}

async function start() {
  let about;
  while (!about) {
    try {
      about = await backend.about();
    } catch (error) {
      if (error.status !== 401) return main.replaceChildren(el("p", { class: "wrong", role: "alert" }, error.message));
      await askToken();
    }
  }
  const offered = views.filter((view) => view.fits(about));
  menu.replaceChildren(...offered.map((view) => el("a", { href: `#${view.name}`, "data-view": view.name, onclick: (event) => goTo(event, view) }, view.title)));
  footer.replaceChildren(about.where, ...tagging(about));
  addEventListener("hashchange", () => go(about, offered));
  show(about, offered);
}

start();
