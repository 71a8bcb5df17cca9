import { toHex } from "../../avalanche/codec/bytes";
import { readPriceFeed } from "../../client/price-feed";
import type { Currency } from "../../contract/data/evm";
import type { PriceFeed } from "../../contract/prices";
import { describeError } from "../../errors";
import { type EveryOptions, every, pause } from "../../every";
import type { Log } from "../../log";

/** Prices on one chain: of its native token (undefined) or of a contract's token, as decimal text per whole token. */
export interface ChainPrices {
  current(token: Uint8Array | undefined, currency: Currency): string | undefined;
  /** The price on the UTC day of a time in the past, unix seconds. */
  at(token: Uint8Array | undefined, currency: Currency, time: number): string | undefined;
}

/** Prices on all chains. Without a feed there are none. */
export interface Prices {
  of(evmChainId: string): ChainPrices;
  /** Another object once they are read anew. */
  readonly state: object;
  close(): Promise<void>;
}

interface PricesOptions {
  /** A URL or a file path; undefined for no feed. */
  feed: string | undefined;
  nowMs: () => number;
  /** `pause` unless given. */
  sleep?: EveryOptions["sleep"];
  log: Pick<Log, "warn">;
}

/** How often the feed is read. */
const POLL_MS = 60_000;
/** After failing for so long, a feed has no current prices. */
const CURRENT_FOR_MS = 60 * 60_000;

/** Reads the feed once before it returns, then every minute. A failing feed is logged once. */
export async function openPrices({ feed, nowMs, sleep = pause, log }: PricesOptions): Promise<Prices> {
  let known: PriceFeed = {};
  let readAtMs = 0;
  let said = "";
  const stop = new AbortController();
  const read = async (): Promise<void> => {
    if (feed === undefined) return;
    try {
      known = lowerCased(await readPriceFeed(feed, stop.signal));
      readAtMs = nowMs();
      said = "";
    } catch (error) {
      const fault = describeError(error);
      if (!stop.signal.aborted && fault !== said) log.warn(`FIRN_PRICES: ${fault}`);
      said = fault;
    }
  };
  await read();
  const { signal } = stop;
  const poll = async () => {
    await sleep(POLL_MS, signal);
    await every(POLL_MS, read, { sleep, signal });
  };
  const polling = feed === undefined ? undefined : poll();
  return {
    of(evmChainId) {
      const tokenOf = (token: Uint8Array | undefined) =>
        known[evmChainId]?.[token === undefined ? "native" : toHex(token)];
      const isCurrent = () => nowMs() - readAtMs < CURRENT_FOR_MS;
      return {
        current: (token, currency) => (isCurrent() ? tokenOf(token)?.current?.[currency] : undefined),
        at: (token, currency, time) =>
          tokenOf(token)?.history?.[new Date(time * 1000).toISOString().slice(0, 10)]?.[currency],
      };
    },
    get state() {
      return known;
    },
    async close() {
      stop.abort();
      await polling;
    },
  };
}

function lowerCased(feed: PriceFeed): PriceFeed {
  return Object.fromEntries(
    Object.entries(feed).map(([chain, tokens]) => [
      chain,
      Object.fromEntries(Object.entries(tokens).map(([token, prices]) => [token.toLowerCase(), prices])),
    ]),
  );
}
