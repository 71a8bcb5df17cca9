import { type NodeClient, openNode } from "../../client/node";
import { publicUrl } from "../../client/node-call";
import type { CandidateNode } from "../../contract/firn/status";
import { describeError, FirnError } from "../../errors";
import type { Log } from "../../log";
import type { Stores } from "../../store/stores";
import { sideBySide } from "../follow/side-by-side";
import { compareVerdicts, judgeNode, type Kept, readKept, type Verdict } from "./judge";

export interface ChoiceOptions {
  /** In the operator's order, with credentials. */
  urls: readonly [string, ...string[]];
  stores: Stores;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  log: Log;
}

/** How often all nodes are asked how they are. */
const CHECK_MS = 5_000;
const TIMEOUT_MS = 4_000;
/** The node in use is left after so many checks in a row at which it was not ready. */
const LEAVE_AFTER = 2;
/** An earlier node is used again after so many checks in a row at which it was ready: half a minute. */
const RETURN_AFTER = 6;

/**
 * Runs `work` with one of several nodes, and again with another when that one is no longer the one to use: the first in
 * the operator's order that is ready (decision 0044). Nothing runs with two nodes at once. A single node is not looked
 * at.
 * @throws what `work` throws
 */
export async function withChosenNode(
  options: ChoiceOptions,
  work: (url: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { urls, stores, sleep, signal } = options;
  if (urls.length === 1) {
    await stores.writeKnownNodes([]);
    return work(urls[0], signal);
  }
  const choice = new NodeChoice(options);
  let url = await choice.look();
  while (!signal.aborted) {
    const over = new AbortController();
    const both = AbortSignal.any([signal, over.signal]);
    let next = url;
    const watch = async () => {
      while (next === url && !both.aborted) {
        await sleep(CHECK_MS, both);
        if (!both.aborted) next = await choice.look();
      }
      over.abort();
    };
    await sideBySide(over, [work(url, both), watch()]);
    url = next;
  }
}

/** A node, what is known of it, and at how many checks in a row it has been ready, or not ready. */
interface Watched {
  url: string;
  node: NodeClient;
  verdict: Verdict;
  inARow: number;
}

/** The best of the nodes that are not ready comes first: one of another network is used only if all are. */
const NOT_READY = ["behind", "bootstrapping", "away", "other-history", "other-network"] as const;

/** Which node to use, found by looking at all of them again and again. */
class NodeChoice {
  readonly #options: ChoiceOptions;
  readonly #nodes: Watched[];
  #used: Watched | undefined;
  #kept: Kept | undefined;

  constructor(options: ChoiceOptions) {
    this.#options = options;
    this.#nodes = options.urls.map((url) => ({
      url,
      node: openNode(url, { timeoutMs: TIMEOUT_MS }),
      verdict: { state: "away", reason: "it limits requests" },
      inARow: 0,
    }));
  }

  /** Looks at all nodes, records how they are, and returns the URL of the one to use. */
  async look(): Promise<string> {
    const { stores, signal, log } = this.#options;
    const kept = await this.#readKept();
    const judged = await Promise.all(
      this.#nodes.map(async ({ node, verdict }) => (await judgeNode(node, kept, signal)) ?? verdict),
    );
    for (const [i, verdict] of compareVerdicts(judged, kept).entries()) {
      const each = this.#nodes[i] as Watched;
      each.inARow = isReady({ verdict }) === isReady(each) ? each.inARow + 1 : 1;
      each.verdict = verdict;
    }
    const before = this.#used;
    const used = this.#choose();
    if (signal.aborted) return (before ?? used).url;
    this.#used = used;
    const known = this.#nodes.map((each): CandidateNode => {
      const { state, reason } = each.verdict;
      return { url: publicUrl(each.url), isUsed: each === used, state, ...(reason && { reason }) };
    });
    await stores.writeKnownNodes(known).catch((error: unknown) => {
      log.warn(`which node is used could not be written down: ${describeError(error)}`);
    });
    if (used !== before) {
      const others = known.flatMap(({ url, reason }) => (reason === undefined ? [] : `${url}: ${reason}`));
      log[before === undefined ? "info" : "warn"](`the node at ${publicUrl(used.url)} is used`, { others });
    }
    return used.url;
  }

  /** While the store can't be read, because it is being made or moved, what it had before counts. */
  async #readKept(): Promise<Kept | undefined> {
    try {
      this.#kept = await readKept(this.#options.stores);
    } catch (error) {
      if (!(error instanceof FirnError)) throw error;
    }
    return this.#kept;
  }

  #choose(): Watched {
    const used = this.#used;
    const ready = this.#nodes.find(isReady);
    if (used === undefined) return ready ?? this.#leastBad();
    if (isReady(used)) {
      const earlier = this.#nodes.slice(0, this.#nodes.indexOf(used));
      return earlier.find((each) => isReady(each) && each.inARow >= RETURN_AFTER) ?? used;
    }
    if (used.inARow < LEAVE_AFTER) return used;
    const isUseful = used.verdict.state === "behind" || used.verdict.state === "bootstrapping";
    return ready ?? (isUseful ? used : this.#leastBad());
  }

  #leastBad(): Watched {
    const found = NOT_READY.map((state) => this.#nodes.find(({ verdict }) => verdict.state === state));
    return found.find((node) => node !== undefined) ?? (this.#nodes[0] as Watched);
  }
}

function isReady({ verdict }: Pick<Watched, "verdict">): boolean {
  return verdict.state === "ready";
}
