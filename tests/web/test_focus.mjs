// Where the focus is after an action: on what was used, on what it made, or in the tree; never nowhere, where the keyboard would begin anew.

export const onServer = [inEdit, inOtherViews]; // where the program is makes no difference

const settled = (page) => page.locator('[aria-label="Result"][aria-busy="false"]').waitFor();
const button = (page, name) => page.getByRole("button", { name });

// What has the focus: the label of a node, the name of a control, or the text of a button.
const focused = (page) => page.evaluate(() => {
  const { dataset, tagName, textContent, ariaLabel } = document.activeElement;
  return tagName === "BODY" ? "nothing" : dataset.id != null ? `node ${dataset.id}` : ariaLabel ?? textContent;
});

async function open(page, url, view, state = {}) {
  await page.goto("about:blank");
  await page.goto(`${url}#${view}?${new URLSearchParams(state)}`);
  await settled(page);
}

export async function inEdit({ page, url, check }) {
  page.on("dialog", (dialog) => dialog.accept());
  await open(page, url, "edit", { treebank: "dutch.discbracket", sentence: 1 });
  await page.locator('.board .node[data-id="17"] .label').click();
  await page.keyboard.press("l");
  await page.keyboard.type("XP");
  await page.keyboard.press("Enter");
  check(await focused(page) === "node 17", "after a label, on its node");
  await button(page, "Undo").press("Enter");
  check(await focused(page) === "node 17", "in the tree, once there is nothing to undo");
  await button(page, "Redo").press("Enter");
  check(await focused(page) === "node 17", "nor to do again");
  await button(page, "Show the original").press("Enter");
  check((await focused(page)) === "Show the original", "on a button that can be pressed again");
  await page.reload();
  await settled(page);
  await button(page, "Keep them").press("Enter");
  check((await focused(page)).startsWith("node"), "in the tree, after the answer to a notice");
  await page.locator(".edit > .changes button").press("Enter");
  check(await focused(page) === "node 17", "on the node of a difference");
  await page.keyboard.press("Delete");
  check(await focused(page) === "node 16", "on the parent of what is removed");
}

export async function inOtherViews({ page, url, check }) {
  await open(page, url, "treebank", { treebank: "dutch.discbracket" });
  await button(page, "Next").press("Enter");
  await page.locator(".sentences .number", { hasText: "21" }).waitFor();
  check(await focused(page) === "Next", "to go on in a treebank");
  await button(page, "Next").press("Enter");
  await page.locator(".sentences .number", { hasText: "41" }).waitFor();
  check(await focused(page) === "Previous", "on the way back, where there is no other");
  await open(page, url, "treebank", { treebank: "dutch.discbracket", query: "#n:[NT] & discontinuous(#n)", show: "counts" });
  await page.getByLabel("Count by").selectOption("#n.gaps");
  await page.locator(".counts th", { hasText: "#n.gaps" }).waitFor();
  await page.getByLabel("Count by").focus();
  await page.keyboard.press("ArrowDown");
  await page.locator(".counts th", { hasText: "#n.words" }).waitFor();
  check(await focused(page) === "Count by", "on what to count by");
  await button(page, "In context").press("Enter");
  check(await focused(page) === "In context", "on the way to show it");
  await open(page, url, "parse", { model: "nl", text: "Dat boek had ze gelezen." });
  await page.locator(".ranks button").nth(1).press("Enter");
  check((await focused(page)).startsWith("Tree 2"), "on the tree that is chosen");
  await open(page, url, "step", { model: "nl", text: "Jan slaapt. Marie leest." });
  await page.locator(".sentences button").nth(1).press("Enter");
  check((await focused(page)).includes("Marie"), "on the sentence that is chosen");
  await open(page, url, "compare", { gold: "treebank:dutch.discbracket", a: "model:nl", b: "model:nl" });
  await button(page, "20 more").press("Enter");
  await page.getByText("The first 40 sentences").waitFor();
  await settled(page);
  check(await focused(page) === "20 more", "on the way to more");
  await button(page, "200 more").press("Enter");
  await page.getByText("All there is: 42 sentences").waitFor();
  check(/^\d+/.test(await focused(page)), "on a sentence, where there are no more");
}
