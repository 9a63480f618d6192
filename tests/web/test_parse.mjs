// The view Parse.

import { readFile } from "node:fs/promises";

export const onServer = [errorsAreSaid, whatCameBeforeAnErrorIsShown];

const TEXT = "Dat boek had ze gelezen. Jan slaapt.";
const field = (page) => page.getByLabel("Text", { exact: true });
const sentences = (page) => page.locator(".sentences button");
// All that was asked for is shown.
const settled = (page) => page.locator('[aria-label="Result"][aria-busy="false"]').waitFor();

async function type(page, url, text = TEXT) {
  await page.goto(url);
  await settled(page);
  await field(page).fill(text);
  await settled(page);
}

async function choose(page, number) {
  await sentences(page).nth(number).click();
  await settled(page);
}

// What the server says of a sentence, to compare the drawing with.
async function best(ask, data, model = "nl", nbest = 5) {
  return (await ask("parse", { data, model, from: "tokens", nbest, confidence: true })).sentences[0].trees;
}

const shownTree = (page) => page.locator("svg.tree").evaluate((svg) => ({
  labels: [...svg.querySelectorAll(".constituent .label")].map((t) => t.textContent),
  words: [...svg.querySelectorAll(".token .word")].map((t) => t.textContent),
  functions: [...svg.querySelectorAll(".function")].map((t) => t.textContent).sort(),
}));

export async function anExampleIsThereAtFirst({ page, url, check }) {
  await page.goto(url);
  await settled(page);
  check((await field(page).inputValue()).startsWith("Dat boek"), "a text in the model's language");
  check(await page.locator("svg.tree .word").count() > 3, "and its tree");
  check(await page.title() === "Parse – pleach", "the title names the view");
}

export async function treesAsOneTypes({ page, url, check }) {
  await page.goto(url);
  await settled(page);
  await field(page).fill("");
  await field(page).pressSequentially("Jan slaapt. Marie leest een boek.");
  await settled(page);
  check(await sentences(page).count() === 2, "two sentences are found");
  const shown = await shownTree(page);
  check(shown.words.join(" ") === "Marie leest een boek .", "the tree of the sentence at the cursor is shown");
}

export async function longTexts({ page, url, check }) {
  await type(page, url, "Jan slaapt. ".repeat(150) + "Marie leest een boek.");
  check(await sentences(page).count() === 151, "all sentences are there");
  await page.waitForFunction(() => {
    const item = document.querySelector('.sentences [aria-pressed="true"]');
    const box = item.getBoundingClientRect(), list = item.closest("ol").getBoundingClientRect();
    return item.textContent.includes("Marie") && box.top >= list.top && box.bottom <= list.bottom;
  });
  check(true, "the list shows the one at the cursor");
}

export async function theTreeIsThatOfTheServer({ page, url, check, ask }) {
  await type(page, url);
  await choose(page, 0);
  const [{ tree }] = await best(ask, "Dat boek had ze gelezen .");
  const shown = await shownTree(page);
  check(shown.words.join(" ") === tree.tokens.map((t) => t.word).join(" "), "words");
  check(shown.labels.join(" ") === tree.nodes.map((n) => n.label).join(" "), "labels");
  check(shown.functions.join(" ") === [...tree.tokens, ...tree.nodes].map((n) => n.function).filter(Boolean).sort().join(" "), "functions on the edges");
  const edges = await page.locator("svg.tree .lines .edge").count();
  check(edges === tree.nodes.reduce((sum, n) => sum + n.children.length, 0), "a line to each child");
  check(await page.locator('svg.tree .constituent[class*="sure-"]').count() === tree.nodes.filter((n) => n.confidence != null).length, "confidences as colours");
}

export async function aClickShowsTheBestTrees({ page, url, check, ask }) {
  await type(page, url);
  await choose(page, 0);
  const trees = await best(ask, "Dat boek had ze gelezen .");
  const ranks = page.locator(".ranks button");
  check(await ranks.count() === trees.length, "a button for each");
  await ranks.nth(1).click();
  await page.locator('.ranks button[aria-pressed="true"]', { hasText: "2 ·" }).waitFor();
  const shown = await shownTree(page);
  check(shown.labels.join(" ") === trees[1].tree.nodes.map((n) => n.label).join(" "), "the second is shown");
}

export async function pointingLightsUpWords({ page, url, check, ask }) {
  await type(page, url);
  await choose(page, 0);
  const [{ tree }] = await best(ask, "Dat boek had ze gelezen .");
  const split = tree.nodes.find((node) => node.blocks.length > 1);
  await page.locator(`svg.tree .node[data-id="${split.id}"] .label`).hover();
  const lit = page.locator(".sentences .lit");
  await lit.first().waitFor();
  const words = split.blocks.flatMap(([from, to]) => tree.tokens.slice(from, to)).map((t) => t.word);
  check((await lit.allTextContents()).join(" ") === words.join(" "), "those of a constituent with a gap");
  check((await page.locator("figcaption").textContent()).includes("one gap"), "and a line says what it is");
  await field(page).hover();
  await page.waitForFunction(() => !document.querySelector(".lit"));
  check(true, "until one points elsewhere");
}

export async function theKeyboardGoesThroughTheTree({ page, url, check }) {
  await type(page, url);
  await choose(page, 0);
  await page.locator('svg.tree .node[tabindex="0"]').focus();
  const at = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  check((await at()).startsWith("ROOT"), "it begins at the root");
  await page.keyboard.press("ArrowDown");
  check((await at()).startsWith("SMAIN"), "down to a child");
  await page.keyboard.press("ArrowRight");
  check((await at()).startsWith("LET"), "right to the next");
  check(await page.locator(".sentences .lit").count() === 1, "words light up");
  await page.keyboard.press("ArrowUp");
  check((await at()).startsWith("ROOT"), "up to the parent");
}

export async function dependenciesAreArcs({ page, url, check }) {
  await page.goto(url);
  await settled(page);
  await page.getByLabel("Model").selectOption("da");
  await settled(page);
  const words = await page.locator("svg.tree .word").count();
  check(words > 3 && await page.locator("svg.tree .tip").count() === words, "an arc for each word");
  check(!(await field(page).inputValue()).startsWith("Dat boek"), "the example follows the model");
}

export async function aLinkRestoresTheView({ page, url, check, browser }) {
  await type(page, url);
  await choose(page, 0);
  await page.locator(".ranks button").nth(1).click();
  await page.getByLabel("Colour by confidence").uncheck();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Done" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const before = await shownTree(page);
  const other = await browser.open();
  await other.page.goto(link);
  await settled(other.page);
  check(await field(other.page).inputValue() === TEXT, "the text");
  check(await sentences(other.page).first().getAttribute("aria-pressed") === "true", "the sentence");
  check(JSON.stringify(await shownTree(other.page)) === JSON.stringify(before), "the tree");
  check(!(await other.page.getByLabel("Colour by confidence").isChecked()), "the colours");
  await other.close();
}

async function save(page, value) {
  await page.getByLabel("Format").selectOption(value);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  return readFile(await file.path(), "utf8");
}

export async function theWholeTextIsSaved({ page, url, check }) {
  await type(page, url);
  check((await save(page, "all discbracket")).trim().split("\n").length === 2, "as discbracket");
  check((await save(page, "all json")).trim().split("\n").map((line) => JSON.parse(line)).length === 2, "as lines of JSON");
  check((await save(page, "all text")).includes("slaapt"), "drawn as text");
}

// Browsers let a page save ten files, so that this takes several pages.
export async function aTreeIsSavedInAllFormats({ url, check, browser }) {
  for (const model of ["nl", "da"])
    for (const pictures of [false, true]) {
      const { page, close } = await browser.open();
      await page.goto(`${url}#parse?model=${model}&text=Jan+slaapt.`);
      await settled(page);
      const all = await page.getByLabel("Format").evaluate((list) => [...list.options].map((option) => option.value));
      const chosen = all.filter((value) => value.startsWith("one ") && /svg|text|latex|html/.test(value) === pictures);
      check(chosen.length >= 4, "there are some");
      for (const value of chosen) check((await save(page, value)).includes("slaapt"), `${model}, ${value}`);
      await close();
    }
}

export async function thePictureIsCopied({ page, url, check }) {
  await type(page, url);
  await page.getByRole("button", { name: "Copy SVG" }).click();
  await page.getByRole("button", { name: "Done" }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const wrong = await page.evaluate((svg) => new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("parsererror") != null, text);
  check(text.startsWith("<svg") && text.includes("xmlns=") && !wrong, "as a file of its own");
  check(text.includes('fill="') && !/ (class|style)=/.test(text), "with its colours");
}

export async function errorsAreSaid({ page, url, check }) {
  await type(page, url);
  await page.route("**/api/v1/parse", (route) => route.fulfill({ status: 200, contentType: "application/x-ndjson", body: '{"error":{"status":408,"code":"PL_TOO_LARGE","text":"it took too long"}}\n' }));
  await field(page).fill("Piet slaapt.");
  await page.getByText("it took too long").waitFor();
  check(await page.locator(".note.wrong").count() === 1, "as the server says them");
}

export async function whatCameBeforeAnErrorIsShown({ page, url, check }) {
  await page.goto(url);
  await settled(page);
  await page.route("**/api/v1/parse", async (route) => {
    const answer = await (await route.fetch()).text();
    const broken = answer.split("\n")[0] + '\n{"error":{"status":408,"code":"PL_TOO_LARGE","text":"it took too long"}}\n';
    await route.fulfill({ contentType: "application/x-ndjson", body: route.request().postData().includes("tokens") ? answer : broken });
  });
  await field(page).fill(TEXT);
  await page.getByText("1 sentence, 6 words, then: it took too long").waitFor();
  await settled(page);
  check(await page.locator("svg.tree .word").count() === 6, "with its tree");
}

export async function itFitsAPhone({ url, check, browser }) {
  const { page, close } = await browser.open({ viewport: { width: 360, height: 740 } });
  await page.goto(url);
  await settled(page);
  check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
  await close();
}

export async function itIsDarkWhereTheSystemIs({ url, check, browser }) {
  const ground = async (colorScheme) => {
    const { page, close } = await browser.open({ colorScheme });
    await page.goto(url);
    const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await close();
    return colour.match(/\d+/g).map(Number)[0];
  };
  check(await ground("dark") < 80 && await ground("light") > 200, "by its colours");
}
