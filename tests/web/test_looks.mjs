// How all views look: texts can be read, in light and in dark, and nothing is wider than a phone.

import { withServer } from "./server.mjs";

export const onServer = [textsCanBeRead, narrowPages];

const settled = (page) => page.locator('[aria-label="Result"][aria-busy="false"]').waitFor();
const VIEWS = ["parse?model=nl", "step?model=nl&step=7", "step?model=da&step=5", "treebank?treebank=dutch.discbracket&query=%23n:[NT]+%26+discontinuous(%23n)&show=kwic",
  "edit?treebank=dutch.discbracket&sentence=1", "compare?gold=treebank:dutch.discbracket&a=model:nl&b=model:nl"];

// In the page: the texts whose contrast with what is behind them is too low (WCAG 2, level AA), but for those of buttons that cannot be used.
function pale() {
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const [r, g, b, a = 1] = channels(getComputedStyle(at).backgroundColor);
      if (a > 0) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const shown = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && !one.closest(":disabled, [aria-disabled=true], option, script") && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ""));
  return [...new Set(shown.map((one) => {
    const style = getComputedStyle(one), [a, b] = [light(channels(one.localName === "text" ? style.fill : style.color)), light(behind(one))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    return contrast < 4.5 && `${one.localName}.${one.getAttribute("class")} “${one.textContent.slice(0, 20)}” ${contrast.toFixed(1)}`;
  }).filter(Boolean))];
}

export async function textsCanBeRead({ page, url, check }) {
  for (const view of VIEWS) {
    await page.goto(`${url}#${view}`);
    await settled(page);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(pale);
      check(found.length === 0, `${view.split("?")[0]}, ${colorScheme} ${found.slice(0, 5).join("; ")}`);
    }
  }
}

// Names of models and treebanks are longer than those of the samples.
export async function narrowPages({ page, check }) {
  await page.setViewportSize({ width: 360, height: 740 });
  await withServer(["-m", "nl", "-m", "en-biomedical", "tests/data/dutch.discbracket"], async ({ url }) => {
    for (const view of VIEWS.filter((one) => !one.includes("model=da"))) {
      await page.goto(`${url}#${view}`);
      await settled(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth && [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > innerWidth && !one.closest("svg, .scroll, .canvas")).map((one) => one.localName));
      check(!wide, `${view.split("?")[0]} ${wide}`);
    }
  });
}
