// The view Edit: everything by mouse, by finger and by the keyboard alone, where nothing is saved: on a server without --edit, and on the static site.

import { readFile } from "node:fs/promises";

// Besides the one that looks at requests, those to which it makes no difference where the program is.
export const onServer = [wordsInTheAddress, theLabelThatIsDragged, labelsThatAreRefused, theButtonAdd, keysWhileANodeIsMoved, aCopyIsDownloaded, whatTheParserIsAsked, draggingWithAFinger, theKeyboardAlone, labels, dependencies, theOriginal, leavingWarns];

const settled = (page) => page.locator('[aria-label="Result"][aria-busy="false"]').waitFor();
const node = (page, id) => page.locator(`.board .node[data-id="${id}"] :is(.label, .word)`);
const said = (page) => page.locator(".edit [role=status]");
const button = (page, name) => page.getByRole("button", { name });
const changes = (page) => page.locator(".edit > .changes li").evaluateAll((all) => all.map((one) => `${one.querySelector(".kind").textContent}: ${one.querySelector("button").lastChild.textContent}`));

// Sentence 1: Ik denk dat Jan Piet de kinderen zag helpen zwemmen . – words 0 to 10, ROOT 11, SMAIN 12, CP 13, SSUB 14, INF 15, INF 16, NP 17.
async function open(page, url, state = { treebank: "dutch.discbracket", sentence: 1 }) {
  await page.goto(`${url}#edit?${new URLSearchParams(state)}`);
  await settled(page);
}

// The tree that is shown, in brackets, by what the page would save as JSON.
async function shown(page) {
  return page.locator(".board svg.tree").evaluate((svg) => [...svg.querySelectorAll(".constituent")].map((group) => `${group.querySelector(".label").textContent}[${group.about.words.join(" ")}]`).sort().join(" "));
}

async function middle(page, id) {
  const { x, y, width, height } = await page.locator(`.board .node[data-id="${id}"] .grip`).boundingBox();
  return [x + width / 2, y + height / 2];
}

async function drag(page, from, to, { drop = true } = {}) {
  await page.mouse.move(...await middle(page, from));
  await page.mouse.down();
  const [x, y] = typeof to === "number" ? await middle(page, to) : to;
  await page.mouse.move(x + 4, y + 20, { steps: 3 }); // near it is enough
  if (drop) await page.mouse.up();
}

export async function waysToIt({ page, url, check }) {
  await page.goto(`${url}#treebank?treebank=dutch.discbracket&first=3&sentence=4`);
  await settled(page);
  await page.getByRole("link", { name: "Edit this tree" }).click();
  await page.getByText("Sentence 4 of dutch.discbracket").waitFor();
  check(true, "from the treebank");
  await page.getByRole("link", { name: "Next" }).click();
  await page.getByText("Sentence 5 of dutch.discbracket").waitFor();
  check(page.url().includes("sentence=5"), "to the next sentence");
  await page.getByRole("link", { name: "Treebank" }).last().click();
  await page.locator("figcaption", { hasText: "Sentence 5" }).waitFor();
  check(true, "and back");
  await page.locator("nav").getByRole("link", { name: "Edit" }).click();
  await page.getByText("Sentence 5 of dutch.discbracket").waitFor();
  check(true, "by the menu");
  await page.locator("nav").getByRole("link", { name: "Parse" }).click();
  await page.locator("main[data-view=parse] svg.tree").waitFor();
  check(!page.url().includes("sentence"), "which leaves it out where it means nothing");
  await page.goto(`${url}#parse?model=nl&text=Jan+slaapt.+Dat+boek+had+ze+gelezen.&sentence=2&tree=2`);
  await settled(page);
  const labels = () => page.locator("svg.tree .label").allTextContents();
  await page.locator('.ranks [aria-pressed="true"]', { hasText: "2 ·" }).waitFor();
  const before = (await labels()).join();
  await page.getByText("Correct this tree").click();
  await page.locator("main[data-view=edit] svg.tree").waitFor();
  check((await labels()).join() === before, "from Parse, with the same tree");
  check((await page.locator(".notice").textContent()).includes("You edit a copy"), "of which one edits a copy");
  for (const junk of ["sentence=x", "sentence=-3", "treebank=dutch.discbracket&sentence=1e999", "text=Jan&model=x&sentence=9&tree=99"]) {
    await page.goto("about:blank");
    await page.goto(`${url}#edit?${junk}`);
    await settled(page);
    check(await page.locator(".board svg.tree").count() === 1 && await page.locator(".wrong").count() === 0, `or by ${junk}`);
  }
  await page.goto(`${url}#edit?treebank=x&sentence=1`);
  await page.locator(".notice .wrong", { hasText: "There is no treebank x here" }).waitFor();
  check(await page.locator(".board svg.tree").count() === 0, "no other treebank takes the place of one that is not there");
}

// A text that is longer than addresses are: that of Edit has the words of the sentence alone.
export async function wordsInTheAddress({ page, url, check }) {
  await page.goto(`${url}#parse?model=nl`);
  await settled(page);
  await page.getByLabel("Text", { exact: true }).fill(`${"Jan slaapt. ".repeat(1500)}Dat boek had ze gelezen.`);
  await page.locator('.sentences [aria-pressed="true"]', { hasText: "Dat boek" }).waitFor();
  await settled(page);
  await page.reload();
  await settled(page);
  check(await page.locator(".sentences li").count() === 1501, "a reload does not lose the text");
  await page.locator(".sentences button").last().click();
  await settled(page);
  await page.getByText("Correct this tree").click();
  await page.locator("main[data-view=edit] svg.tree").waitFor();
  await settled(page);
  const link = page.url(), words = "Dat boek had ze gelezen .";
  check(new URLSearchParams(link.split("?")[1]).get("words") === words && link.length < 300, "they are all that it has");
  await page.goBack();
  await page.locator(".sentences li").nth(1500).waitFor();
  check((await page.getByLabel("Text", { exact: true }).inputValue()).endsWith("gelezen."), "nor does the way back");
  await page.goForward();
  await page.locator("main[data-view=edit] svg.tree").waitFor();
  await settled(page);
  const before = await shown(page);
  await page.goto("about:blank");
  await page.goto(link);
  await settled(page);
  check(await shown(page) === before && (await page.locator(".board .word").allTextContents()).join(" ") === words, "and enough for others to see the same tree");
  await node(page, 0).click();
  await page.keyboard.press("l");
  await page.keyboard.type("X");
  await page.keyboard.press("Enter");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await settled(page);
  check((await changes(page)).length === 1 && (await page.locator(".notice").allTextContents()).some((text) => /from \w+ \d+, \d+, \d+:\d+/.test(text)), "edits of them are there again, with their time");
  await page.locator("main").getByRole("link", { name: "Parse" }).click();
  await page.locator("main[data-view=parse] svg.tree").waitFor();
  check(await page.getByLabel("Text", { exact: true }).inputValue() === words, "the way back leads to them");
}

export async function draggingWithTheMouse({ page, url, check }) {
  await open(page, url);
  const before = await shown(page);
  await drag(page, 7, 15, { drop: false });
  check(await page.locator(".board .target").count() === 7, "places to drop at are marked");
  check(await page.locator(".board .aim").getAttribute("data-id") === "15", "the nearest is aimed at");
  await page.mouse.up();
  check((await shown(page)).includes("INF[4 5 6 7 8 9]"), "the word is there now");
  check((await changes(page)).join() === "moved: “zag”: from SSUB to INF", "which is listed");
  check(await page.locator(".board .node.moved .badge.moved").count() === 1, "and marked by a shape");
  await drag(page, 17, 12);
  check((await shown(page)).includes("INF[9]") && (await shown(page)).includes("SMAIN[0 1 2 3 4 5 6 7 8 9]"), "a constituent, with its words");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  check(await shown(page) === before && (await changes(page)).length === 0, "undo");
  await page.keyboard.press("Control+Shift+z");
  check((await shown(page)).includes("INF[4 5 6 7 8 9]"), "redo");
  await page.keyboard.press("Control+z");
  await drag(page, 17, 16);
  check((await said(page).textContent()) === "It is there already." && await button(page, "Undo").isDisabled(), "a move to its own parent is none");
  await drag(page, 17, [20, 20]);
  check(await shown(page) === before, "dropped nowhere it stays");
  await drag(page, 17, 12, { drop: false });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  check(await shown(page) === before, "Escape leaves it");
  await drag(page, 14, 16, { drop: false });
  check(await page.locator('.board .target[data-id="16"]').count() === 0 && await page.locator('.board .target[data-id="14"]').count() === 0, "nothing goes below itself");
  await page.mouse.up();
  await drag(page, 11, 12);
  check(await shown(page) === before && (await said(page).textContent()).includes("no place"), "the root stays on top");
  await drag(page, 5, 12);
  await drag(page, 6, 12);
  check(!(await shown(page)).includes("NP") && (await said(page).textContent()).includes("NP had no children left"), "an empty constituent vanishes, and it says so");
}

// The label that follows the pointer is seen as a whole, wherever that is.
export async function theLabelThatIsDragged({ page, url, check }) {
  await page.setViewportSize({ width: 500, height: 900 });
  await open(page, url);
  await node(page, 6).click({ modifiers: ["Shift"] });
  for (const id of [2, 3, 4]) await node(page, id).click({ modifiers: ["Shift"] });
  const board = await page.locator(".board").boundingBox();
  const corners = [[3, 3], [board.width - 3, 3], [3, board.height - 3], [board.width - 3, board.height - 3]];
  await page.mouse.move(...await middle(page, 2));
  await page.mouse.down();
  const cut = [];
  for (const [x, y] of corners) {
    await page.mouse.move(board.x + x, board.y + y, { steps: 2 });
    const name = await page.locator(".ghost .label").boundingBox(), edge = await page.locator(".board svg.tree").boundingBox();
    if (name.x < board.x || name.x + name.width > board.x + board.width || name.y < edge.y || name.y + name.height > edge.y + edge.height) cut.push(`${x} ${y}`);
  }
  await page.keyboard.press("Escape");
  await page.mouse.up();
  check(cut.length === 0, `in all corners ${cut}`);
}

// Fingers as the browser sees them, on a phone.
export async function draggingWithAFinger({ url, check, browser }) {
  const { page, close } = await browser.open({ viewport: { width: 390, height: 800 }, hasTouch: true });
  await open(page, url, { treebank: "dutch.discbracket", sentence: 3 }); // Dat werkwoord had ze zelf uitgevonden .
  check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
  const touch = await page.context().newCDPSession(page);
  const send = (type, x, y) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: x == null ? [] : [{ x, y }] });
  await page.locator(".board").scrollIntoViewIfNeeded();
  const [np, smain] = await page.locator(".board .constituent").evaluateAll((all) => ["NP", "SMAIN"].map((label) => Number(all.find((one) => one.querySelector(".label").textContent === label).dataset.id)));
  const [x, y] = await middle(page, np), [u, v] = await middle(page, smain);
  await send("touchStart", x, y);
  for (const part of [0.3, 0.6, 1]) await send("touchMove", x + (u - x) * part, y + (v - y) * part);
  await send("touchEnd");
  await page.locator(".edit > .changes li", { hasText: "NP (Dat werkwoord)" }).waitFor();
  check((await changes(page)).join() === "moved: NP (Dat werkwoord): from PPART to SMAIN", "moves a node");
  await button(page, "Several").tap();
  await node(page, 0).tap();
  await node(page, 4).tap();
  check(await page.locator(".board .picked").count() === 2, "taps pick several");
  await button(page, "Add above").tap();
  await page.getByLabel("Label of the new constituent", { exact: true }).fill("AP");
  await page.keyboard.press("Enter");
  check((await shown(page)).includes("AP[0 4]"), "a constituent over them");
  await close();
}

export async function theKeyboardAlone({ page, url, check }) {
  await open(page, url);
  const at = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  for (let i = 0; i < 30 && !(await at())?.startsWith("ROOT"); i++) await press("Tab");
  check((await at()).startsWith("ROOT"), "Tab leads to the tree");
  await press("ArrowDown", "ArrowDown");
  check((await at()).includes("Ik"), "arrows go through it");
  await press("Space", "ArrowRight", "Space");
  check((await said(page).textContent()).includes("Picked: “Ik”, “denk”") && await page.locator('.board [aria-selected="true"]').count() === 2, "Space picks");
  await press("a");
  check(await at() === "Label of the new constituent", "A asks for a label");
  await page.keyboard.type("VP");
  await press("Enter");
  check((await shown(page)).includes("VP[0 1]") && (await at()).startsWith("VP"), "and adds; the new constituent has the focus");
  await press("m");
  check((await said(page).textContent()).startsWith("Moving VP (Ik denk). Choose the new parent"), "M says what to do");
  check(await page.locator(".board .aim").getAttribute("data-id") === "12", "it begins at the parent");
  await press("ArrowLeft");
  check((await at()).startsWith("ROOT"), "arrows go through the places");
  await press("Escape");
  check((await said(page).textContent()).includes("stays where it is") && (await at()).startsWith("VP"), "Escape leaves it");
  await press("m", "ArrowRight", "Enter");
  check((await shown(page)).includes("CP[0 1 2 3 4 5 6 7 8 9]") && (await at()).startsWith("VP"), "Enter moves it");
  await press("l");
  check(await at() === "Label", "L goes to the label");
  await page.keyboard.type("np");
  await press("ArrowDown", "Enter");
  check((await shown(page)).includes("NP[0 1]") && (await at()).startsWith("NP"), "a suggestion is taken, and one is back in the tree");
  await press("Delete");
  check(!(await shown(page)).includes("[0 1]") && (await at()).startsWith("CP"), "Delete removes; the parent has the focus");
  await press("p");
  check(await page.locator(".board .pinned").count() > 0 && (await said(page).textContent()).includes("CP"), "P pins");
  await press(...Array(5).fill("Control+z"));
  check((await changes(page)).length === 0 && await button(page, "Undo").isDisabled(), "undo to the beginning");
  await press("Control+z");
  check((await said(page).textContent()).includes("nothing to undo"), "and no further");
  await press("ArrowUp", "ArrowUp", "Delete");
  check((await said(page).textContent()).includes("root cannot be removed") && await page.locator(".edit [role=status].wrong").count() === 1, "what is impossible is said");
}

export async function labels({ page, url, check }) {
  await open(page, url);
  await node(page, 17).dblclick();
  const field = page.getByLabel("Label", { exact: true }), options = page.getByRole("option");
  await page.waitForFunction(() => document.querySelectorAll("[role=option]").length >= 10);
  check((await options.allTextContents()).includes("PPART"), "that the treebank uses are suggested");
  await field.fill("p");
  check((await options.allTextContents()).slice(0, 2).every((label) => label.startsWith("P")), "those that begin with what is typed come first");
  await options.getByText("PP", { exact: true }).click();
  check((await changes(page)).join() === "another label: PP (de kinderen): NP → PP", "a click takes one");
  await field.fill("");
  await page.keyboard.press("Enter");
  check((await said(page).textContent()).includes("needs a label"), "none is not possible");
  await field.fill("A B");
  await page.keyboard.press("Enter");
  check((await said(page).textContent()).includes("blank"), "nor one with a blank");
  await field.fill("XP");
  await page.keyboard.press("Escape");
  check((await shown(page)).includes("PP[5 6]"), "Escape takes nothing");
  await node(page, 7).click();
  check(await page.getByLabel("Label", { exact: true }).count() === 0, "words have tags");
  await page.getByLabel("Tag", { exact: true }).fill("X");
  await page.getByLabel("Tag", { exact: true }).blur();
  await page.locator(".edit > .changes li", { hasText: "tag WW-pv → X" }).waitFor();
  check(true, "leaving the field takes it, too");
  await node(page, 5).click();
  await node(page, 6).click({ modifiers: ["Shift"] });
  await page.getByLabel("Tag", { exact: true }).fill("Y");
  await page.keyboard.press("Enter");
  check((await changes(page)).filter((one) => one.includes("→ Y")).length === 2, "several at once");
}

export async function labelsThatAreRefused({ page, url, check }) {
  await open(page, url);
  await node(page, 17).click();
  const field = page.getByLabel("Label", { exact: true }), wrong = () => page.locator('.panel [aria-invalid="true"]').count();
  await field.fill("A B");
  await page.keyboard.press("Enter");
  check(await wrong() === 1 && await field.inputValue() === "A B" && await field.evaluate((one) => one === document.activeElement), "are marked, and stay to be mended");
  await field.press("End");
  await field.press("Backspace");
  check(await wrong() === 0, "until they are changed");
  await field.fill("A B");
  await field.blur();
  await page.locator('.panel [aria-invalid="true"]').waitFor();
  check((await changes(page)).length === 0, "also when the field is left");
  await field.press("Escape");
  check(await wrong() === 0 && await page.getByLabel("Label", { exact: true }).inputValue() === "NP", "Escape brings the old one back");
}

export async function theButtonAdd({ page, url, check }) {
  await open(page, url);
  const field = page.getByLabel("Label of the new constituent", { exact: true }), add = page.getByRole("button", { name: "Add", exact: true });
  await node(page, 17).click();
  await button(page, "Add above").click();
  await add.click();
  check((await said(page).textContent()).includes("needs a label") && await field.evaluate((one) => one === document.activeElement), "asks for a label");
  await field.fill("A B");
  await add.click();
  check((await said(page).textContent()).includes("blank") && await field.inputValue() === "A B" && (await changes(page)).length === 0, "takes none that formats cannot hold");
  await field.fill("VP");
  await add.click();
  check((await shown(page)).includes("VP[5 6]") && (await changes(page)).join() === "added: VP (de kinderen)", "adds");
  check((await page.evaluate(() => document.activeElement.ariaLabel)).startsWith("VP"), "the new constituent has the focus");
  await button(page, "Add above").click();
  await field.fill("QP");
  await node(page, 0).click();
  check((await said(page).textContent()).includes("QP was not added") && !(await shown(page)).includes("QP"), "what is left is said not to be added");
}

export async function keysWhileANodeIsMoved({ page, url, check }) {
  await open(page, url);
  await node(page, 17).click();
  await page.keyboard.press("m");
  const passed = await page.evaluate(() => new Promise((resolve) => {
    const keys = ["PageDown", "F6", "?", "ArrowRight"], free = [];
    for (const key of keys) if (document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))) free.push(key);
    resolve(free.join());
  }));
  check(passed === "PageDown,F6,?", "are the browser's, but for those that choose the place");
  await page.keyboard.press("Delete");
  check((await changes(page)).length === 0 && await page.locator(".board.moving").count() === 1, "and change nothing else");
}

export async function dependencies({ page, url, check }) {
  await open(page, url, { treebank: "danish.conllx", sentence: 1 }); // Hvad tror du , hun har købt ?
  await drag(page, 0, 5);
  check((await changes(page)).join() === "moved: “Hvad”: from “købt” to “har”", "a word is dragged to its head");
  await page.getByLabel("Relation", { exact: true }).fill("subj");
  await page.keyboard.press("Enter");
  check((await changes(page)).includes("another label: “Hvad”: relation dobj → subj"), "relations");
  check(await page.getByLabel("Head", { exact: true }).evaluate((list) => [...list.options].every((option) => option.text !== "1 Hvad")), "no word is its own head");
  await page.getByLabel("Head", { exact: true }).selectOption("2 tror");
  check((await changes(page))[1] === "moved: “Hvad”: from “købt” to “tror”", "heads from a list");
  await node(page, 5).click();
  await page.keyboard.press("m");
  check(await page.locator('.board .target[data-id="6"]').count() === 0 && await page.locator('.board .target[data-id="-1"]').isVisible(), "no circle; the root is a place");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  check((await changes(page)).includes("moved: “har”: from “tror” to the root"), "the root by keyboard");
  await page.keyboard.press("Control+z");
  await drag(page, 5, -1);
  check((await changes(page)).includes("moved: “har”: from “tror” to the root"), "and by the mouse");
  check(await button(page, "Add above").count() === 0, "there is nothing to add");
}

const parsed = async (page) => {
  await button(page, "Keep what I fixed, parse the rest").click();
  await said(page).filter({ hasText: "Parsed" }).waitFor();
};

async function addNounPhrase(page, url) {
  await open(page, url, { treebank: "dutch.discbracket", sentence: 3 }); // Dat werkwoord had ze zelf uitgevonden .
  await node(page, 3).click();
  await node(page, 4).click({ modifiers: ["Shift"] });
  await page.keyboard.press("a");
  await page.keyboard.type("NP");
  await page.keyboard.press("Enter");
}

export async function theRestIsParsed({ page, url, check }) {
  await addNounPhrase(page, url);
  const before = await shown(page);
  await parsed(page);
  check((await shown(page)).includes("NP[3 4]") && await page.locator(".board .word").count() === 7, "what was changed stays, with all words");
  if (await shown(page) !== before) await page.keyboard.press("Control+z");
  check(await shown(page) === before, "it is one step to undo");
}

export async function whatTheParserIsAsked({ page, url, check }) {
  const asked = [];
  page.on("request", (request) => request.url().endsWith("/parse") && asked.push(request.postDataJSON()));
  await addNounPhrase(page, url);
  await parsed(page);
  check(asked[0].model === "nl" && JSON.stringify(asked[0].constraints[0]) === '{"kind":"bracket","blocks":[[3,5]],"label":"NP"}', "what was changed is a constraint");
  check(asked[0].from === "export" && /\tVNW-pers-pron\t/.test(asked[0].data), "words go with their tags");
  page.once("dialog", (dialog) => dialog.accept());
  await open(page, url, { treebank: "danish.conllx", sentence: 1 });
  await drag(page, 0, 1);
  await parsed(page);
  check(JSON.stringify(asked[1].constraints) === '[{"kind":"arc","words":[0],"head":1}]' && (await page.getByLabel("Head", { exact: true }).evaluate((list) => list.selectedOptions[0].text)) === "2 tror", "arcs, too");
}

export async function theOriginal({ page, url, check }) {
  await open(page, url);
  const before = await shown(page);
  await node(page, 16).click();
  await page.keyboard.press("Delete");
  check((await changes(page)).join() === "removed: INF (de kinderen zwemmen)", "what is removed is listed");
  const mine = await shown(page);
  await button(page, "Show the original").click();
  check(await shown(page) === before && await page.locator(".board .removed .badge.removed").count() === 1, "is shown, with what is gone");
  await node(page, 17).click();
  await page.keyboard.press("Delete");
  check(await shown(page) === before && (await said(page).textContent()).includes("stays as it is"), "and cannot be changed");
  await button(page, "Show the original").click();
  check(await shown(page) === mine, "until one is back");
  await page.locator(".edit > .changes button").click();
  check(await page.evaluate(() => document.activeElement.dataset.id) === "16", "a difference leads to its node");
}

export async function draftsOutliveAReload({ page, url, check }) {
  await open(page, url);
  const before = await shown(page);
  await drag(page, 7, 15);
  const mine = await shown(page);
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await settled(page);
  check(await shown(page) === mine && (await page.locator(".notice").allTextContents()).some((text) => text.includes("here again")), "they are there again");
  page.once("dialog", (dialog) => dialog.accept());
  await open(page, url, { treebank: "dutch.discbracket", sentence: 2 });
  await page.getByText("Edits not saved: 1").waitFor();
  await page.goto(`${url}#treebank?treebank=dutch.discbracket`);
  await page.getByText("Edits not saved: 1").waitFor();
  await page.getByRole("link", { name: "1", exact: true }).click();
  await page.getByText("Sentence 1 of").waitFor();
  await settled(page);
  check(await shown(page) === mine, "other sentences lead to them");
  await button(page, "Discard them").click();
  check(await shown(page) === before, "and can be discarded");
  await page.evaluate(() => localStorage.setItem("pleach-edit treebank dutch.discbracket 1 x y", '{"time":1,"tree":{"tokens":[{"id":0}],"nodes":7}}'));
  await page.reload();
  await settled(page);
  check(await button(page, "Discard them").count() === 0 && await shown(page) === before, "for good; what is no draft does no harm");
}

export async function leavingWarns({ page, url, check }) {
  await open(page, url);
  const asked = [];
  page.on("dialog", (dialog) => (asked.push(dialog.type()), dialog.type() === "confirm" ? dialog.dismiss() : dialog.accept()));
  await page.getByRole("link", { name: "Next" }).click();
  await page.getByText("Sentence 2 of").waitFor();
  await settled(page);
  check(asked.length === 0, "not without edits");
  await node(page, 1).click();
  await page.keyboard.press("l");
  await page.keyboard.type("X");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Step" }).click();
  await page.waitForURL(/sentence=2/);
  check(asked.join() === "confirm" && page.url().includes("sentence=2") && (await changes(page)).length === 1, "and one can stay");
  const again = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => history.back()));
  await again;
  await page.waitForURL(/sentence=2/);
  check(asked.join() === "confirm,confirm", "also where one would go back");
  await page.reload();
  check(asked.join() === "confirm,confirm,beforeunload", "also when the page itself is left");
}

export async function aCopyIsDownloaded({ page, url, check }) {
  await open(page, url);
  check((await page.locator(".notice").textContent()).includes("pleach serve --edit") && await button(page, "Save").isHidden(), "where the server does not save");
  await drag(page, 7, 15);
  const save = async (format) => {
    await page.getByLabel("Format").selectOption(format);
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
    return readFile(await file.path(), "utf8");
  };
  check((await save("export")).includes("zag\t--\tWW-pv\t--\t--\t502"), "as export");
  const tree = JSON.parse(await save("json"));
  check(tree.tokens[7].parent === 15 && !JSON.stringify(tree).includes("pinned") && !tree.refused, "as JSON");
  check((await page.locator(".state").textContent()) === "1, downloaded", "which counts as saved");
}
