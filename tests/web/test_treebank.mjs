// The view Treebank.

import { readFile } from "node:fs/promises";

export const onServer = [onlyAPageAtATime, matchesThatAreLeftOut, typingMeanwhile, countingEnds, nothingFound, whatIsOffered, theListShowsTheSentence, directionsAreShown];

const GAPS = "#n:[NT] & discontinuous(#n)";
const settled = (page) => page.locator('[aria-label="Result"][aria-busy="false"]').waitFor();
const numbers = (page) => page.locator(".sentences .number:first-child").allTextContents();

async function open(page, url, state = {}) {
  await page.goto(`${url}#treebank?${new URLSearchParams(state)}`);
  await settled(page);
}

const searched = (ask, options) => ask("search", { treebank: "dutch.discbracket", query: GAPS, ...options });

async function search(page, query) {
  await page.getByLabel("Query").fill(query);
  await page.getByRole("button", { name: "Search" }).click();
  await settled(page);
}

export async function browsing({ page, url, check }) {
  await open(page, url);
  check((await numbers(page)).join() === [...Array(20).keys()].map((i) => i + 1).join(), "a page of twenty");
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator(".sentences .number", { hasText: "21" }).waitFor();
  check((await numbers(page))[0] === "21", "the next one");
  await page.getByLabel("First sentence").fill("41");
  await page.keyboard.press("Enter");
  await page.locator(".sentences .number", { hasText: "42" }).waitFor();
  check((await numbers(page)).join() === "41,42", "from a sentence on");
  check(await page.getByRole("button", { name: "Next" }).isDisabled(), "the last page is the last");
  await page.locator(".sentences button").nth(1).click();
  check(await page.locator("figcaption").textContent() === "Sentence 42", "a click shows the tree");
}

export async function onlyAPageAtATime({ page, url, check }) {
  const asked = [];
  page.on("request", (request) => request.url().includes("/treebanks/") && asked.push(request.url()));
  await open(page, url);
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator(".sentences .number", { hasText: "21" }).waitFor();
  check(asked.length === 2 && asked.every((address) => address.includes("limit=20")), "is fetched");
}

export async function searching({ page, url, check, ask }) {
  await open(page, url);
  await search(page, GAPS);
  const { found, next } = await searched(ask, { limit: 20 });
  check((await numbers(page)).join() === found.map((s) => s.number).join(), "finds sentences");
  const whole = await searched(ask, { count: true });
  await page.getByText(`${whole.matches} matches in ${whole.sentences} sentences`).waitFor();
  check(true, "says how many there are");
  const marked = await page.locator("svg.tree .node.match").evaluateAll((all) => all.map((node) => Number(node.dataset.id)).sort((a, b) => a - b));
  check(marked.join() === found[0].matches.map((match) => match["#n"]).sort((a, b) => a - b).join(), "marks the nodes in the tree");
  check(await page.locator(".sentences li").first().locator(".hit").count() > 0, "and their words in the text");
  await page.setViewportSize({ width: 420, height: 900 });
  await search(page, '[word="zwemmen"]');
  await page.locator("svg.tree .match .word").waitFor();
  const [match, frame] = await Promise.all([".match .word", ".canvas"].map((part) => page.locator(part).boundingBox()));
  check(match.x >= frame.x && match.x + match.width <= frame.x + frame.width, "a wide tree is scrolled to them");
  await page.setViewportSize({ width: 1000, height: 900 });
  await search(page, GAPS);
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator(".sentences .number", { hasText: String((await searched(ask, { first: next })).found[0].number) }).first().waitFor();
  await page.getByRole("button", { name: "Previous" }).click();
  await settled(page);
  check((await numbers(page))[0] === "1", "goes forth and back");
}

export async function mistakesStandUnderTheirPlace({ page, url, check }) {
  await open(page, url);
  await page.getByLabel("Query").fill('[cat="é" & ');
  await page.keyboard.press("Enter");
  const text = await page.locator(".mistake:not([hidden])").textContent();
  const [line, caret, why] = text.split("\n");
  check(line.startsWith('[cat="é"') && /^ *\^$/.test(caret) && caret.length >= 10 && caret.length <= 12, "by a caret");
  check(/expected|a feature|value/i.test(why) && !why.includes("column"), "with the reason");
  check(await page.getByLabel("Query").getAttribute("aria-invalid") === "true", "for screen readers, too");
  await page.getByLabel("Examples").selectOption({ index: 1 });
  await page.locator(".mistake").waitFor({ state: "hidden" });
  await settled(page);
  check((await numbers(page)).length > 0, "an example can be clicked instead");
}

export async function allExamplesAreRight({ page, url, check, ask }) {
  for (const treebank of ["dutch.discbracket", "danish.conllx"]) {
    await open(page, url, { treebank });
    const queries = await page.getByLabel("Examples").evaluate((list) => [...list.options].map((option) => option.value).filter(Boolean));
    for (const query of queries) {
      const { found, error } = await searched(ask, { treebank, query });
      check(found && !error, `${treebank}: ${query} ${error?.text ?? ""}`);
    }
  }
}

export async function wordsInContext({ page, url, check }) {
  await open(page, url, { query: '[word="uitgevonden"]' });
  await page.getByRole("button", { name: "In context" }).click();
  check((await page.locator(".kwic tbody tr").allTextContents()).join() === "3Dat werkwoord had ze zelfuitgevonden.", "left, match and right");
  await open(page, url, { query: GAPS, show: "kwic" });
  check((await page.locator(".kwic .middle").first().textContent()).includes("⟨zag⟩"), "gaps stand in brackets");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  check((await readFile(await file.path(), "utf8")).startsWith("1\tIk denk dat Jan\tPiet de kinderen ⟨zag⟩ helpen zwemmen\t."), "they can be saved");
}

// The same as pleach search prints, in docs/search.md.
export async function counting({ page, url, check }) {
  await open(page, url);
  await search(page, `${GAPS} count by #n.cat`);
  await page.locator('.counts tbody tr').first().waitFor();
  const rows = await page.locator(".counts tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].slice(0, 3).map((cell) => cell.textContent).join(" ")));
  check(rows.slice(0, 4).join() === "INF 13 9,PPART 10 10,NP 8 7,PP 2 2", "a table");
  const widths = await page.locator(".counts .chart rect").evaluateAll((all) => all.map((rect) => Number(rect.getAttribute("width"))));
  check(widths.length === rows.length && widths[0] === 100 && Math.abs(widths[1] - 1000 / 13) < 0.01, "a chart");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download table" }).click()]);
  check((await readFile(await file.path(), "utf8")).startsWith("#n.cat\tmatches\tsentences\nINF\t13\t9\n"), "a file");
  await page.getByLabel("Count by").selectOption("#n.gaps");
  await page.locator(".counts th", { hasText: "#n.gaps" }).waitFor();
  await page.locator(".counts tbody tr").first().waitFor();
  check((await page.locator(".counts tbody td").first().textContent()) === "1", "by another feature");
  await search(page, `${GAPS} count by #n.depth, sentence.length`);
  await page.locator(".counts th", { hasText: "sentence.length" }).waitFor();
  check((await page.locator(".counts tbody tr").count()) > 5, "by all that queries can count");
  await search(page, `${GAPS} count by #n.nonsense`);
  await page.locator(".mistake", { hasText: "nonsense" }).waitFor();
  check(true, "a key that there is not is a mistake");
}

export async function matchesThatAreLeftOut({ page, url, check }) {
  await page.route("**/api/v1/search", async (route) => route.fulfill({ json: { ...await (await route.fetch()).json(), cut: true } }));
  await open(page, url);
  await search(page, `${GAPS} count by #n.cat`);
  await page.getByText(/^at least \d+ matches in \d+ sentences$/).waitFor();
  await page.getByText(/^at least \d+ different$/).waitFor();
  check((await page.locator(".counts th.figure").allTextContents()).join("; ") === "matches, at least; sentences, at least", "are said");
}

export async function saving({ page, url, check }) {
  const save = async () => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
    return (await readFile(await file.path(), "utf8")).trim().split("\n");
  };
  await open(page, url);
  const whole = await save();
  check(whole.length === 42 && whole.join("\n") === (await readFile("tests/data/dutch.discbracket", "utf8")).trim(), "all of the treebank, as it was");
  await search(page, GAPS);
  check((await save()).length === 25, "all that is found");
}

// The server is asked for small pages, so that there are several, and the next query is typed between them.
export async function typingMeanwhile({ page, url, check }) {
  const asked = [];
  await open(page, url, { query: GAPS });
  await page.route("**/api/v1/search", async (route) => {
    const body = route.request().postDataJSON();
    asked.push(body.query);
    if (!body.count) await page.getByLabel("Query").fill(`[word="${asked.length}"]`);
    await route.continue({ postData: JSON.stringify({ ...body, limit: 10 }) });
  });
  const save = async () => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download", exact: true }).click()]);
    return (await readFile(await file.path(), "utf8")).trim().split("\n");
  };
  check((await save()).length === 25 && asked.length === 3 && asked.every((query) => query === GAPS), "saves what is shown");
  asked.length = 0;
  await page.getByRole("button", { name: "Counts" }).click();
  await page.getByText("different").waitFor();
  check(asked.length === 1 && asked[0] === GAPS, "counts what is shown");
}

// Counts get no answer here.
export async function countingEnds({ page, url, check }) {
  const many = (request) => request.url().endsWith("/search") && request.postDataJSON().count_by != null;
  await page.route("**/api/v1/search", (route) => (many(route.request()) ? null : route.continue()));
  const asked = () => page.waitForEvent("request", many), ended = () => page.waitForEvent("requestfailed", many);
  const [first] = await Promise.all([asked(), open(page, url, { query: GAPS, show: "counts" })]);
  const [stopped, next] = await Promise.all([ended(), asked(), search(page, '[word="ze"]')]);
  check(stopped === first, "with the next search");
  const [left] = await Promise.all([ended(), page.getByRole("link", { name: "Step" }).click()]);
  check(left === next, "when the view is left");
}

export async function dependencies({ page, url, check }) {
  await open(page, url, { treebank: "danish.conllx", query: "nonprojective(#d) & #h -> #d" });
  check((await numbers(page)).join() === "1,2", "are searched");
  check(await page.locator("svg.tree .tip").count() > 0 && await page.locator("svg.tree .token.match").count() === 2, "and drawn");
}

export async function aLinkRestoresTheSearch({ page, url, check, browser }) {
  await open(page, url);
  await search(page, GAPS);
  await page.locator(".sentences button").nth(3).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Done" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await browser.open();
  await other.page.goto(link);
  await settled(other.page);
  check(await other.page.getByLabel("Query").inputValue() === GAPS, "the query");
  check(await other.page.locator("figcaption").textContent() === await page.locator("figcaption").textContent(), "the sentence");
  await other.close();
}

export async function nothingFound({ page, url, check }) {
  await open(page, url, { query: '[word="xyzzy"]' });
  await page.getByText("0 matches in 0 sentences").waitFor();
  check(await page.getByText("nothing found").isVisible() && await page.getByRole("button", { name: "Download" }).isHidden() && await page.locator("figure").isHidden(), "is said, and there is nothing to save");
  await page.getByRole("button", { name: "Browse all" }).click();
  await settled(page);
  check(await page.locator("svg.tree").isVisible(), "until there is something again");
}

// The arrow keys go through the examples; the formats are those that can hold the trees.
export async function whatIsOffered({ page, url, check }) {
  await open(page, url, { treebank: "danish.conllx" });
  const examples = page.getByLabel("Examples"), first = () => page.getByLabel("Query").inputValue();
  await examples.focus();
  await page.keyboard.press("ArrowDown");
  await settled(page);
  const one = await first();
  await page.keyboard.press("ArrowDown");
  await settled(page);
  check(one !== "" && await first() !== one && await first() !== "", "one example after the other");
  await page.getByLabel("Query").fill("[T]");
  check(await examples.inputValue() === "", "none, once the query is another");
  check((await page.getByLabel("Format").evaluate((list) => [...list.options].map((option) => option.value))).join() === "conllu,conllx,json,tagged,tokens", "formats of dependencies");
}

export async function theListShowsTheSentence({ url, check, browser }) {
  const { page, close } = await browser.open({ viewport: { width: 360, height: 740 } });
  for (const sentence of [9, 18]) {
    await page.goto("about:blank");
    await open(page, url, { sentence });
    await page.waitForFunction(() => {
      const item = document.querySelector('.sentences [aria-pressed="true"]'), box = item.getBoundingClientRect(), list = item.closest("ol").getBoundingClientRect();
      return box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
    });
    check(await page.evaluate(() => scrollY === 0), `number ${sentence}, which a link has; the page stays`);
  }
  await close();
}

export async function phones({ url, check, browser }) {
  for (const show of ["sentences", "kwic", "counts"]) {
    const { page, close } = await browser.open({ viewport: { width: 360, height: 740 } });
    await open(page, url, { query: GAPS, show });
    check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${show}: nothing is wider than the screen`);
    await close();
  }
}

// Characters that change the direction of text are shown by their numbers, wherever text of a treebank is shown.
export async function directionsAreShown({ page, url, check }) {
  const word = "left\u202eright\u2066", label = "N\u202dP", id = "i\u202ad";
  await page.route("**/treebanks/dutch.discbracket?*", async (route) => {
    const answer = await (await route.fetch()).json();
    const { tree } = answer.sentences[0];
    tree.tokens[0].word = word, tree.nodes[1].label = label, tree.id = id;
    await route.fulfill({ json: answer });
  });
  const hidden = /[\u202a-\u202e\u2066-\u2069]/, text = () => page.locator("main").evaluate((main) => main.textContent + [...main.querySelectorAll("[aria-label], [title]")].map((one) => `${one.title}${one.ariaLabel}`).join());
  await open(page, url);
  check(!hidden.test(await text()) && (await text()).includes("left<U+202E>right<U+2066>"), "in the view Treebank");
  check((await page.locator("svg.tree").textContent()).includes("N<U+202D>P"), "in the tree");
  check((await page.locator("figcaption").textContent()).includes("i<U+202A>d"), "in the name of the sentence");
  await page.goto(`${url}#edit?${new URLSearchParams({ treebank: "dutch.discbracket", sentence: 1 })}`);
  await page.locator(".board .node").first().waitFor();
  check(!hidden.test(await text()) && (await text()).includes("left<U+202E>right<U+2066>"), "in the view Edit");
}
