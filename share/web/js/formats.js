// The formats that trees can be saved in. `whole`: the trees of a text stand behind each other in
// one file; a file of the others holds one tree here. `of`: for constituents (c), dependencies (d)
// or both. `draws`: a picture, drawn from trees in the format export or conllu.

const FORMATS = [
  { name: "discbracket", title: "discbracket", ending: "discbracket", of: "c", whole: true },
  { name: "bracket", title: "bracket", ending: "mrg", of: "c", whole: true },
  { name: "export", title: "export (NEGRA)", ending: "export", of: "c" },
  { name: "tigerxml", title: "TigerXML", ending: "tiger.xml", of: "c" },
  { name: "alpino", title: "Alpino XML", ending: "alpino.xml", of: "c" },
  { name: "conllu", title: "CoNLL-U", ending: "conllu", of: "d", whole: true },
  { name: "conllx", title: "CoNLL-X", ending: "conllx", of: "d", whole: true },
  { name: "json", title: "JSON", ending: "jsonl", of: "cd", whole: true },
  { name: "tagged", title: "words and tags", ending: "tagged", of: "cd", whole: true },
  { name: "tokens", title: "words", ending: "tokens", of: "cd", whole: true },
  { name: "svg", title: "SVG", ending: "svg", of: "cd", draws: true },
  { name: "text", title: "drawn as text", ending: "txt", of: "cd", draws: true, whole: true },
  { name: "latex", title: "LaTeX", ending: "tex", of: "cd", draws: true },
  { name: "html", title: "HTML page", ending: "html", of: "cd", draws: true },
];

const TYPES = { svg: "image/svg+xml", html: "text/html", json: "application/json" };

export const typeOf = (format) => TYPES[format.name] ?? "text/plain";
// Of words without trees, all formats can hold something: those for both.
const OF = { constituents: "c", dependencies: "d" };
export const formatsFor = (gives) => FORMATS.filter(({ of }) => (gives ? of.includes(OF[gives]) : of === "cd"));
export const formatCalled = (name) => FORMATS.find((format) => format.name === name);
