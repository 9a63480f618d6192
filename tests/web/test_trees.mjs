// Drawings: what src/draw/layout.h promises holds for all trees of a treebank.

export const onServer = []; // they need none

async function trees(ask, treebank) {
  return (await ask(`treebanks/${treebank}?limit=100`)).sentences.map((sentence) => sentence.tree);
}

// In the page: draws a tree and lists what is wrong with the picture.
async function faultsOf(all) {
  const { drawTree } = await import(new URL("js/tree.js", location.href));
  const faults = [];
  for (const [number, tree] of all.entries()) {
    const picture = drawTree(tree);
    document.querySelector("main").replaceChildren(picture);
    const texts = [...picture.querySelectorAll("text")].filter((t) => t.textContent !== "").map((t) => ({ name: t.textContent, box: t.getBBox() }));
    const say = (what) => faults.push(`sentence ${number + 1}: ${what}`);
    for (const [i, a] of texts.entries())
      for (const b of texts.slice(i + 1))
        if (a.box.x < b.box.x + b.box.width - 1 && b.box.x < a.box.x + a.box.width - 1 && a.box.y + 4 < b.box.y + b.box.height - 4 && b.box.y + 4 < a.box.y + a.box.height - 4)
          say(`${a.name} covers ${b.name}`);
    for (const line of tree.nodes ? picture.querySelectorAll(".lines .edge") : []) {
      const [, x, from, to] = line.getAttribute("d").match(/^M(\S+) (\S+)V(\S+)$/).map(Number);
      for (const { name, box } of texts)
        if (x > box.x && x < box.x + box.width && from < box.y + box.height / 2 && to > box.y + box.height / 2) say(`a line goes through ${name}`);
    }
    const words = [...picture.querySelectorAll(".word")].map((t) => Number(t.getAttribute("x")));
    if (words.some((x, i) => i > 0 && x <= words[i - 1])) say("words are not in order");
    const { x, width } = picture.getBBox();
    if (x < picture.viewBox.baseVal.x || width > picture.viewBox.baseVal.width) say("it is wider than its frame");
  }
  return faults;
}

export async function drawingsOfConstituents({ page, url, check, ask }) {
  await page.goto(url);
  const all = await trees(ask, "dutch.discbracket");
  const faults = await page.evaluate(faultsOf, all);
  check(all.length === 42 && faults.length === 0, `labels and lines keep apart ${faults.slice(0, 5).join("; ")}`);
}

// Cases that treebanks have, but not the samples.
export async function oddTrees({ page, url, check }) {
  await page.goto(url);
  const leaf = (id, word, parent, more) => ({ id, word, tag: "T", parent, ...more });
  const faults = await page.evaluate(faultsOf, [
    { tokens: [leaf(0, "a", 1)], nodes: [{ id: 1, label: "A-VERY-LONG-LABEL-OVER-ONE-WORD", children: [0], blocks: [[0, 1]] }], root: 1 },
    { tokens: [leaf(0, "a"), leaf(1, "b")], nodes: [] },
    { tokens: [] },
    { tokens: [leaf(0, "a", undefined, { head: -1, relation: "a-long-relation-over-one-word" }), leaf(1, "b", undefined, { head: 0, relation: "x" })] },
    { tokens: [leaf(0, "a", undefined, { head: 1, relation: "x" }), leaf(1, "b", undefined, { head: 0, relation: "circle" })] },
    { tokens: [leaf(0, "", 2), leaf(1, "<b>&amp;", 2)], nodes: [{ id: 2, label: "", children: [0, 1], blocks: [[0, 2]] }], root: 2 },
  ]);
  check(faults.length === 0, `are drawn, too ${faults.join("; ")}`);
  check(await page.locator("svg.tree b").count() === 0, "and stay text");
}

// What is said of a node, below a tree and to screen readers.
export async function nodesInWords({ page, url, check }) {
  await page.goto(url);
  const said = await page.evaluate(async () => {
    const { drawTree } = await import(new URL("js/tree.js", location.href));
    const labels = (tree) => [...drawTree(tree).querySelectorAll(".node")].map((group) => `${group.getAttribute("aria-level")} ${group.getAttribute("aria-label")}`);
    const arcs = [{ id: 0, word: "Den", tag: "P", head: 1, relation: "det" }, { id: 1, word: "bog", tag: "N", head: -1, relation: "root" }];
    const words = [...Array(30).keys()].map((id) => ({ id, word: `w${id}`, tag: "T", parent: 30 }));
    return [labels({ tokens: arcs }), labels({ tokens: words, nodes: [{ id: 30, label: "S", children: words.map(({ id }) => id), blocks: [[0, 30]] }], root: 30 })];
  });
  check(said[0].join("; ") === "2 Den · P · det of bog; 1 bog · N · root · Den bog", "words of dependencies come first, with their heads");
  check(said[1][0] === "1 S · w0 w1 w2 w3 w4 w5 w6 w7 … w27 w28 w29", "of many words the first and the last");
}

export async function drawingsOfDependencies({ page, url, check, ask }) {
  await page.goto(url);
  const all = await trees(ask, "danish.conllx");
  const faults = await page.evaluate(faultsOf, all);
  check(all.length > 0 && faults.length === 0, `labels keep apart ${faults.slice(0, 5).join("; ")}`);
}
