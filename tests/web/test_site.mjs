// What the static site alone does: it runs with nothing behind it, opens files of the user's, and gives what the
// program gives.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { gunzipSync, gzipSync } from "node:zlib";

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

const label = (page, id) => page.locator(`.board .node[data-id="${id}"] :is(.label, .tag)`).textContent();

async function edit(page, url, treebank, sentence, id, text) {
  await page.goto(`${url}#edit?${new URLSearchParams({ treebank, sentence })}`);
  await page.getByText(`Sentence ${sentence} of ${treebank}`).waitFor();
  await settled(page);
  if (!text) return;
  await page.locator(`.board .node[data-id="${id}"] :is(.label, .word)`).click();
  await page.keyboard.press("l");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

// The bytes of the file with all edits, and what the page says then.
async function fileOf(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `Download ${name}` }).click()]);
  await page.locator(".edit [role=status]", { hasText: /^(Written|No edits)/ }).waitFor();
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()), said: await page.locator(".edit [role=status]").textContent() };
}

// Lines that are not as they were, by their numbers.
const otherLines = (before, after) => after.split("\n").flatMap((line, i) => (line === before.split("\n")[i] ? [] : [`${i}: ${line}`]));

export async function aFileWithAllEdits({ page, url, check }) {
  const asked = [], before = await readFile("tests/data/dutch.discbracket", "utf8");
  page.on("dialog", (dialog) => (asked.push(dialog.type()), dialog.accept()));
  await edit(page, url, "dutch.discbracket", 1, 17, "XP");
  check((await page.locator(".notice").textContent()).includes("cannot write files. Your edits stay here, also after a reload; download dutch.discbracket with all of them"), "the page says what becomes of edits");
  await page.getByRole("link", { name: "Next" }).click();
  await edit(page, url, "dutch.discbracket", 2, 0, "Y");
  check(asked.length === 0, "one goes from sentence to sentence without a question");
  const { name, bytes, said } = await fileOf(page, "dutch.discbracket");
  const lines = otherLines(before, bytes.toString());
  check(name === "dutch.discbracket" && lines.length === 2 && lines[0].startsWith("0: ") && lines[0].includes("(XP ") && lines[1].startsWith("1: ") && lines[1].includes("(Y 0="), "it has those of all sentences, and all else as it was");
  check(said === "Written, with the edits of sentences 1, 2." && await page.locator(".state").textContent() === "1, downloaded", "which is said");
  await page.reload();
  await page.getByText("here again").waitFor();
  await settled(page);
  check(await label(page, 0) === "Y" && (await page.locator(".whole").textContent()).includes("2 sentences"), "a reload loses none");
  await page.getByRole("button", { name: "Discard them" }).click();
  check((await page.locator(".whole").textContent()).includes("one sentence"), "what is discarded is not in it");
}

// A file of the user's is opened again after a reload, and so is the one that was downloaded.
export async function editsOfTheUsersFiles({ page, url, check }) {
  const before = await readFile("tests/data/german.export");
  const openFile = async (buffer) => {
    await page.goto(`${url}#treebank`);
    await settled(page);
    await page.locator("input[type=file]").setInputFiles({ name: "german.export.gz", mimeType: "application/gzip", buffer });
    await page.locator(".note", { hasText: "51 sentences" }).waitFor();
    await settled(page);
  };
  page.on("dialog", (dialog) => dialog.accept());
  await openFile(gzipSync(before));
  const treebank = await choice(page, "Treebank").inputValue();
  await edit(page, url, treebank, 1, 0, "XX");
  await page.reload();
  await page.locator(".wrong", { hasText: "open the file again" }).waitFor();
  await openFile(gzipSync(before));
  await edit(page, url, treebank, 1);
  check(await label(page, 0) === "XX" && (await page.locator(".notice").allTextContents()).some((text) => text.includes("here again")), "are there again");
  await edit(page, url, treebank, 2, 0, "ZZ");
  const { bytes } = await fileOf(page, "german.export.gz"), after = gunzipSync(bytes).toString();
  check(otherLines(before.toString(), after).length === 2 && /^Es\tes\tXX\t/m.test(after) && /\tZZ\t/.test(after), "and in the file, compressed as it was");
  await page.reload();
  await openFile(bytes);
  await edit(page, url, treebank, 1);
  check(await label(page, 0) === "XX" && await page.locator(".notice").count() === 1 && await page.getByText("Edits not saved").count() === 1, "a file that has them says no more of them");
  await edit(page, url, treebank, 2);
  check(await page.getByText("Edits not saved").count() === 0 && await page.locator(".whole").isHidden(), "of any sentence");
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
