// Makes elements: el("p", {class: "note"}, "text", child). Texts become text nodes, never
// markup, so that nothing in a treebank can become part of the page.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-")) element.setAttribute(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null));
  return element;
}

export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

// A list to choose from; options are [value, text].
export function choice(attributes, options) {
  return el("select", attributes, options.map(([value, text]) => el("option", { value }, text)));
}

// What the Tab key leads to.
const REACHED = 'button, a[href], input, select, textarea, [tabindex="0"]';

// Gives an element other children. If one of the old ones had the focus, the new one in its place has it, or else the
// one before that can have it. Gives whether the focus had to be left without any.
export function refill(element, ...children) {
  const reached = () => [...element.querySelectorAll(REACHED)], at = reached().indexOf(document.activeElement);
  element.replaceChildren(...children.flat(Infinity).filter((child) => child != null));
  if (at < 0) return false;
  const can = (one) => !one.disabled, next = [...reached().slice(0, at + 1).filter(can).reverse(), ...reached().filter(can)][0];
  next?.focus();
  return next == null;
}

// Calls `work` once no more calls have come for so many milliseconds.
export function debounce(work, milliseconds) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), milliseconds);
  };
}

// Gives a file to the user: a text, or bytes.
export function download(name, content, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([content], { type: typeof content === "string" ? `${type};charset=utf-8` : type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

// Copies to the clipboard. Pages that came over plain HTTP from another machine have no
// clipboard of the modern kind: the old command does it there.
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = el("textarea", { class: "hidden-visually" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

// A button that says for a moment that it has done what it was asked for.
export function doing(label, work) {
  const button = el("button", { type: "button" }, label);
  button.addEventListener("click", async () => {
    try {
      await work();
      button.textContent = "Done";
    } catch (error) {
      button.textContent = error.message ?? "Failed";
    }
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}
