import { readUint256, TOTAL_SUPPLY_CALL } from "../../avalanche/evm/calls";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type { FirnToken } from "../../contract/firn/tokens";
import { NodeError } from "../../errors";
import { amountOf, TOKEN_STANDARDS } from "../../store/rows/columns";
import type { ContractTable, TokenTable } from "../../store/tables/evm/tokens";
import { partialHistory } from "../evm/history";
import type { EvmContext } from "../handler";

/** A token's facts and totals as the store has them. If its balances come from the node, so does its supply. */
export function presentToken(
  context: EvmContext,
  address: Uint8Array,
  row: ContractTable | undefined,
  figures: Pick<TokenTable, "supply" | "holders" | "transfers"> | undefined,
): Omit<FirnToken, "open" | "blockNumber" | "metadataRead"> {
  const isPartial = partialHistory(context) !== undefined;
  const asksNode = row?.asks_node === true || isPartial;
  return {
    address: formatEvmAddress(address),
    ercType: TOKEN_STANDARDS[row?.standard ?? 0] ?? "UNKNOWN",
    ...(row?.name == null ? {} : { name: row.name }),
    ...(row?.symbol == null ? {} : { symbol: row.symbol }),
    ...(row?.decimals == null ? {} : { decimals: row.decimals }),
    ...(figures && !asksNode && { totalSupply: String(amountOf(figures.supply)), holders: figures.holders }),
    ...(figures && !isPartial && { transfers: figures.transfers }),
    balancesFrom: asksNode ? "node" : "transfers",
  };
}

/** The contract's own answer. Undefined when the contract or the node does not give one. */
export async function askSupply(
  { nodes, facts }: Pick<EvmContext, "nodes" | "facts">,
  contract: Uint8Array,
): Promise<bigint | undefined> {
  try {
    return readUint256(await nodes.client(facts).callContract(contract, TOTAL_SUPPLY_CALL));
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
}
