// The view Compare. The server has the sentences of a treebank as a parser found them under other names.

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { asking, withServer } from "./server.mjs";

const settled = (page) => page.locator('[aria-label="Result"][aria-busy="false"]').waitFor();
const numbers = (page) => page.locator(".sentences .number:first-child").allTextContents();
const figures = (page) => page.locator(".scores tbody tr").evaluateAll((rows) => Object.fromEntries(rows.map((row) => [row.cells[0].textContent, [...row.cells].slice(1).map((cell) => cell.textContent)])));

async function open(page, url, state) {
  await page.goto("about:blank");
  await page.goto(`${url}#compare?${new URLSearchParams(state)}`);
  await settled(page);
}

export const onServer = [treebanks, linksOfManySentences]; // one with others than the site has

// A server that has gold trees and two candidates.
async function withCandidates(work) {
  const folder = mkdtempSync(`${tmpdir()}/pleach-`), names = { parsed: "parsed.discbracket", better: "better.discbracket" };
  for (const [from, to] of Object.entries(names)) copyFileSync(`tests/data/dutch.${from}`, `${folder}/${to}`);
  try {
    await withServer(["-m", "nl", "tests/data/dutch.discbracket", ...Object.values(names).map((name) => `${folder}/${name}`)], work);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const TRIO = { gold: "treebank:dutch.discbracket", a: "treebank:parsed.discbracket", b: "treebank:better.discbracket" };

export async function treebanks({ page, check, browser }) {
  await withCandidates(async ({ url }) => {
    const bodies = [];
    page.on("request", (request) => request.url().endsWith("/evaluate") && bodies.push(request.postDataJSON()));
    await open(page, url, TRIO);
    check(bodies.length === 2 && bodies.every((body) => body.limit === 20), "only the first sentences are fetched");
    await page.getByRole("button", { name: "200 more" }).click();
    await page.getByText("All there is: 42 sentences").waitFor();
    await settled(page);
    check(bodies.length === 6 && (await numbers(page)).length === 42, "and then the others");

    // The numbers are those of docs/evaluation.md.
    const [a, b] = await Promise.all(["parsed", "better"].map((name) => asking(url)("evaluate", { gold_treebank: "dutch.discbracket", candidate_treebank: `${name}.discbracket`, to: "json" })));
    const shown = await figures(page);
    check(shown.F1.join() === "86.49,92.26,+5.78", "F1");
    const want = (score, of = (x) => x) => [a, b].map(({ scores }) => of(scores)[score].toFixed(2)).join();
    const wrong = ["recall", "precision", "exact"].filter((score) => want(score) !== shown[score === "exact" ? "exact match" : score].slice(0, 2).join());
    check(wrong.length === 0 && want("f1", (x) => x.disc) === shown["discontinuous F1"].slice(0, 2).join() && want("tagging") === shown.tagging.slice(0, 2).join(), `all scores ${wrong}`);

    const first = await page.locator(".sentences .verdict").first().textContent();
    await page.getByLabel("Sorted").selectOption("order");
    check((await numbers(page)).join() === [...Array(42).keys()].map((i) => i + 1).join(), "sorted as they come");
    await page.getByLabel("Sorted").selectOption("mistakes");
    const mistakes = a.sentences.map(({ scores }, i) => [scores, b.sentences[i].scores].reduce((sum, s) => sum + s.gold + s.candidate - 2 * s.matched, 0));
    const order = a.sentences.map(({ number }) => number).sort((x, y) => mistakes[y - 1] - mistakes[x - 1] || x - y);
    check((await numbers(page)).join() === order.join() && first.includes("A "), "sorted by mistakes");

    await page.getByLabel("Sorted").selectOption("order");
    await page.locator(".sentences button").nth(6).click();
    const marks = (n) => page.locator(".trees figure").nth(n).locator(".constituent").evaluateAll((all) => all.map((g) => `${g.querySelector(".label").textContent} ${g.getAttribute("class").match(/eval-\w+/)?.[0] ?? ""}`).join());
    check(await marks(0) === "ROOT ,WHQ eval-right,SV1 eval-right,PPART −A eval-missed,PP eval-right", `the gold tree ${await marks(0)}`);
    check(await marks(1) === "ROOT ,WHQ eval-right,SV1 eval-right,~DU eval-label,PP eval-right", `A ${await marks(1)}`);
    check(!(await marks(2)).includes("wrong") && (await marks(2)).includes("PPART eval-right"), "B");
    check((await page.locator(".trees .eval-label").last().getAttribute("aria-label")).includes("other label: PPART in the gold tree"), "screen readers hear it");
    const dashes = await page.locator(".trees path.edge.eval-missed").first().evaluate((path) => getComputedStyle(path).strokeDasharray);
    check(dashes !== "none", "lines say it, too");

    await page.locator(".trees figure").nth(1).locator(".eval-label .label").hover();
    check(await page.locator(".trees figure").nth(2).locator(".token.lit").count() === 3 && await page.locator(".sentences .lit").count() === 3, "words light up in all trees and in the text");
    await page.locator("main").focus();
    await page.keyboard.press("ArrowRight");
    check(await page.locator('.sentences [aria-pressed="true"] .number').first().textContent() === "8", "the next sentence by a key");

    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Done" }).waitFor();
    const other = await browser.open({ viewport: { width: 390, height: 800 } });
    await other.page.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await other.page.getByText("All there is: 42 sentences").waitFor();
    await settled(other.page);
    check(await other.page.locator('.sentences [aria-pressed="true"] .number').first().textContent() === "8" && (await figures(other.page)).F1.join() === shown.F1.join(), "a link restores the view");
    check(await other.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "on a phone nothing is wider than the screen");
    await other.close();
  });
}

// More than one click fetches.
export async function linksOfManySentences({ page, check }) {
  const folder = mkdtempSync(`${tmpdir()}/pleach-`), text = await readFile("tests/data/dutch.discbracket", "utf8");
  for (const [name, times] of [["gold", 6], ["same", 6], ["large", 50], ["equal", 50]]) writeFileSync(`${folder}/${name}.discbracket`, text.repeat(times));
  await withServer(["gold", "same", "large", "equal"].map((name) => `${folder}/${name}.discbracket`), async ({ url }) => {
    await open(page, url, { gold: "treebank:gold.discbracket", a: "treebank:same.discbracket", b: "treebank:same.discbracket", n: 230 });
    check((await numbers(page)).length === 230 && page.url().includes("n=230"), "restore all of them");
    await open(page, url, { gold: "treebank:large.discbracket", a: "treebank:equal.discbracket", b: "treebank:equal.discbracket", n: 1e9 });
    await page.getByText("A link fetches 2,000 sentences at most").waitFor();
    check((await numbers(page)).length === 2000, "or say how many they fetch");
  }).finally(() => rmSync(folder, { recursive: true }));
}

export async function modelsParseTheWords({ page, url, check, ask }) {
  await open(page, url, { gold: "treebank:danish.conllx", a: "model:da", b: "model:da" });
  const { scores, sentences } = await ask("evaluate", { gold_treebank: "danish.conllx", model: "da" });
  const shown = await figures(page);
  check(shown.LAS.join() === `${scores.las.toFixed(2)},${scores.las.toFixed(2)},0.00` && shown.UAS[0] === scores.uas.toFixed(2), "the scores of dependencies");
  check(await page.getByLabel("Ignore punctuation").isChecked() && await page.getByLabel("Ignore punctuation").isDisabled(), "without punctuation, as always in CoNLL-X");
  await page.locator(".sentences button", { hasText: "Den bog" }).click();
  const { words } = sentences[1].scores;
  const wrong = await page.locator(".trees figure").nth(1).locator(".token.eval-wrong").evaluateAll((all) => all.map((g) => Number(g.dataset.id)).join());
  check(words.head.length > 0 && wrong === words.head.join(), "wrong heads are marked");
  check(await page.locator(".trees figure").first().locator('.token[class*="eval-"]').count() === sentences[1].scores.tokens, "punctuation is not");
  const sources = (label) => page.getByLabel(label, { exact: true }).evaluate((list) => [...list.options].map((option) => option.value).join());
  check(await sources("A") === "model:da,file:", "only what fits is offered");
  await page.getByLabel("Gold", { exact: true }).selectOption("treebank:dutch.discbracket");
  await page.locator(".scores th", { hasText: "F1" }).first().waitFor();
  check(await sources("A") === "model:nl,file:", "also for another treebank");
  await page.goto("about:blank");
  await page.goto(`${url}#compare?gold=treebank:danish.conllx&a=model:da&b=treebank:x`);
  await page.locator(".wrong", { hasText: "There is no treebank x here" }).waitFor();
  await page.getByLabel("B", { exact: true }).selectOption("model:da");
  await page.locator(".scores th", { hasText: "LAS" }).first().waitFor();
  check(true, "what is not there is said, and another can be chosen");
}

export async function files({ page, url, check, ask }) {
  await open(page, url, { gold: "treebank:dutch.discbracket" });
  await page.getByLabel("B", { exact: true }).selectOption("file:");
  await page.getByText("Paste trees or open a file").waitFor();
  await page.getByLabel("B: file").setInputFiles({ name: "parsed.discbracket", mimeType: "text/plain", buffer: await readFile("tests/data/dutch.parsed") });
  await page.locator(".scores").waitFor();
  await settled(page);
  const { scores } = await ask("evaluate", { gold_treebank: "dutch.discbracket", candidate: await readFile("tests/data/dutch.parsed", "utf8"), limit: 20 });
  check((await figures(page)).F1[1] === scores.f1.toFixed(2), "a file that is opened");
  await page.getByLabel("Gold", { exact: true }).selectOption("file:");
  await page.getByLabel("Gold: trees").fill("(S (VP (A 0=a) (B 2=<b>)) (C 1=c))");
  for (const name of ["A", "B"]) {
    await page.getByLabel(name, { exact: true }).selectOption("file:");
    await page.getByLabel(`${name}: trees`).fill(name === "A" ? "(S (NP (A 0=a) (B 2=<b>)) (C 1=c))" : "(S (A 0=a) (VP (C 1=c) (B 2=<b>)))");
  }
  await page.getByText("All there is: 1 sentence").waitFor();
  await settled(page);
  check((await figures(page))["discontinuous F1"].join() === "0.00,–,–" && (await figures(page)).F1.join() === "50.00,50.00,0.00", "texts that are pasted");
  check((await page.locator(".trees figure").first().locator(".label").allTextContents()).join() === "S,VP −AB", "and their trees");
  await page.getByLabel("B: trees").fill("(S (A 0=a) (B 1=x) (C 2=c))");
  await page.locator(".wrong", { hasText: "B: sentence 1: word 2" }).waitFor();
  check(true, "other words are an error that says where");
  await page.getByLabel("B: trees").fill("hello world");
  await page.locator(".wrong", { hasText: "B: cannot tell the format of this file. pleach reads: " }).waitFor();
  check(true, "so is what is no tree");
  for (const name of ["A", "B"]) await page.getByLabel(`${name}: trees`).fill("(X (Y 0=a) (Z (C 1=c) (B 2=<b>)))");
  await page.getByText("A and B and the gold trees have little in common").waitFor();
  check(true, "trees that have nothing in common are pointed out");
  await page.locator("nav").getByRole("link", { name: "Parse" }).click();
  await page.locator("main[data-view=parse] svg.tree").waitFor();
  await page.locator("nav").getByRole("link", { name: "Compare" }).click();
  await page.getByText("All there is: 1 sentence").waitFor();
  check((await page.getByLabel("Gold: trees").inputValue()).startsWith("(S (VP") && (await page.getByLabel("B: trees").inputValue()).startsWith("(X"), "what was pasted is there after a look at another view");
}
