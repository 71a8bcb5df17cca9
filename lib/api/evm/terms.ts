import type { Currency } from "../../contract/data/evm";
import type { ChainLabels } from "../labels/labels";
import type { ChainPrices } from "../labels/prices";
import type { Dialect } from "../request/dialect";

/** What an answer about an EVM chain depends on besides rows: the client's form, and the operator's labels and prices. */
export interface EvmTerms {
  dialect: Dialect;
  labels: ChainLabels;
  prices: ChainPrices;
  currency: Currency;
}
