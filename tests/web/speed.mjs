// Words per second of processor time in the browser alone, for bench/bench_site.sh: parses a file of words by a
// model of build/web/site some times, and prints the best figure.
//
//     node tests/web/speed.mjs FILE MODEL RUNS

import { readFileSync } from "node:fs";
import { Browser } from "./browser.mjs";
import { withSite } from "./site.mjs";

const [file, model, runs] = process.argv.slice(2), data = readFileSync(file, "utf8");
const words = data.trim().split(/\s+/).length;

const parse = async ({ data, model }) => {
  const { parse } = await import(new URL("js/backend.js", location.href));
  await parse({ data, from: "tokens", to: "discbracket", model }, () => {});
};

await withSite(async ({ url }) => {
  const browser = await Browser.start(), { page } = await browser.open();
  const system = await browser.chromium.newBrowserCDPSession();
  const seconds = async () => (await system.send("SystemInfo.getProcessInfo")).processInfo
    .filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  let best = 0;
  await page.goto(url);
  await page.locator('[aria-label="Result"][aria-busy="false"]').waitFor();
  for (let run = 0; run < runs; run++) {
    const before = await seconds();
    await page.evaluate(parse, { data, model });
    best = Math.max(best, words / (await seconds() - before));
  }
  console.log(Math.round(best));
  await browser.stop();
});
