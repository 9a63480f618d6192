// Work of which only the newest call counts: a call ends the one before that is still at work.
//
//     const alone = newestOnly({ busy: (is) => …, failed: (error) => … });
//     alone(async (signal) => …);
//     end(alone);

export function newestOnly({ busy, failed }) {
  let newest;
  return async (work) => {
    newest?.abort();
    const mine = (newest = new AbortController());
    busy(true);
    try {
      await work(mine.signal);
    } catch (error) {
      if (mine === newest && error.name !== "AbortError") failed(error);
    }
    if (mine === newest) busy(false);
  };
}

// Ends what is still at work.
export function end(...works) {
  for (const alone of works) alone(async () => {});
}
