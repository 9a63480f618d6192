// The program that answers the page, in the browser alone: pleach as WebAssembly in a worker, so that
// the page stays live while it works. Takes the place of share/web/js/program.js and has its names.

export const where = "Runs in this browser alone: texts and files are sent nowhere.";
export const silent = "pleach does not run in this browser; it needs WebAssembly with SIMD, and modules in workers.";

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const waiting = new Map(); // number of a request -> what takes the pieces of its answer
let last = 0, broken;

document.querySelector("main").textContent = "Loading the parser and its model …";

worker.onmessage = ({ data: { number, ...piece } }) => waiting.get(number)?.take(piece);
worker.onerror = (event) => {
  event.preventDefault();
  broken = new Error(event.message);
  for (const { fail } of waiting.values()) fail(broken);
  waiting.clear();
};

// Sends a request to the worker; the promise is for a Response whose body comes piece by piece.
function send(request, signal) {
  const number = ++last;
  return new Promise((resolve, reject) => {
    let controller;
    const fail = (error) => (controller ? controller.error(error) : reject(error));
    const take = ({ status, bytes, done }) => {
      if (!controller) resolve(new Response(new ReadableStream({ start: (own) => (controller = own) }), { status }));
      controller.enqueue(bytes);
      if (!done) return;
      controller.close();
      waiting.delete(number);
    };
    if (broken) return fail(broken);
    if (signal?.aborted) return fail(signal.reason);
    signal?.addEventListener("abort", () => {
      if (!waiting.delete(number)) return;
      worker.postMessage({ number, stop: true });
      fail(signal.reason);
    });
    waiting.set(number, { take, fail });
    worker.postMessage({ number, ...request });
  });
}

export const ask = (path, { method = "GET", body, signal }) => send({ method, path: `/${path}`, body }, signal);

const files = new Map(); // of the user's, by the names that they have here

export async function open(kind, file) {
  const answer = await send({ kind, name: file.name, file: new Uint8Array(await file.arrayBuffer()) });
  if (answer.ok) files.set((await answer.clone().json()).name, file);
  return answer;
}

// The answer is a line of JSON, that of alone_change, with the file behind it.
export async function change(name, edits) {
  const own = files.get(name);
  return send({ name: own?.name ?? name, file: own && new Uint8Array(await own.arrayBuffer()), edits: JSON.stringify(edits) });
}
