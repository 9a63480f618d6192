// Debian's chromium, driven by playwright-core. Waits are for conditions; the limit is far above what a
// loaded machine needs.

import { createRequire } from "node:module";

const LIMIT = 90000; // milliseconds

const { chromium } = createRequire(`${process.env.BUILD}/web/`)("playwright-core");

export class Browser {
  static async start() {
    const browser = new Browser();
    browser.chromium = await chromium.launch({ executablePath: process.env.CHROMIUM, timeout: LIMIT });
    return browser;
  }

  // A page of its own, and what the browser complains of there: errors in scripts, and whatever the
  // Content-Security-Policy forbids. That the server refused something, or is gone, is no complaint; a
  // connection that was still open when the server went is reset or closed.
  async open(options = {}) {
    const context = await this.chromium.newContext({ viewport: { width: 1000, height: 900 }, acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"], ...options });
    const page = await context.newPage();
    const complaints = [];
    page.setDefaultTimeout(LIMIT);
    page.on("pageerror", (error) => complaints.push(error.stack));
    page.on("console", (message) => message.type() === "error" && !/status of 4(0[0139]|22)|ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE/.test(message.text()) && complaints.push(message.text()));
    return { page, complaints, close: () => context.close() };
  }

  stop() {
    return this.chromium.close();
  }
}
