// What the static site alone does: it runs with nothing behind it, opens files of the user's, and gives what the
// program gives.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";

export const onSite = true;

const settled = (page) => page.locator('[aria-label="Result"][aria-busy="false"]').waitFor();

const choice = (page, label) => page.locator("label", { hasText: label }).locator("select");

// The program on the command line; fails if it does.
function pleach(...words) {
  const { status, stdout, stderr } = spawnSync(`${process.env.BUILD}/pleach`, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`pleach ${words.join(" ")}: ${stderr}`);
  return stdout;
}

// What the page gets of the program in the browser.
const parsed = (page, options) => page.evaluate(async (options) => {
  const backend = await import(new URL("js/backend.js", location.href)), trees = [];
  await backend.parse(options, (sentence) => trees.push(sentence.trees[0].tree));
  return trees;
}, options);

export async function nothingIsSent({ page, url, check }) {
  const asked = [];
  page.on("request", (request) => asked.push(request));
  await page.goto(url);
  await settled(page);
  check(asked.every((request) => request.method() === "GET" && request.url().startsWith(url)), "files are fetched from below its own path alone");
  asked.length = 0;
  await page.getByLabel("Text", { exact: true }).fill("Jan slaapt.");
  await page.locator(".sentences", { hasText: "Jan slaapt." }).waitFor();
  await settled(page);
  await page.getByRole("link", { name: "Treebank" }).click();
  await settled(page);
  const others = asked.map((request) => request.url()).filter((address) => !address.endsWith("icon.svg"));
  check(others.length === 0, `texts and searches stay in the browser ${others}`);
  check((await page.locator("footer").textContent()).includes("sent nowhere"), "which the page says");
}

export async function treesAreThoseOfTheProgram({ page, url, check, ask }) {
  await page.goto(url);
  await settled(page);
  for (const [model, file] of [["nl", "dutch.discbracket"], ["da", "danish.conllx"]]) {
    const data = pleach("convert", "-q", "--to", "tokens", `tests/data/${file}`);
    const trees = await parsed(page, { data, from: "tokens", to: "json", model });
    const { sentences } = await ask("parse", { data, from: "tokens", model });
    const wrong = sentences.filter(({ trees: [{ tree }] }, i) => JSON.stringify(tree) !== JSON.stringify(trees[i]));
    check(trees.length > 3 && trees.length === sentences.length && wrong.length === 0, `${model}: ${trees.length} sentences`);
  }
}

export async function networksOfTheUsers({ page, url, check }) {
  const folder = mkdtempSync(`${tmpdir()}/pleach-`);
  try {
    pleach("train", "-q", "--scorer", "neural", "--size", "small", "-e", "2", "--tags", "predicted", "-o", `${folder}/own.model`, "tests/data/dutch.discbracket");
    writeFileSync(`${folder}/words`, pleach("convert", "-q", "--to", "tokens", "tests/data/dutch.discbracket"));
    const want = pleach("parse", "-q", "-m", `${folder}/own.model`, "--from", "tokens", `${folder}/words`);
    await page.goto(url);
    await settled(page);
    await page.locator("input[type=file]").setInputFiles(`${folder}/own.model`);
    await choice(page, "Model").locator("option", { hasText: "own" }).waitFor({ state: "attached" });
    await settled(page);
    check(await choice(page, "Model").inputValue() === "own", "are opened and chosen");
    const trees = await parsed(page, { data: readFileSync(`${folder}/words`, "utf8"), from: "tokens", to: "discbracket", model: "own" });
    check(trees.length === 42 && trees.join("") === want, "and parse as they do on the command line");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function treebanksOfTheUsers({ page, url, check }) {
  await page.goto(`${url}#treebank`);
  await settled(page);
  const file = page.locator("input[type=file]");
  await file.setInputFiles("tests/data/german.export");
  await page.locator(".note", { hasText: "51 sentences" }).waitFor();
  await settled(page);
  check(await choice(page, "Treebank").inputValue() === "german.export", "are opened and shown");
  await page.getByLabel("Query").fill("#n:[NT] & discontinuous(#n)");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText(/^\d+ matches in \d+ sentences$/).waitFor();
  check(await page.locator("svg.tree .match").count() > 0, "searched");
  await page.getByRole("button", { name: "Browse all" }).click();
  await settled(page);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  check(await readFile(await saved.path(), "utf8") === pleach("convert", "-q", "--to", "discbracket", "tests/data/german.export"), "and saved in another format");
  await file.setInputFiles({ name: "broken.export", mimeType: "text/plain", buffer: Buffer.from("#BOS 1\nx\ty\n") });
  await page.locator(".mistake", { hasText: "broken.export" }).waitFor();
  check(true, "a file that is none is said");
  await choice(page, "Treebank").selectOption("dutch.discbracket");
  await page.locator(".note", { hasText: "42 sentences" }).waitFor();
  check(await choice(page, "Treebank").locator("option").count() === 3, "and not kept");
}

// A long text is left while it is parsed: what is asked then does not wait for its end.
export async function workEnds({ page, url, check }) {
  await page.goto(url);
  await settled(page);
  const pieces = await page.evaluate(async () => {
    const backend = await import(new URL("js/backend.js", location.href));
    const stop = new AbortController(), data = "Jan slaapt. ".repeat(20000);
    let n = 0;
    const long = backend.parse({ data }, () => ++n === 100 && stop.abort(), stop.signal).catch((error) => error.name);
    const ended = await long;
    await backend.parse({ data: "Marie leest." }, () => {});
    return { n, ended };
  });
  check(pieces.ended === "AbortError" && pieces.n < 20000, "when nobody waits for it");
}

export async function aHostThatLacksAModel({ page, url, check }) {
  await page.route("**/da.model.zst", (route) => route.fulfill({ status: 400 }));
  await page.goto(url);
  await page.getByText("models/da.model.zst: the host answers 400").waitFor();
  check(true, "is said");
}

export async function openedAsAFile({ folder, check, browser }) {
  const { page, close } = await browser.open();
  await page.goto(`file://${folder}/index.html`);
  await page.getByText("python3 -m http.server").waitFor();
  check(await page.locator("main").isVisible(), "it says what to do");
  await close();
}
