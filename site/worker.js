// Runs pleach: takes requests from program.js and sends their answers, piece by piece. Between the pieces
// of a long answer it looks for new messages, so that others are answered and this one can be stopped.

import load from "../wasm/pleach.js";

const wanted = new Set(); // numbers of the requests whose answers are waited for
let ready;
use(start());

function use(promise) {
  ready = promise;
  ready.catch(() => {}); // whoever asks is told
}

async function start() {
  const pleach = await load();
  const { models, treebanks } = await (await fetch(new URL("../site.json", import.meta.url))).json();
  const files = await Promise.all([...models.map((path) => ["model", path]), ...treebanks.map((path) => ["treebank", path])]
    .map(async ([kind, path]) => ({ kind, path, file: await fetched(path) })));
  for (const { kind, path, file } of files) {
    const answer = open(pleach, kind, path.replace(/.*\//, ""), file);
    if (pleach._alone_status(answer) !== 200) throw new Error(pleach.UTF8ToString(pleach._alone_text(answer)));
    pleach._alone_free(answer);
  }
  return pleach;
}

async function fetched(path) {
  const answer = await fetch(new URL(`../${path}`, import.meta.url));
  if (!answer.ok) throw new Error(`${path}: the host answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// pleach reads the file from a disk that is in memory.
function open(pleach, kind, name, file) {
  const path = `/${name}`;
  pleach.FS.writeFile(path, file);
  try {
    return pleach.ccall("alone_open", "number", ["string", "string"], [kind, path]);
  } finally {
    pleach.FS.unlink(path);
  }
}

function ask(pleach, method, path, body) {
  const texts = [method, path, body].map((text) => (text == null ? 0 : pleach.allocateUTF8(text)));
  try {
    return pleach._alone_ask(...texts);
  } finally {
    texts.forEach(pleach._free);
  }
}

// -- answering --------------------------------------------------------------------------------

const pause = () => new Promise((resolve) => setTimeout(resolve)); // lets messages in

function send(number, piece) {
  postMessage({ number, ...piece }, [piece.bytes.buffer]);
}

async function answer(pleach, request) {
  const { number, kind, name, file, method, path, body } = request;
  const at = kind ? open(pleach, kind, name, file) : ask(pleach, method, path, body);
  const status = pleach._alone_status(at);
  do {
    const text = pleach._alone_text(at), bytes = pleach.HEAPU8.slice(text, text + pleach._alone_length(at));
    send(number, { status, bytes });
    await pause();
  } while (wanted.has(number) && pleach._alone_more(at));
  pleach._alone_free(at);
  send(number, { status, bytes: new Uint8Array(), done: true });
}

// What was thrown by pleach itself leaves it in an unknown state: it answers no more.
function fail(number, error) {
  const why = error instanceof WebAssembly.RuntimeError ? "probably for want of memory" : error.message ?? error;
  const text = `pleach has stopped: ${why}. Load the page again.`;
  use(Promise.reject(error));
  send(number, { status: 500, bytes: new TextEncoder().encode(JSON.stringify({ error: { status: 500, text } })), done: true });
}

onmessage = async ({ data: request }) => {
  const { number, stop } = request;
  if (stop) return wanted.delete(number);
  wanted.add(number);
  await pause(); // until here it may have been stopped already
  try {
    const pleach = await ready;
    if (wanted.has(number)) await answer(pleach, request);
  } catch (error) {
    fail(number, error);
  }
  wanted.delete(number);
};
