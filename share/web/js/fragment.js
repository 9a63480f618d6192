// What is shown stands in the address, behind the #: "#parse?model=nl&text=Jan+slaapt.". Whoever
// opens the address sees the same. Browsers do not send this part to the server. What is too long for an address is
// kept with the entry of the browser's history, which outlives a reload.

export const LONGEST = 16000; // characters; longer addresses do not survive mail programs

const written = new Map(); // by view, the latest last

export function read() {
  const [view, query] = location.hash.slice(1).split(/\?(.*)/s), long = history.state?.long;
  return { view, state: query == null && long?.view === view ? long.state : Object.fromEntries(new URLSearchParams(query ?? "")) };
}

// What a view showed last, and all that views showed, the latest first.
export const lastOf = (view) => written.get(view) ?? {};
export const latest = () => [...written.values()].reverse();

// A number that anybody may have written; what is none is 0.
export function number(text) {
  return Math.min(Math.max(0, Math.floor(Number(text)) || 0), Number.MAX_SAFE_INTEGER);
}

const filled = (state) => Object.entries(state).filter(([, value]) => value != null && value !== "").map(([name, value]) => [name, String(value)]);

export function address(view, state) {
  const query = new URLSearchParams(filled(state)).toString();
  return `#${view}${query ? "?" + query : ""}`;
}

// Puts it into the address bar, without a new entry in the history. A view that was left while it was at work may come
// to its end later: it does not count any more.
export function write(view, state) {
  if (read().view !== view) return;
  const whole = address(view, state), fits = whole.length <= LONGEST, kept = Object.fromEntries(filled(state));
  written.delete(view);
  written.set(view, kept);
  history.replaceState({ ...history.state, long: fits ? null : { view, state: kept } }, "", fits ? whole : `#${view}`);
}

// The whole address, for others; fails if it would be too long.
export function link(view, state) {
  const whole = address(view, state);
  if (whole.length > LONGEST) throw new Error("Too long for a link");
  return location.href.split("#")[0] + whole;
}
