import type { Currency } from "../../contract/data/evm";
import type { ChainLabels } from "../labels/labels";
import type { ChainPrices } from "../labels/prices";
import type { Dialect } from "../request/dialect";

/** What an answer about an EVM chain depends on beside its rows: who asks, and what the operator says. */
export interface EvmTerms {
  dialect: Dialect;
  labels: ChainLabels;
  prices: ChainPrices;
  currency: Currency;
}
