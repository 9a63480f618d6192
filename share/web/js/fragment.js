// What is shown stands in the address, behind the #: "#parse?model=nl&text=Jan+slaapt.". Whoever
// opens the address sees the same. Browsers do not send this part to the server.

export const LONGEST = 16000; // characters; longer addresses do not survive mail programs

export function read(hash = location.hash) {
  const [view, query] = hash.slice(1).split(/\?(.*)/s);
  return { view, state: Object.fromEntries(new URLSearchParams(query ?? "")) };
}

// A number that anybody may have written; what is none is 0.
export function number(text) {
  return Math.min(Math.max(0, Math.floor(Number(text)) || 0), Number.MAX_SAFE_INTEGER);
}

export function address(view, state) {
  const kept = Object.entries(state).filter(([, value]) => value != null && value !== "");
  const query = new URLSearchParams(kept).toString();
  return `#${view}${query ? "?" + query : ""}`;
}

// Puts it into the address bar, without a new entry in the history. What is too long is left out. A view
// that was left while it was at work may come to its end later: it does not count any more.
export function write(view, state) {
  if (read().view !== view) return;
  const whole = address(view, state);
  history.replaceState(history.state, "", whole.length <= LONGEST ? whole : `#${view}`);
}

// The whole address, for others; fails if it would be too long.
export function link(view, state) {
  const whole = address(view, state);
  if (whole.length > LONGEST) throw new Error("Too long for a link");
  return location.href.split("#")[0] + whole;
}
