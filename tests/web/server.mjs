// Starts build/pleach-serve on a free port and waits until it says its address.

import { spawn } from "node:child_process";

export function startServer(options) {
  const child = spawn(`${process.env.BUILD}/pleach-serve`, ["--quiet", "--port", "0", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const stop = () => (child.kill("SIGTERM"), ended);
  return new Promise((resolve, reject) => {
    let text = "";
    child.on("error", reject);
    ended.then((code) => reject(new Error(`pleach-serve ended with ${code} before it was ready`)));
    child.stdout.on("data", (piece) => {
      text += piece;
      const url = text.match(/http:\S+/)?.[0];
      if (url && text.includes("\n")) resolve({ url, stop });
    });
  });
}
