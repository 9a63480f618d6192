// Starts build/pleach-serve on a free port and waits until it says its address. It never outlives the tests,
// however they end: who waits for the end of their output would wait for ever.

import { spawn } from "node:child_process";

function startServer(options) {
  const child = spawn(`${process.env.BUILD}/pleach-serve`, ["--quiet", "--port", "0", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve(code ?? signal)));
  const stop = () => (child.kill("SIGTERM"), ended);
  process.on("exit", stop);
  ended.then(() => process.off("exit", stop));
  return new Promise((resolve, reject) => {
    let text = "";
    child.on("error", reject);
    ended.then((code) => reject(new Error(`pleach-serve ended with ${code} before it was ready`)));
    child.stdout.on("data", (piece) => {
      text += piece;
      const url = text.match(/http:\S+/)?.[0];
      if (url && text.includes("\n")) resolve({ url, stop, runs: () => child.exitCode === null && child.signalCode === null });
    });
  });
}

// A server for work(server), which may fail. The server has to live until the work is done.
export async function withServer(options, work) {
  const server = await startServer(options);
  try {
    await work(server);
  } finally {
    const lived = server.runs();
    const end = await server.stop();
    if (!lived) throw new Error(`pleach-serve ended by itself: ${end}`);
  }
}

// Asks a server: asking(url)("parse", {data}) gives the answer.
export function asking(url) {
  return async (path, body) => {
    const request = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    return (await fetch(`${url}api/v1/${path}`, request)).json();
  };
}
