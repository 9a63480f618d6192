// Runs the browser tests: all tests/web/test_*.mjs, or those named as arguments. Each exports
// tests as functions of {page, url, check}; a function gets a fresh page. Prints "ok …" and "not ok
// …" and ends with the line "N passed, N failed".

import { readdirSync } from "node:fs";
import { withServer } from "./server.mjs";
import { Browser } from "./browser.mjs";

const only = process.argv.slice(2);
const files = readdirSync(new URL(".", import.meta.url)).filter((name) => /^test_.*\.mjs$/.test(name))
  .filter((name) => only.length === 0 || only.some((word) => name.includes(word))).sort();
let passed = 0, failed = 0;

function report(ok, text, why = "") {
  ok ? passed++ : failed++;
  console.log(`${ok ? "ok" : "not ok"} ${text}${why ? `\n    ${String(why).replaceAll("\n", "\n    ")}` : ""}`);
}

async function runTest(name, test, browser, url) {
  const { page, complaints, close } = await browser.open();
  const check = (ok, text) => report(Boolean(ok), `${name}: ${text}`);
  try {
    await test({ page, url, check, browser });
  } catch (error) {
    report(false, name, error.stack);
    await page.screenshot({ path: `${process.env.BUILD}/web/${name}.png` }).catch(() => {});
  }
  report(complaints.length === 0, `${name}: the browser complains of nothing`, complaints.join("\n"));
  await close();
}

await withServer(["-m", "nl", "-m", "da", "tests/data/dutch.discbracket", "tests/data/danish.conllx"], async ({ url }) => {
  const browser = await Browser.start();
  try {
    for (const file of files)
      for (const [name, test] of Object.entries(await import(`./${file}`))) await runTest(name, test, browser, url);
  } finally {
    await browser.stop();
  }
});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
