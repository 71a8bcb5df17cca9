import { api } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import type { TokenListParams } from "@/components/evm/lists/list-query";
import type { TokenKind } from "@/components/evm/lists/token-list";
import { listChainCollections, listChainTokens } from "@/lib/contract/firn/chain-lists";
import { fillRoute, type RouteBody } from "@/lib/contract/route";

/** A page of tokens or collections, and the path on this origin that serves it and the next ones. */
export interface TokenListPage {
  page: RouteBody<typeof listChainTokens>;
  path: string;
}

/** Tokens or collections of an EVM chain at a position. @throws FirnError */
export async function readTokens(
  { evmChainId }: Pick<EvmChain, "evmChainId">,
  kind: TokenKind,
  query: TokenListParams & { pageSize: number; pageToken?: string | undefined },
): Promise<TokenListPage> {
  const request = { params: { chainId: evmChainId }, query };
  const route = kind === "tokens" ? listChainTokens : listChainCollections;
  return { page: await api().get(route, request), path: fillRoute(route, request) };
}
