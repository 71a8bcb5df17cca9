/**
 * The fields that are read of a stream's status.
 * @typedef {{ stream: string, state: string, behind?: number, nodeHead?: string | number, error?: { code: string }, }}
 * Shown
 */

const BAR_WIDTH = 30;
const POLL_MS = 500;

/**
 * Draws a bar for each stream until all have caught up or stopped for good (or `stopped()`): in place on a terminal,
 * else line by line.
 * @param {Pick<import("../plan").Plan, "statusUrl" | "statusHeaders">} plan
 * @param {() => boolean} stopped
 */
export async function showProgress(plan, stopped) {
  const { draw, end } = drawer(process.stdout);
  while (!stopped()) {
    const streams = await readStreams(plan);
    if (streams?.some((stream) => stream.nodeHead !== undefined)) {
      draw(streams.map(barOf));
      const words = endOf(streams);
      if (words !== undefined) return end(words);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * @param {Pick<import("../plan").Plan, "statusUrl" | "statusHeaders">} plan
 * @returns {Promise<Shown[] | undefined>}
 */
async function readStreams({ statusUrl, statusHeaders: headers }) {
  try {
    const answer = await fetch(statusUrl, { headers, signal: AbortSignal.timeout(2_000) });
    return answer.ok ? (await answer.json()).streams : undefined;
  } catch {
    return undefined; // the API may be restarting; the next poll tries again
  }
}

/**
 * The final line; undefined while a stream is on its way or the node's head is unknown.
 * @param {readonly Shown[]} streams
 */
export function endOf(streams) {
  const halted = streams.filter(({ state }) => state === "stopped");
  const going = streams.filter(({ state }) => state !== "stopped");
  // Left by an earlier run: the indexer of this run is about to take it over.
  if (halted.some(({ error }) => error?.code === "INDEXER_AWAY")) return undefined;
  if (streams.length === 0 || !going.every(({ state, behind }) => state === "following" && behind === 0))
    return undefined;
  if (halted.length === 0) return "caught up";
  const names = halted.map(({ stream }) => stream).join(", ");
  return going.length === 0 ? `stopped: ${names}` : `caught up, but stopped: ${names}`;
}

/**
 * One line: `P/block  [#####-----]  50 %  55 of 110  following`.
 * @param {Shown} stream
 */
export function barOf(stream) {
  const total = stream.nodeHead === undefined ? 0 : Number(stream.nodeHead) + 1;
  const done = Math.max(0, total - (stream.behind ?? total));
  return lineOf(stream.stream, { done, total }, stream.state);
}

/**
 * Such a line for any work: its name, how much is done, and a word.
 * @param {string} name
 * @param {{ done: number, total: number }} work
 * @param {string} word
 */
export function lineOf(name, { done, total }, word) {
  const share = total === 0 ? 0 : done / total;
  const filled = Math.round(share * BAR_WIDTH);
  const bar = "#".repeat(filled) + "-".repeat(BAR_WIDTH - filled);
  const whole = Math.floor(share * 100);
  const percent = `${whole === 0 && done > 0 ? "<1" : whole} %`.padStart(5);
  return `  ${name.padEnd(8)} [${bar}] ${percent}  ${done} of ${total}  ${word}`;
}

/** @param {NodeJS.WriteStream} output */
function drawer(output) {
  let drawn = 0;
  let last = "";
  /** @param {readonly string[]} lines */
  const draw = (lines) => {
    const text = lines.join("\n");
    if (text === last) return;
    last = text;
    if (output.isTTY && drawn > 0) output.write(`\u001b[${drawn}A\u001b[J`);
    output.write(`${text}\n`);
    drawn = lines.length;
  };
  /** @param {string} words */
  const end = (words) => void output.write(`  ${words}\n`);
  return { draw, end };
}
