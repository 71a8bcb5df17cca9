import type { ChainCode } from "../../store/rows/columns";
import type { DecodedContainer } from "../follow/decode";
import type { LedgerFacts } from "./ledger";

/** A container with the facts that its bytes lack. */
export interface ContainerWithLedger extends DecodedContainer {
  chain: ChainCode;
  /** Chain time after it, unix seconds. */
  time: number;
  /** P only; absent when the ledger can't be kept: no genesis, or a store that doesn't begin with the chain. */
  ledger?: LedgerFacts;
}
