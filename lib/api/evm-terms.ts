import type { Currency } from "../contract/data/evm";
import type { Dialect } from "./dialect";
import type { ChainLabels } from "./labels";
import type { ChainPrices } from "./prices";

/** What an answer about an EVM chain depends on beside its rows: who asks, and what the operator says. */
export interface EvmTerms {
  dialect: Dialect;
  labels: ChainLabels;
  prices: ChainPrices;
  currency: Currency;
}
