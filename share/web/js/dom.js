// Makes elements: el("p", {class: "note"}, "text", child). Texts become text nodes, never
// markup, so that nothing in a treebank can become part of the page.

const SVG = "http://www.w3.org/2000/svg";

// Characters that are invisible, or that change the direction or the lines of the text around them.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffe\uffff]/g;

const sign = (code) => code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? "\u2421"
  : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;

// Returns a text with visible signs for hidden characters, as in drawings: <U+202E> for U+202E. el and svg
// call it for all texts. Code that sets textContent must call it. Values of input fields are not changed.
export function visible(text) {
  return text.replace(HIDDEN, (char) => sign(char.charCodeAt(0)));
}

const shown = (child) => (typeof child === "string" ? visible(child) : child);
const nodes = (children) => children.flat(Infinity).filter((child) => child != null).map(shown);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-")) element.setAttribute(name, shown(value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, name === "title" ? shown(value) : value);
  }
  element.append(...nodes(children));
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
  element.replaceChildren(...nodes(children));
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
      button.textContent = visible(error.message ?? "Failed");
    }
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}
