// Runs the browser tests: all tests/web/test_*.mjs, or those named as arguments. Each exports
// tests as functions of {page, url, check, browser, ask}; a function gets a fresh page. `ask(path, body)` is
// what the server says, to compare the page with. Tests run on a server; those of a file that exports
// `onServer`, a list of the tests that need one, run on the static site, too, and those of one that exports
// `onSite` there alone. Prints "ok …" and "not ok …" and ends with the line "N passed, N failed".

import { readdirSync } from "node:fs";
import { asking, withServer } from "./server.mjs";
import { withSite } from "./site.mjs";
import { Browser } from "./browser.mjs";

const only = process.argv.slice(2);
const files = readdirSync(new URL(".", import.meta.url)).filter((name) => /^test_.*\.mjs$/.test(name))
  .filter((name) => only.length === 0 || only.some((word) => name.includes(word))).sort();
let passed = 0, failed = 0;

function report(ok, text, why = "") {
  ok ? passed++ : failed++;
  console.log(`${ok ? "ok" : "not ok"} ${text}${why ? `\n    ${String(why).replaceAll("\n", "\n    ")}` : ""}`);
}

async function runTest(name, test, { browser, where, ...context }) {
  const { page, complaints, close } = await browser.open();
  const check = (ok, text) => report(Boolean(ok), `${where}: ${name}: ${text}`);
  try {
    await test({ page, check, browser, ...context });
  } catch (error) {
    report(false, `${where}: ${name}`, error.stack);
    await page.screenshot({ path: `${process.env.BUILD}/web/${where}-${name}.png` }).catch(() => {});
  }
  report(complaints.length === 0, `${where}: ${name}: the browser complains of nothing`, complaints.join("\n"));
  await close();
}

async function testsOf(file, where) {
  const { onServer, onSite = false, ...tests } = await import(`./${file}`);
  const fits = where === "server" ? () => !onSite : (test) => onSite || (onServer && !onServer.includes(test));
  return Object.entries(tests).filter(([, test]) => fits(test));
}

async function runAll(context) {
  for (const file of files)
    for (const [name, test] of await testsOf(file, context.where)) await runTest(name, test, context);
}

await withServer(["-m", "nl", "-m", "da", "tests/data/dutch.discbracket", "tests/data/danish.conllx"], async ({ url }) => {
  const browser = await Browser.start(), ask = asking(url);
  try {
    await runAll({ where: "server", browser, url, ask });
    await withSite((site) => runAll({ where: "site", browser, ...site, ask }));
  } finally {
    await browser.stop();
  }
});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
