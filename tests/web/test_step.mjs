// The view Step.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { withServer } from "./server.mjs";

export const onServer = [features, probabilities, stagesOfAGrammar];

const settled = (page) => page.locator('[aria-label="Result"][aria-busy="false"]').waitFor();
const forward = (page) => page.getByRole("button", { name: "Forward" }).click();

async function derivation(ask, data, model) {
  return (await ask("derivation", { data, model, others: 8 })).sentences[0];
}

async function open(page, url, text, model, step = 0) {
  await page.goto(`${url}#step?${new URLSearchParams({ text, model, step })}`);
  await settled(page);
}

// What the page shows of a configuration.
const shown = (page) => page.locator('[aria-label="Result"]').evaluate((result) => ({
  lanes: Object.fromEntries([...result.querySelectorAll(".lane")].map((lane) => [lane.className.split(" ")[1], [...lane.querySelectorAll("li")].map((li) => li.querySelector("span").textContent)])),
  actions: [...result.querySelectorAll(".actions tbody tr")].map((row) => row.cells[0].textContent),
  taken: result.querySelector(".actions .taken td")?.textContent,
  arcs: result.querySelectorAll(".tree .tip").length,
  labels: [...result.querySelectorAll(".tree .label")].map((text) => text.textContent),
}));

export async function configurationsAreThoseOfTheParser({ page, url, check, ask }) {
  const { tree, steps } = await derivation(ask, "Dat boek had ze gelezen.", "nl");
  const words = (list) => list.map((i) => tree.tokens[i].word).join(" ");
  await open(page, url, "Dat boek had ze gelezen.", "nl");
  const wrong = [];
  for (const step of steps) {
    const { lanes, actions, taken } = await shown(page);
    if (lanes.stack.join("|") !== step.stack.map((item) => words(item.words)).join("|")) wrong.push(`stack ${step.number}`);
    if (lanes.deque.join("|") !== step.deque.map((item) => words(item.words)).join("|")) wrong.push(`deque ${step.number}`);
    if (lanes.buffer.join(" ") !== words(step.buffer)) wrong.push(`buffer ${step.number}`);
    if (taken !== step.action || actions.length !== step.others.length + 1) wrong.push(`actions ${step.number}`);
    await forward(page);
  }
  check(steps.length > 10 && wrong.length === 0, `stack, deque, buffer and actions ${wrong}`);
  check((await shown(page)).labels.join(" ") === tree.nodes.map((n) => n.label).join(" "), "the tree at the end");
  check((await page.getByText("Finished after").count()) === 1, "which it says");
}

export async function pieces({ page, url, check, ask }) {
  const { steps } = await derivation(ask, "Dat boek had ze gelezen.", "nl");
  const gap = steps.findIndex((step) => step.deque.some((item) => item.label === "PPART"));
  await open(page, url, "Dat boek had ze gelezen.", "nl", gap);
  const { labels } = await shown(page);
  check(labels.includes("NP") && labels.includes("PPART") && !labels.includes("SMAIN"), "are drawn as they are built");
  check(await page.locator(".tree .unread").count() === steps[gap].buffer.length, "words of the buffer are pale");
}

export async function keysAndButtons({ page, url, check }) {
  await open(page, url, "Jan slaapt.", "nl");
  const at = () => page.locator('.history [aria-current="step"]').evaluateAll((all) => all.map((b) => [...b.closest("ol").children].indexOf(b.parentNode))[0] ?? "end");
  await page.locator("main").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  check(await at() === 2, "right goes forward");
  await page.keyboard.press("ArrowLeft");
  check(await at() === 1, "left goes back");
  await page.keyboard.press("End");
  check(await at() === "end", "End goes to the end");
  await page.keyboard.press("Home");
  check(await at() === 0, "Home to the beginning");
  await page.getByRole("button", { name: "Back" }).click();
  check(await at() === 0, "there is nothing before it");
  await page.locator(".history button").nth(1).click();
  check(await at() === 2, "a step of the list shows what it leads to");
  check(page.url().includes("step=2"), "the address says where one is");
  await page.getByLabel("Text", { exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  check(await at() === 2, "in the text, keys move the cursor");
}

export async function dependencies({ page, url, check, ask }) {
  const { steps } = await derivation(ask, "Den bog vil jeg læse.", "da");
  const half = Math.floor(steps.length / 2);
  await open(page, url, "Den bog vil jeg læse.", "da", half);
  const { lanes, arcs } = await shown(page);
  check(!lanes.deque && lanes.stack, "have no deque");
  check(arcs === steps.slice(0, half).filter((step) => step.arc).length, "arcs are there once they are made");
}

export async function probabilities({ page, url, check }) {
  await page.route("**/api/v1/derivation", async (route) => {
    const answer = await (await route.fetch()).json();
    for (const step of answer.sentences[0].steps) Object.assign(step, { probabilities: true, score: 0.9, others: [{ action: "GAP", score: 0.07 }] });
    await route.fulfill({ json: answer });
  });
  await open(page, url, "Jan slaapt.", "nl", 1);
  check((await page.locator(".actions td.figure").allTextContents()).join() === "90 %,7.0 %", "of networks are shown as such");
}

export async function features({ page, check }) {
  const folder = mkdtempSync(`${tmpdir()}/pleach-`), text = "Den bog vil jeg læse.";
  execFileSync(`${process.env.BUILD}/pleach`, ["train", "-q", "--system", "arc-eager", "--tokenizer", "da", "--tags", "predicted", "-o", `${folder}/arcs.model`, "tests/data/danish.conllx"]);
  await withServer(["-m", `${folder}/arcs.model`], async ({ url }) => {
    const answer = await page.request.post(`${url}api/v1/derivation`, { data: { data: text, features: 12 } });
    const [{ steps }] = (await answer.json()).sentences;
    await open(page, url, text, "arcs", 2);
    const rows = await page.locator(".features tbody tr").evaluateAll((all) => all.map((row) => [row.cells[0].textContent, row.cells[1].textContent]));
    check(steps[2].features.length === 12 && rows.slice(0, 12).map(([name]) => name).join() === steps[2].features.map(({ name }) => name).join(), "the templates behind an action");
    const sum = rows.reduce((total, [, weight]) => total + Number(weight.replace("−", "-")), 0);
    check(Math.abs(sum - steps[2].score) < 1, "and the others add up to its score");
  }).finally(() => rmSync(folder, { recursive: true }));
}

export async function stagesOfAGrammar({ page, check }) {
  const folder = mkdtempSync(`${tmpdir()}/pleach-`), text = "Dat boek had ze gelezen.";
  execFileSync(`${process.env.BUILD}/pleach`, ["grammar", "2dop", "-q", "--unknown-words", "-o", `${folder}/dop.model`, "tests/data/dutch.discbracket"]);
  await withServer(["-m", `${folder}/dop.model`], async ({ url }) => {
    const answer = await page.request.post(`${url}api/v1/derivation`, { data: { data: text } });
    const [{ tree, stages }] = (await answer.json()).sentences;
    await open(page, url, text, "dop");
    const table = await page.locator(".split .actions:visible").first().locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ")));
    check(table.join() === stages.map(({ name, items, kept }) => `${name} ${items} ${kept}`).join(), "are listed with what they kept");
    const bars = () => page.locator(".chart .entry").evaluateAll((all) => all.map((bar) => bar.getAttribute("aria-label")).sort().join());
    const want = (stage) => stage.entries.map(({ label, words, probability, kept }) => [label, words.map((i) => tree.tokens[i].word).join(" "), `${probability < 0.0995 ? (probability * 100).toFixed(1) : Math.round(probability * 100)} %`, kept ? "kept" : stage === stages[2] ? "not in the best tree" : "pruned"].join(" · ")).sort().join();
    check(await bars() === want(stages[0]), "a bar for each entry of the chart");
    await page.locator("main").focus();
    await page.keyboard.press("End");
    await page.getByText("Stage 3 of 3: 2dop").waitFor();
    check(await bars() === want(stages[2]) && page.url().includes("step=2"), "one stage after the other");
    check((await page.locator(".tree:not(.chart) .label").allTextContents()).join() === tree.nodes.map((node) => node.label).join(), "with its tree");
    check(await page.locator(".chart .pruned").count() === stages[2].entries.filter(({ kept }) => !kept).length, "what is pruned is hollow");
    await page.locator(".chart .entry", { hasText: "PPART" }).locator("text").hover();
    check((await page.locator(".chart .lit").allTextContents()).join(" ") === "Dat boek gelezen", "words light up");
    await page.getByRole("button", { name: "plcfrs" }).click();
    await page.getByText("Stage 2 of 3").waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "on a phone nothing is wider than the screen");
  }).finally(() => rmSync(folder, { recursive: true }));
}

export async function fromATreeToItsSteps({ page, url, check }) {
  await page.goto(`${url}#parse?model=nl&text=Jan+slaapt.+Marie+leest.&sentence=2`);
  await settled(page);
  await page.getByText("Step through it").click();
  await page.locator('main[data-view="step"] .sentences [aria-pressed="true"]', { hasText: "Marie leest." }).waitFor();
  check(await page.locator('nav [aria-current="page"]').textContent() === "Step", "there is a way");
  await page.getByRole("link", { name: "Parse" }).click();
  await page.locator('main[data-view="parse"] .sentences', { hasText: "Marie leest." }).waitFor();
  check(true, "and one back, with the text");
}
