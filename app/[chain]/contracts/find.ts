import { readContracts } from "@/app/[chain]/contracts/contracts";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { type Find, moved } from "@/app/existence";
import type { EvmChain } from "@/components/evm/chain";
import { CONTRACTS_QUERY, type ContractListParams } from "@/components/evm/lists/list-query";
import { hrefTo } from "@/lib/contract/pages";

/** The chain whose contracts are listed, and the list's position. */
export interface FoundContracts {
  chain: EvmChain;
  position: ContractListParams;
}

export const findContracts: Find<"contracts", FoundContracts, ContractListParams> = async ({
  params,
  query,
}) => {
  const chain = await findEvmChain(params.chain);
  if (chain === undefined) return "missing";
  if (params.chain !== chain.segment)
    return moved(hrefTo("contracts", { chain: chain.segment }, CONTRACTS_QUERY.write(query)));
  // A list continues only after an existing contract.
  if (query.after !== undefined) await readContracts(chain, { ...query, pageSize: 1 });
  return { found: { chain, position: query } };
};
