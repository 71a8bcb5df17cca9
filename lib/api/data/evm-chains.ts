import type * as contract from "../../contract/data/evm-chains";
import type { Handler } from "../handler";

/** No EVM chain is indexed yet: the list is empty whatever the filters, which the contract has checked. */
export const supportedChains: Handler<typeof contract.supportedChains> = async () => ({ chains: [] });
