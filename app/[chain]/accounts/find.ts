import { findEvmChain } from "@/app/[chain]/evm-chain";
import { type Find, moved } from "@/app/existence";
import type { EvmChain } from "@/components/evm/chain";
import { hrefTo } from "@/lib/contract/pages";

/** The chain whose accounts are listed, and the account after which the list starts. */
export interface FoundAccounts {
  chain: EvmChain;
  after: string | undefined;
}

export const findAccounts: Find<"accounts", FoundAccounts, { after?: string }> = async ({
  params,
  query: { after },
}) => {
  const chain = await findEvmChain(params.chain);
  if (chain === undefined) return "missing";
  if (params.chain !== chain.segment) return moved(hrefTo("accounts", { chain: chain.segment }, { after }));
  return { found: { chain, after } };
};
