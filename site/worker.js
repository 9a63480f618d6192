// Runs pleach: takes requests from program.js and sends their answers, piece by piece. Between the pieces
// of a long answer it looks for new messages, so that others are answered and this one can be stopped.

import load from "../wasm/pleach.js";

const wanted = new Set(); // numbers of the requests whose answers are waited for
const paths = new Map();  // where the files of the site are, by their names
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
    const name = path.replace(/.*\//, ""), answer = open(pleach, kind, name, file);
    paths.set(name, path);
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

// pleach reads and writes the file on a disk that is in memory.
function onDisk(pleach, name, file, work) {
  const path = `/${name}`;
  pleach.FS.writeFile(path, file);
  try {
    return work(path);
  } finally {
    pleach.FS.unlink(path);
  }
}

const open = (pleach, kind, name, file) => onDisk(pleach, name, file, (path) => pleach.ccall("alone_open", "number", ["string", "string"], [kind, path]));

// Sends the answer of alone_change, and behind it the file, unless that cannot be changed.
async function change(pleach, { number, name, file, edits }) {
  const before = file ?? await fetched(paths.get(name));
  onDisk(pleach, name, before, (path) => {
    const at = pleach.ccall("alone_change", "number", ["string", "string"], [path, edits]), status = pleach._alone_status(at);
    send(number, { status, bytes: piece(pleach, at) });
    pleach._alone_free(at);
    send(number, { status, bytes: status === 200 ? pleach.FS.readFile(path) : new Uint8Array(), done: true });
  });
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

function piece(pleach, at) {
  const text = pleach._alone_text(at);
  return pleach.HEAPU8.slice(text, text + pleach._alone_length(at));
}

async function answer(pleach, request) {
  const { number, kind, name, file, method, path, body } = request;
  const at = kind ? open(pleach, kind, name, file) : ask(pleach, method, path, body);
  const status = pleach._alone_status(at);
  do {
    send(number, { status, bytes: piece(pleach, at) });
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
    if (wanted.has(number)) await (request.edits ? change : answer)(pleach, request);
  } catch (error) {
    fail(number, error);
  }
  wanted.delete(number);
};
