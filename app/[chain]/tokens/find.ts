import { findEvmChain } from "@/app/[chain]/evm-chain";
import { readTokens } from "@/app/[chain]/tokens/tokens";
import { type Existence, type Lookup, moved } from "@/app/existence";
import type { EvmChain } from "@/components/evm/chain";
import { TOKENS_QUERY, type TokenListParams } from "@/components/evm/lists/list-query";
import { hrefTo } from "@/lib/contract/pages";

/** The chain whose tokens or collections are listed, and the list's position. */
export interface FoundTokens {
  chain: EvmChain;
  position: TokenListParams;
}

export async function findTokens({
  page,
  params,
  query,
}: Lookup<"tokens" | "collections", TokenListParams>): Promise<Existence<FoundTokens>> {
  const chain = await findEvmChain(params.chain);
  if (chain === undefined) return "missing";
  if (params.chain !== chain.segment)
    return moved(hrefTo(page, { chain: chain.segment }, TOKENS_QUERY.write(query)));
  // A list continues only after an existing contract.
  if (query.after !== undefined) await readTokens(chain, page, { ...query, pageSize: 1 });
  return { found: { chain, position: query } };
}
