import type { EvmClient } from "../../client/evm";
import type { Log } from "../../log";
import type { Claim } from "../../store/bookkeeping/lease";
import type { EvmStore } from "../../store/stores";
import type { ReaderOptions } from "../follow/read";
import type { Dictionary } from "../rows/dictionary";
import type { BalanceSample } from "./facts/balance-sample";

/** What adding traces to stored blocks needs. */
export interface LateTracesOptions {
  store: EvmStore;
  claim: Claim;
  client: Pick<EvmClient, "getTraces">;
  sample?: Pick<BalanceSample, "doubts"> | undefined;
  /** Runs `work` while nothing else adds to the dictionary. */
  alone: <T>(work: (addresses: Dictionary) => Promise<T>) => Promise<T>;
  /** Unix ms. */
  now: () => number;
  sleep: ReaderOptions["sleep"];
  signal: AbortSignal;
  log: Log;
}
