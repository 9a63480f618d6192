// The frame of the page: the menu, addresses, the token.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { withServer } from "./server.mjs";

export const onServer = [theMenuHasWhatTheServerCanDo, wordsAlone, oneEntryOfTheHistoryForEachView, waysFromViewToView, linksWithJunk, whatAViewStillDoes, theTokenIsAskedFor, aServerThatIsGone];

const settled = (page) => page.locator('[aria-label="Result"][aria-busy="false"]').waitFor();

export async function theMenuHasWhatTheServerCanDo({ page, url, check }) {
  await page.goto(url);
  await settled(page);
  check((await page.locator("nav a").allTextContents()).join() === "Parse,Step,Treebank,Edit,Compare", "all views");
  await withServer(["-m", "nl"], async (server) => {
    await page.goto(server.url);
    await settled(page);
    check((await page.locator("nav a").allTextContents()).join() === "Parse,Step,Edit,Compare", "without treebanks no view of them");
  });
}

// What gives no trees is said, and not offered where trees are needed.
export async function wordsAlone({ page, check }) {
  const folder = mkdtempSync(`${tmpdir()}/pleach-`);
  execFileSync(`${process.env.BUILD}/pleach`, ["tag", "--train", "-q", "-e", "1", "-o", `${folder}/mytags.model`, "tests/data/dutch.discbracket"]);
  writeFileSync(`${folder}/words.tagged`, "Jan/N slaapt/V ./LET\nMarie/N leest/V ./LET\n");
  await withServer(["-m", `${folder}/mytags.model`], async ({ url }) => {
    await page.goto(url);
    await page.getByText("There is no model that parses, and no treebank").waitFor();
    check((await page.locator("footer").textContent()).includes("mytags only tags words"), "a model that only tags");
    await page.goto("about:blank"); // before the server ends
  });
  await withServer(["-m", "nl", "-m", `${folder}/mytags.model`, `${folder}/words.tagged`, "tests/data/dutch.discbracket"], async ({ url }) => {
    await page.goto(`${url}#treebank?treebank=words.tagged`);
    await settled(page);
    check((await page.locator(".note.push").textContent()).includes("no trees"), "a treebank that has none");
    await page.goto(`${url}#edit?treebank=words.tagged&sentence=2`);
    await page.locator(".notice", { hasText: "words and no tree" }).waitFor();
    await page.goto(`${url}#compare`);
    await settled(page);
    check((await page.getByLabel("Gold", { exact: true }).locator("option").allTextContents())[0] === "dutch.discbracket", "and which nothing can be compared with");
    await page.goto("about:blank");
  }).finally(() => rmSync(folder, { recursive: true }));
}

export async function addresses({ page, url, check }) {
  await page.goto(`${url}#nothing?x=1`);
  await settled(page);
  check(new URL(page.url()).hash.startsWith("#parse"), "an unknown view is the first one");
  await page.getByRole("link", { name: "Treebank" }).click();
  await page.locator('main[data-view="treebank"] .sentences li').first().waitFor();
  await page.goBack();
  await page.locator('main[data-view="parse"] svg.tree').waitFor();
  check(true, "the browser's way back works");
}

// Typing, choosing and turning pages are no steps that the way back would have to go through.
export async function oneEntryOfTheHistoryForEachView({ page, url, check }) {
  const entries = () => page.evaluate(() => history.length);
  await page.goto(`${url}#parse?model=nl&text=Jan+slaapt.+Marie+leest.`);
  await settled(page);
  const first = await entries();
  await page.locator(".sentences button").nth(1).click();
  await page.getByLabel("Text", { exact: true }).fill("Jan leest. Marie slaapt.");
  await page.locator(".sentences", { hasText: "Jan leest." }).waitFor();
  await settled(page);
  check(await entries() === first, "none for what is typed and chosen");
  await page.getByText("Correct this tree").click();
  await page.locator("main[data-view=edit] svg.tree").waitFor();
  await settled(page);
  check(await entries() === first + 1 && page.url().includes("words="), "one for Edit, which rewrites its address");
  await page.locator("nav").getByRole("link", { name: "Treebank" }).click();
  await page.locator("main[data-view=treebank] svg.tree").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator(".sentences .number", { hasText: "21" }).waitFor();
  await page.locator(".sentences button").nth(3).click();
  check(await entries() === first + 2, "one for Treebank and its pages");
  await page.goBack();
  await page.locator("main[data-view=edit] svg.tree").waitFor();
  await page.goBack();
  await page.locator("main[data-view=parse] svg.tree").waitFor();
  check(await page.getByLabel("Text", { exact: true }).inputValue() === "Jan leest. Marie slaapt.", "back through all of them");
  await page.goForward();
  await page.goForward();
  await page.locator("figcaption", { hasText: "Sentence 24" }).waitFor();
  check(true, "and forth, to the same sentence");
}

// The menu leads to where a view was left, with what the view before was about.
export async function waysFromViewToView({ page, url, check }) {
  const menu = (name) => page.locator("nav").getByRole("link", { name }).click(), query = "#n:[NT] & discontinuous(#n)";
  await page.goto(`${url}#treebank?${new URLSearchParams({ treebank: "dutch.discbracket", query })}`);
  await settled(page);
  await page.locator(".sentences button").nth(2).click();
  const at = await page.locator("figcaption").textContent();
  await menu("Parse");
  await page.getByLabel("Text", { exact: true }).fill("Jan slaapt.");
  await page.locator(".sentences", { hasText: "Jan slaapt." }).waitFor();
  await menu("Treebank");
  await page.locator("figcaption", { hasText: at }).waitFor();
  check(await page.getByLabel("Query").inputValue() === query, "a search is there again");
  await menu("Edit");
  await page.getByText(`${at} of dutch.discbracket`).waitFor();
  await page.locator("main").getByRole("link", { name: "Treebank" }).click();
  await page.locator("figcaption", { hasText: at }).waitFor();
  check(await page.getByLabel("Query").inputValue() === query, "also from Edit");
  await menu("Step");
  await page.locator("main[data-view=step] .history li").first().waitFor();
  await menu("Parse");
  await page.locator("main[data-view=parse] svg.tree").waitFor();
  check(await page.getByLabel("Text", { exact: true }).inputValue() === "Jan slaapt.", "so is a text");
  await page.goto(`${url}#treebank?treebank=danish.conllx&sentence=2`);
  await page.locator("figcaption", { hasText: "Sentence 2" }).waitFor();
  await menu("Compare");
  await page.locator(".scores").waitFor();
  check(await page.getByLabel("Gold", { exact: true }).inputValue() === "treebank:danish.conllx", "a treebank becomes the gold trees of Compare");
  await menu("Edit");
  await page.getByText("of danish.conllx").waitFor();
  check(true, "whose sentence can be edited");
}

// The view is left before the answer comes.
export async function whatAViewStillDoes({ page, url, check }) {
  await page.goto(url);
  await settled(page);
  await page.route("**/api/v1/parse", () => {});
  const parsing = (event) => page.waitForEvent(event, (request) => request.url().endsWith("/parse"));
  const asked = parsing("request"), ended = parsing("requestfailed");
  await page.getByLabel("Text", { exact: true }).fill("Jan slaapt.");
  await asked;
  await page.getByRole("link", { name: "Treebank" }).click();
  await page.locator('main[data-view="treebank"] .sentences li').first().waitFor();
  await ended;
  await page.locator(".sentences button").nth(2).click();
  check(new URL(page.url()).hash.startsWith("#treebank"), "ends when it is left");
}

export async function linksWithJunk({ page, url, check }) {
  for (const link of ["parse?sentence=-4&tree=x", "parse?sentence=1.5&tree=-1", "step?step=x&tree=x", "step?sentence=-4&step=-1", "step?sentence=1e999&step=1e999",
    "treebank?first=x&sentence=x", "compare?b=&n=x&sort=x&params=x&sentence=-1", "compare?n=1e999&sort=toString", "treebank?first=-3", "treebank?first=1e999", "treebank?show=kwic", "treebank?query=[NT]&show=x", "treebank?query=[NT]&show=toString"]) {
    await page.goto("about:blank");
    await page.goto(`${url}#${link}`);
    await settled(page);
    await page.locator("svg.tree").first().waitFor();
    check(await page.locator(".wrong:visible").count() === 0 && await page.locator(".sentences:visible li, .history li").count() > 0, link);
  }
}

export async function theTokenIsAskedFor({ page, check }) {
  const folder = mkdtempSync(`${tmpdir()}/pleach-`), token = "a-token-of-some-length";
  writeFileSync(`${folder}/token`, token);
  await withServer(["-m", "nl", "--token", `${folder}/token`], async (server) => {
    await page.goto(server.url);
    await page.getByLabel("Token", { exact: true }).fill("wrong");
    const refused = page.waitForResponse((response) => response.status() === 401);
    await page.getByRole("button", { name: "Go on" }).click();
    await refused;
    await page.getByLabel("Token", { exact: true }).fill(token);
    await page.getByRole("button", { name: "Go on" }).click();
    await settled(page);
    check(await page.locator("svg.tree").count() === 1, "and again if it is wrong");
  }).finally(() => rmSync(folder, { recursive: true }));
}

export async function aServerThatIsGone({ page, check }) {
  await withServer(["-m", "nl"], async (server) => {
    await page.goto(server.url);
    await settled(page);
  });
  await page.getByLabel("Text", { exact: true }).fill("Jan slaapt.");
  await page.getByText("The server does not answer").waitFor();
  check(true, "is said");
}
