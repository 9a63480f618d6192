// What the page asks of the program. This is the only file that knows of requests; program.js says where the
// program is. Trees are objects as described under "json" in docs/formats.md.
//
//     about()                             what there is: {models, taggers, default, treebanks, steps, evaluates,
//                                         edit, opens, changes, where}; models parse, and treebanks, as models, give
//                                         "constituents", "dependencies" or, where they have words alone, null
//     parse(options, see, signal)         calls see(sentence) for each sentence as it comes
//     derivation(options, signal)         the sentences with their steps
//     page(treebank, options, signal)     sentences of a treebank: {total, sentences}
//     evaluate(options, signal)           scores against gold trees: {sentences, scores, compares, next}
//     search(options, signal)             {variables, found, matches, sentences, next, cut}
//     draw(data, from, format)            pictures of trees, as texts
//     save(treebank, edit)                {number, revision, tree} into the file: gives the new {revision}
//     change(treebank, edits)             {refused, file}: the treebank's file, as bytes, in which sentences are
//                                         replaced by the trees of edits, {number, tree}, and what could not be,
//                                         {number, text}; only where about().changes
//     open(kind, file)                    makes a file of the user's one more "model" or "treebank"; gives its
//                                         name; only where about().opens
//
// `options` are the arguments of docs/server.md. All functions fail with a Refusal.

import * as program from "./program.js";

export class Refusal extends Error {
  constructor({ status, code, text, line, column, revision, tree }) {
    super(text);
    Object.assign(this, { status, code, line, column, revision, tree });
  }
}

const API = "api/v1/";
const TOKEN = "pleach-token"; // kept until the tab is closed

export function setToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

function headers() {
  const token = sessionStorage.getItem(TOKEN);
  return token ? { Authorization: `Bearer ${token}` } : {};
}

async function send(path, { body, signal, method = "POST", more = {} } = {}) {
  const request = { headers: { ...headers(), ...more }, signal };
  if (body) {
    request.method = method;
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  return checked(program.ask(API + path, request));
}

async function checked(asked) {
  let answer;
  try {
    answer = await asked;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal({ status: 0, text: program.silent });
  }
  if (answer.ok) return answer;
  const { error, ...rest } = await answer.json().catch(() => ({}));
  throw new Refusal({ ...rest, ...(error ?? { status: answer.status, text: `the server answers ${answer.status}` }) });
}

const get = async (path, signal) => (await send(path, { signal })).json();
const post = async (path, body, signal) => (await send(path, { body, signal })).json();

// The lines of an answer, each as soon as it is there.
async function* lines(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const parts = (rest + (value ?? "")).split("\n");
    rest = parts.pop();
    yield* parts.filter((line) => line !== "");
    if (done) return;
  }
}

const givenBy = ({ trees, arcs }) => (trees > 0 ? "constituents" : arcs > 0 ? "dependencies" : null);

export async function about() {
  const [models, treebanks, paths, session] = await Promise.all([
    get("models"), get("treebanks"), get("openapi.json"), get("session"),
  ]);
  return {
    models: models.models.filter((model) => model.gives),
    taggers: models.models.filter((model) => !model.gives).map(({ name }) => name),
    default: models.default,
    treebanks: treebanks.treebanks.map((bank) => ({ ...bank, gives: givenBy(bank.statistics) })),
    steps: "/api/v1/derivation" in paths.paths,
    evaluates: "/api/v1/evaluate" in paths.paths,
    edit: session.edit,
    opens: program.open != null,
    changes: program.change != null,
    where: program.where,
  };
}

export async function parse(options, see, signal) {
  const answer = await send("parse", { body: { ...options, stream: true }, signal });
  for await (const line of lines(answer)) {
    const sentence = JSON.parse(line);
    if (sentence.error) throw new Refusal(sentence.error);
    see(sentence);
  }
}

export async function draw(data, from, format) {
  return (await post("draw", { data, from, format })).drawings;
}

export async function derivation(options, signal) {
  return (await post("derivation", options, signal)).sentences;
}

export function page(treebank, options, signal) {
  return get(`treebanks/${encodeURIComponent(treebank)}?${new URLSearchParams(options)}`, signal);
}

export function evaluate(options, signal) {
  return post("evaluate", options, signal);
}

export function search(options, signal) {
  return post("search", options, signal);
}

// Changes need the page's token, which is another one after each start of the server.
export async function save(treebank, edit) {
  const { page_token } = await get("session");
  const answer = await send(`treebanks/${encodeURIComponent(treebank)}`, { method: "PUT", body: { from: "json", ...edit }, more: { "X-Pleach-Page": page_token } });
  return answer.json();
}

export async function open(kind, file) {
  return (await (await checked(program.open(kind, file))).json()).name;
}

export async function change(treebank, edits) {
  const bytes = new Uint8Array(await (await checked(program.change(treebank, edits))).arrayBuffer()), end = bytes.indexOf(10);
  return { ...JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))), file: bytes.subarray(end + 1) };
}
