// The tree of the view Edit, without a browser: random changes of the trees of the samples keep every promise that
// share/web/js/edit_tree.js makes, and going back gives what was there.

import { cpSync, mkdirSync, writeFileSync } from "node:fs";

// Node takes files as modules only where a package.json says so; the page has none.
const folder = `${process.env.BUILD}/web/page`;
mkdirSync(folder, { recursive: true });
cpSync("share/web/js", folder, { recursive: true });
writeFileSync(`${folder}/package.json`, '{"type": "module"}\n');
const load = (name) => import(`${folder}/${name}.js`);
const edit = await load("edit_tree"), { History } = await load("edit_history"), { aligned, differences } = await load("edit_diff");
const { constraints, merged } = await load("edit_rest"), { writtenAs } = await load("edit_write");

async function trees(page, url, treebank, to = "json") {
  const answer = await page.request.get(`${url}api/v1/treebanks/${treebank}?limit=100&to=${to}`);
  return (await answer.json()).sentences.map((sentence) => sentence.tree);
}

const samples = async (page, url) => [...await trees(page, url, "dutch.discbracket"), ...await trees(page, url, "danish.conllx")];
const same = (a, b) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value) => (value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]))
  : Array.isArray(value) ? value.map(sorted) : value);

// Numbers from 0 to n - 1, the same in each run.
function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * n);
  };
}

// What is wrong with a tree, by its written form alone.
function faults(json, words) {
  const list = [], say = (what) => list.push(what);
  if (json.tokens.map((token) => token.word).join(" ") !== words) say("other words");
  const all = [...json.tokens, ...(json.nodes ?? [])];
  all.forEach((node, i) => node.id !== i && say(`node ${i} has the number ${node.id}`));
  for (const node of all) {
    const seen = new Set();
    for (let at = node; at && !seen.has(at.id); at = all[json.nodes ? at.parent : at.head]) seen.add(at.id);
    const top = [...seen].at(-1);
    if (json.nodes ? top !== json.root : json.tokens[top].head !== -1) say(`${node.id} does not hang on the root`);
  }
  for (const node of json.nodes ?? []) {
    const below = (id) => (json.tokens[id] ? [id] : all[id].children.flatMap(below));
    const words = below(node.id).sort((a, b) => a - b), runs = node.blocks.flatMap(([from, to]) => [...Array(to - from).keys()].map((i) => from + i));
    if (node.children.length === 0 || node.children.some((id) => all[id].parent !== node.id)) say(`children of ${node.id}`);
    if (words.join() !== runs.join()) say(`blocks of ${node.id}`);
    if (node.parent != null && node.parent >= node.id) say(`${node.id} stands before its parent`);
    if (!node.label) say(`${node.id} has no label`);
  }
  if (new Set((json.nodes ?? []).flatMap((node) => node.children)).size !== (json.nodes ? all.length - 1 : 0)) say("not everything has one parent");
  return list;
}

// A change by chance, or null where it is impossible.
function change(tree, random) {
  const all = edit.allNodes(tree).map((node) => node.id), any = () => all[random(all.length)];
  const ids = [...new Set([any(), ...(random(3) === 0 ? [any(), any()] : [])])];
  const field = Object.keys(edit.fieldsOf(tree, ids[0]))[random(2)];
  const kinds = [
    () => edit.moved(tree, ids, any()),
    () => edit.moved(tree, ids, edit.targets(tree, ids)[random(edit.targets(tree, ids).length)] ?? any()),
    () => edit.added(tree, ids, "X"),
    () => edit.removed(tree, ids),
    () => edit.labelled(tree, ids.slice(0, 1), field, `L${random(5)}`),
    () => edit.pinned(tree, ids, random(2) === 0),
  ];
  try {
    return kinds[random(kinds.length)]();
  } catch (error) {
    if (error instanceof edit.Impossible) return null;
    throw error;
  }
}

export async function randomChanges({ page, url, check }) {
  const wrong = [];
  let done = 0, refused = 0;
  for (const [number, json] of (await samples(page, url)).entries()) {
    const random = dice(number + 1), history = new History(edit.opened(json)), seen = [JSON.stringify(history.tree)];
    const words = json.tokens.map((token) => token.word).join(" "), gone = new Set();
    for (let i = 0; i < 60; i++) {
      const next = change(history.tree, random);
      if (JSON.stringify(history.tree) !== seen.at(-1)) wrong.push(`${number}: the tree before a change is another one now`);
      if (!next) { refused++; continue; }
      for (const { id } of history.tree.nodes) if (!edit.nodeOf(next, id)) gone.add(id);
      if (next.nodes.some(({ id }) => gone.has(id))) wrong.push(`${number}: the number of a node that is gone comes again`);
      history.step(next, "change");
      seen.push(JSON.stringify(next));
      done++;
      wrong.push(...faults(edit.written(next), words).map((fault) => `${number}: ${fault}`));
    }
    for (const before of seen.slice(0, -1).reverse()) if (!history.undo() || JSON.stringify(history.tree) !== before) wrong.push(`${number}: undo`);
    if (history.undo()) wrong.push(`${number}: more to undo than was done`);
    for (const after of seen.slice(1)) if (!history.redo() || JSON.stringify(history.tree) !== after) wrong.push(`${number}: redo`);
  }
  check(done > 1000 && refused > 100 && wrong.length === 0, `keep words and tree; undo and redo restore (${done} done, ${refused} refused) ${wrong.slice(0, 5).join("; ")}`);
}

export async function unchangedTrees({ page, url, check }) {
  const all = await samples(page, url);
  check(all.every((json) => same(edit.written(edit.opened(json)), json)), "are written as they came");
  check(all.every((json) => differences(edit.opened(json), edit.opened(json)).length === 0), "differ in nothing");
}

// Where a node can be moved is said beforehand, and it is true.
export async function targetsAreThoseThatWork({ page, url, check }) {
  const works = (tree, ids, to) => { try { return Boolean(edit.moved(tree, ids, to)); } catch { return false; } };
  const wrong = [];
  for (const json of await samples(page, url)) {
    const tree = edit.opened(json), all = [...(tree.nodes.length > 0 ? [] : [-1]), ...edit.allNodes(tree).map((node) => node.id)];
    for (const { id } of edit.allNodes(tree))
      if (edit.targets(tree, [id]).join() !== all.filter((to) => works(tree, [id], to)).sort((a, b) => a - b).join()) wrong.push(`${tree.tokens[0].word}: ${id}`);
  }
  check(wrong.length === 0, `for every node ${wrong.slice(0, 5)}`);
}

const TREE = { tokens: ["a", "b", "c", "d"].map((word, id) => ({ id, word, tag: "T", parent: [6, 6, 5, 4][id] })), root: 4,
  nodes: [{ id: 4, label: "S", children: [5, 3], blocks: [[0, 4]] }, { id: 5, label: "VP", parent: 4, children: [6, 2], blocks: [[0, 3]] }, { id: 6, label: "NP", parent: 5, children: [0, 1], blocks: [[0, 2]] }],
  edges: [{ child: 0, parent: 5, label: "x" }] };
const brackets = (tree) => edit.written(tree).nodes.map((node) => `${node.label}[${edit.wordsOf(edit.written(tree), node.id).join("")}]`).join(" ");
const told = (before, after) => differences(before, after).map(({ kind, text }) => `${kind} ${text}`).join("; ");
const impossible = (work) => { try { return work() && ""; } catch (error) { return error.message; } };

export async function singleChanges({ check }) {
  const tree = edit.opened(TREE);
  const cases = [
    [edit.moved(tree, [0], 4), "S[0123] VP[12] NP[1]", "moved “a”: from NP to S"],
    [edit.moved(tree, [3], 6), "S[0123] VP[0123] NP[013]", "moved “d”: from S to NP"],
    [edit.moved(tree, [0, 1], 5), "S[0123] VP[012]", "removed NP (a b)"],
    [edit.moved(tree, [6, 0], 4), "S[0123] NP[01] VP[2]", "moved NP (a b): from VP to S"],
    [edit.added(tree, [1, 3], "X"), "S[0123] VP[02] NP[0] X[13]", "moved “b”: from NP to S; added X (b d)"],
    [edit.added(tree, [4], "TOP"), "TOP[0123] S[0123] VP[012] NP[01]", "added TOP (a b c d)"],
    [edit.added(tree, [0, 1], "X"), "S[0123] VP[012] NP[01] X[01]", "added X (a b)"],
    [edit.removed(tree, [5]), "S[0123] NP[01]", "removed VP (a b c)"],
    [edit.removed(tree, [5, 6]), "S[0123]", "removed VP (a b c); removed NP (a b)"],
    [edit.labelled(tree, [6], "label", "PP"), "S[0123] VP[012] PP[01]", "relabelled PP (a b): NP → PP"],
    [edit.labelled(tree, [6], "function", "SB"), "S[0123] VP[012] NP[01]", "relabelled NP (a b): function none → SB"],
    [edit.labelled(tree, [2], "tag", "V"), "S[0123] VP[012] NP[01]", "relabelled “c”: tag T → V"],
    [edit.pinned(tree, [6], true), "S[0123] VP[012] NP[01]", ""],
  ];
  for (const [after, wanted, text] of cases) check(brackets(after) === wanted && told(tree, after) === text, `${wanted}: ${told(tree, after) || "nothing"}`);
  check(edit.removed(tree, [5]).edges.length === 0 && edit.moved(tree, [3], 6).edges.length === 1, "secondary edges go with their nodes");
  const refusals = [
    [() => edit.moved(tree, [5], 6), "below"], [() => edit.moved(tree, [5], 5), "itself"], [() => edit.moved(tree, [4], 5), "root"], [() => edit.moved(tree, [0], 2), "word"],
    [() => edit.removed(tree, [4]), "root"], [() => edit.removed(tree, [0]), "Words"], [() => edit.added(tree, [0], ""), "label"],
    [() => edit.labelled(tree, [5], "label", " "), "label"], [() => edit.labelled(tree, [5], "label", "A B"), "blank"], [() => edit.labelled(tree, [0], "tag", ""), "tag"],
  ];
  for (const [work, why] of refusals) check(impossible(work).includes(why), `refused: ${impossible(work)}`);
}

export async function virtualRoots({ check }) {
  const tree = edit.opened({ ...TREE, nodes: TREE.nodes.map((node) => (node.id === 4 ? { ...node, virtual: true } : node)) });
  for (const work of [() => edit.labelled(tree, [4], "label", "X"), () => edit.added(tree, [4], "X"), () => edit.removed(tree, [4])])
    check(impossible(work).includes("does not write its root"), "stay as the file implies them");
  check(brackets(edit.added(tree, [5, 3], "S")) === "S[0123] S[0123] VP[012] NP[01]", "a constituent below one is fine");
}

export async function dependenciesStayTrees({ page, url, check }) {
  const [json] = await trees(page, url, "danish.conllx"), tree = edit.opened(json); // Hvad tror du , hun har købt ?
  check(told(tree, edit.moved(tree, [0], 1)) === "moved “Hvad”: from “købt” to “tror”", "another head");
  check(told(tree, edit.moved(tree, [5], -1)) === "moved “har”: from “tror” to the root", "the root");
  check(impossible(() => edit.moved(tree, [5], 6)).includes("circle") && impossible(() => edit.moved(tree, [5], 5)).includes("circle"), "no circle");
  check(impossible(() => edit.added(tree, [5], "X")).includes("no constituents"), "no constituents");
  check(JSON.stringify(constraints(edit.moved(tree, [0], 1))) === '[{"kind":"arc","words":[0],"head":1}]', "a new head is kept, its relation may change");
  check(JSON.stringify(constraints(edit.labelled(tree, [0], "relation", "x"))) === '[{"kind":"arc","words":[0],"head":6,"label":"x"}]', "a new relation is kept");
}

export async function whatIsKept({ check }) {
  const kept = (tree) => constraints(tree).map(({ kind, blocks, words, label }) => `${kind} ${(words ?? blocks.map(([from, to]) => `${from}-${to}`)).join()} ${label}`).join("; ");
  const tree = edit.opened(TREE);
  check(kept(tree) === "", "nothing at first");
  check(kept(edit.moved(tree, [0], 4)) === "bracket 1-2 NP; no-bracket 0-3 VP; no-bracket 0-2 NP", `a word that was moved does not come back: ${kept(edit.moved(tree, [0], 4))}`);
  check(kept(edit.labelled(tree, [6], "label", "PP")) === "bracket 0-2 PP; no-bracket 0-2 NP", "another label");
  check(kept(edit.removed(tree, [5])) === "no-bracket 0-3 VP", "what was removed stays away");
  check(kept(edit.added(edit.removed(tree, [5]), [6, 2], "VP")) === "bracket 0-3 VP", "unless it was put there again");
  check(kept(edit.pinned(tree, [6, 2], true)) === "bracket 0-2 NP; tag 2 T", "what is pinned");
  check(kept(edit.pinned(edit.labelled(tree, [6], "label", "PP"), [6], false)) === "no-bracket 0-2 NP", "not what is unpinned");
}

// The parser's trees come with numbers of their own.
export async function whatTheParserFound({ check }) {
  const found = { tokens: TREE.tokens.map((token, id) => ({ ...token, tag: "U", function: "f", parent: [7, 7, 6, 6][id] })), root: 4,
    nodes: [{ id: 4, label: "ROOT", virtual: true, children: [5], blocks: [[0, 4]] }, { id: 5, label: "S", parent: 4, children: [6], blocks: [[0, 4]] },
      { id: 6, label: "VP", parent: 5, children: [7, 2, 3], blocks: [[0, 4]] }, { id: 7, label: "PP", parent: 6, children: [0, 1], blocks: [[0, 2]] }] };
  const tree = edit.opened(TREE), next = merged(tree, found);
  check(brackets(next) === "S[0123] VP[0123] PP[01]", "the root is as in the file");
  check(told(tree, next) === "moved “d”: from S to VP; relabelled PP (a b): NP → PP", `nodes that correspond are the same: ${told(tree, next)}`);
  check(next.tokens.every((token) => token.tag === "T" && token.function == null), "tags stay; functions come only where there are some");
  const other = aligned(edit.opened(found), tree);
  check(other.nodes.map((node) => node.id).join() === "7,4,5,6", "by words and label, then by words, then by label");
}

export async function textsAreThoseOfTheServer({ page, url, check }) {
  const bare = (text) => text.replace(/^(%%.*|#BOS.*|#EOS.*|#FORMAT.*|# (sent_id|text).*)$\n/gm, "").trim();
  for (const [treebank, to] of [["dutch.discbracket", "export"], ["danish.conllx", "conllu"]]) {
    const texts = await trees(page, url, treebank, to), json = await trees(page, url, treebank);
    const wrong = json.filter((tree, i) => bare(writtenAs(edit.opened(tree)).text) !== bare(texts[i]));
    check(texts.length > 0 && wrong.length === 0, `${to} ${wrong.length > 0 ? writtenAs(edit.opened(wrong[0])).text : ""}`);
  }
}
