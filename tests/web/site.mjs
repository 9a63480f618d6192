// A web server for build/web/site, as any static host is: files and their types, below some path, and no header
// that a page could ask for. It never outlives the tests.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, normalize } from "node:path";

const FOLDER = `${process.env.BUILD}/web/site`;
const PATH = "/some/where/";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm" };

async function answer(request, response) {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  const name = path.startsWith(PATH) ? path.slice(PATH.length) || "index.html" : "..";
  const bytes = request.method === "GET" && !name.startsWith("..") && await readFile(`${FOLDER}/${name}`).catch(() => null);
  response.writeHead(bytes ? 200 : 404, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" });
  response.end(bytes || "");
}

export async function withSite(work) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work({ url: `http://localhost:${server.address().port}${PATH}`, folder: FOLDER });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
