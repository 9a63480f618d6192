// The view Edit with a server that saves (pleach serve --edit), on copies of the samples.

import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { withServer } from "./server.mjs";

const settled = (page) => page.locator('[aria-label="Result"][aria-busy="false"]').waitFor();
const said = (page, text) => page.locator(".edit [role=status]", { hasText: text }).waitFor();
const button = (page, name) => page.getByRole("button", { name });
const label = (page, id) => page.locator(`.board .node[data-id="${id}"] :is(.label, .tag)`).textContent();
const changes = (page) => page.locator(".edit > .changes li").count();
const look = (page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))); // as every ten seconds

async function open(page, url, treebank, sentence = 1) {
  await page.goto(`${url}#edit?${new URLSearchParams({ treebank, sentence })}`);
  await settled(page);
}

async function relabel(page, id, text) {
  await page.locator(`.board .node[data-id="${id}"] :is(.label, .word)`).click();
  await page.keyboard.press("l");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

async function save(page) {
  await page.keyboard.press("Control+s");
  await said(page, "Saved.");
}

// Calls work({url}) with a server of its own that saves to copies of samples, with `more` behind them; gives what
// is in them in the end.
async function withCopies(names, work, more = "") {
  const folder = mkdtempSync(`${tmpdir()}/pleach-`), files = names.map((name) => `${folder}/${name}`);
  names.forEach((name, i) => {
    copyFileSync(`tests/data/${name}`, files[i]);
    appendFileSync(files[i], more);
  });
  try {
    await withServer(["--edit", ...files], work);
    return files.map((file) => readFileSync(file, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// What is on disk once the server has ended.
export async function savedTreesAreInTheFile({ page, check }) {
  const samples = [["dutch.discbracket", 17, "XP"], ["german.export", 0, "XX"], ["danish.conllx", 2, "rel"]];
  const files = await withCopies(samples.map(([name]) => name), async ({ url }) => {
    for (const [name, id, text] of samples) {
      await open(page, url, name);
      await page.getByText(`Sentence 1 of ${name}`).waitFor();
      check(await button(page, "Save").isDisabled() && await page.locator(".notice").count() === 0, `${name}: there is nothing to save at first`);
      await relabel(page, id, text);
      await save(page);
      check(await changes(page) === 0 && await button(page, "Save").isDisabled(), "what is saved is the original then");
      await look(page);
      await page.reload();
      await settled(page);
      check((await page.locator(`.board .node[data-id="${id}"]`).textContent()).includes(text) && await page.locator(".notice").count() === 0, "and there after a reload");
    }
  });
  check(files[0].split("\n")[0].includes("(XP (LID-bep 5=de) (N-soort 6=kinderen))"), "in brackets");
  check(/^Es\tes\tXX\t/m.test(files[1]) && /^3\tdu\tdu\tP\tPP\tperson=2\|case=nom\t2\trel/m.test(files[2]), "in columns");
  for (const [i, [name]] of samples.entries()) {
    const before = readFileSync(`tests/data/${name}`, "utf8").split("\n"), after = files[i].split("\n");
    check(before.length === after.length && before.filter((line, k) => line !== after[k]).length === 1, `${name}: all other lines stay as they were`);
  }
}

export async function undoingWhatIsSaved({ page, check }) {
  const [file] = await withCopies(["dutch.discbracket"], async ({ url }) => {
    await open(page, url, "dutch.discbracket");
    await relabel(page, 17, "XP");
    await save(page);
    await page.keyboard.press("Control+z");
    check(await changes(page) === 1, "makes a difference again");
    await save(page);
  });
  check(file === readFileSync("tests/data/dutch.discbracket", "utf8"), "which can be saved: the file is as before");
}

export async function sentencesThatCannotBeSaved({ page, check }) {
  const children = "(S (B 1=b) (A 0=a))\n"; // in an order that pleach does not write
  await withCopies(["dutch.discbracket"], async ({ url }) => {
    const { sentences } = await (await page.request.get(`${url}api/v1/treebanks/dutch.discbracket?limit=100`)).json();
    for (const { number, edit_refused: why } of [sentences.find((one) => one.edit_refused), sentences.find((one) => !one.edit_refused)]) {
      await open(page, url, "dutch.discbracket", number);
      await page.getByText(`Sentence ${number} of`).waitFor();
      await settled(page);
      check(await button(page, "Save").isVisible() === !why, why ? "have no button for it" : "others have");
      if (why) check((await page.locator(".notice").textContent()).includes(`You edit a copy: ${why}`), "and the reason");
    }
  }, children);
}

export async function whatTheServerRefuses({ page, check }) {
  await withCopies(["english.penn"], async ({ url }) => {
    await open(page, url, "english.penn");
    await page.locator(".board .node[data-id='0'] .word").click(); // What should I do ?
    await page.keyboard.press("m");
    await page.locator(".board .node[data-id='11'] .label").click(); // below the VP, over a gap
    await page.keyboard.press("Control+s");
    await said(page, "Not saved");
    check(await changes(page) > 0, "is said, and stays to be changed");
    await page.reload();
    await settled(page);
    check(await changes(page) > 0, "or is there again later");
  });
}

export async function twoAtTheSameSentence({ page, check, browser }) {
  const other = await browser.open();
  await withCopies(["dutch.discbracket"], async ({ url }) => {
    await open(page, url, "dutch.discbracket");
    await open(other.page, url, "dutch.discbracket");
    await relabel(other.page, 17, "XP");
    await save(other.page);
    await look(page);
    await button(page, "Show it").click();
    check(await label(page, 17) === "XP" && await changes(page) === 0, "what one saves the other is told, and can see");
    await relabel(page, 16, "MINE");
    await relabel(other.page, 17, "YP");
    await save(other.page);
    await page.keyboard.press("Control+s");
    await said(page, "Not saved");
    check(await page.locator(".notice .changes li").count() === 2, "saving over it is refused, with the differences");
    await button(page, "Look at theirs").click();
    check(await label(page, 17) === "YP" && await label(page, 16) === "INF", "theirs can be looked at");
    await button(page, "Look at theirs").click();
    await button(page, "Keep mine and save over theirs").click();
    await said(page, "Saved.");
    await look(other.page);
    await button(other.page, "Show it").click();
    check(await label(other.page, 17) === "XP" && await label(other.page, 16) === "MINE", "mine can be kept");
    await relabel(page, 17, "ZP");
    await relabel(other.page, 17, "QP");
    await save(other.page);
    await look(page);
    await button(page, "Take theirs").click();
    check(await label(page, 17) === "QP" && await changes(page) === 0, "theirs can be taken");
    await page.keyboard.press("Control+z");
    check(await label(page, 17) === "ZP" && await changes(page) === 1, "and undo brings mine back");
    await relabel(other.page, 17, "RP");
    await save(other.page);
    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    await settled(page);
    check(await label(page, 17) === "RP", "edits of another version are not taken up by themselves");
    await button(page, "Take them up").click();
    check(await label(page, 17) === "ZP" && await changes(page) === 1, "but offered");
  });
  await other.close();
}

export async function aServerThatDies({ page, check }) {
  await withCopies(["dutch.discbracket"], async ({ url }) => {
    await open(page, url, "dutch.discbracket");
    await relabel(page, 17, "XP");
  });
  await page.keyboard.press("Control+s");
  await said(page, "Not saved: The server does not answer");
  check(await changes(page) === 1 && await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("pleach-edit")).length) === 1, "takes no edit with it");
}

// The file was changed by hand: other words stand at this number.
export async function anotherSentenceAtTheNumber({ page, check }) {
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("pleach-edit")).length);
  page.on("dialog", (dialog) => dialog.accept());
  await withCopies(["dutch.discbracket"], async ({ url }) => {
    await open(page, url, "dutch.discbracket");
    await relabel(page, 17, "XP");
    await page.route("**/treebanks/dutch.discbracket?first=1&*", (route) => route.continue({ url: route.request().url().replace("first=1&", "first=2&") }));
    await look(page);
    await page.getByText("Another sentence stands at this number now").waitFor();
    check(await button(page, "Take theirs").count() === 0 && await button(page, "Keep mine").count() === 0 && await drafts() === 1, "is said; neither can be taken for the other");
    await page.reload();
    await settled(page);
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download them").click()]);
    check(readFileSync(await file.path(), "utf8").includes("\tXP\t") && await changes(page) === 0 && await drafts() === 1, "the edits can be downloaded later, too");
    await page.unroute("**/treebanks/dutch.discbracket?first=1&*");
    await page.reload();
    await settled(page);
    check(await label(page, 17) === "XP", "and are there when the sentence is");
  });
}

export async function tabsWithTheSameSentence({ page, check }) {
  const other = await page.context().newPage();
  page.on("dialog", (dialog) => dialog.accept());
  await withCopies(["dutch.discbracket"], async ({ url }) => {
    await open(page, url, "dutch.discbracket");
    await open(other, url, "dutch.discbracket");
    await relabel(page, 17, "XP");
    await relabel(other, 16, "YP");
    await other.keyboard.press("Control+z");
    await other.close();
    await page.reload();
    await settled(page);
    check(await label(page, 17) === "XP" && await label(page, 16) === "INF", "keep their edits apart");
  });
}

export async function changesWhileItSaves({ page, check }) {
  const [file] = await withCopies(["dutch.discbracket"], async ({ url }) => {
    await open(page, url, "dutch.discbracket");
    const held = new Promise((resolve) => page.route("**/treebanks/dutch.discbracket", (route) => (route.request().method() === "PUT" ? resolve(route) : route.continue()), { times: 1 }));
    await relabel(page, 17, "XP");
    await page.keyboard.press("Control+s");
    const route = await held;
    await relabel(page, 16, "YP");
    await page.keyboard.press("Control+s");
    await page.waitForTimeout(0);
    await route.continue();
    await page.locator(".state", { hasText: "none" }).waitFor();
    await said(page, "Saved.");
  });
  check(file.includes("(XP ") && file.includes("(YP "), "are saved, too, when that is asked for");
}
