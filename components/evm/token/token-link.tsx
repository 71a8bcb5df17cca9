import Link from "next/link";
import { cleanName } from "@/components/ui/name";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { headTail } from "@/lib/words/format";
import type { EvmChain } from "../chain";
import type { TokenMove } from "../tx/moves";

/** Page of a token contract, or of one token of a collection. */
export function tokenHref(
  { segment }: Pick<EvmChain, "segment">,
  { token, tokenId }: Pick<TokenMove, "token" | "tokenId">,
): string {
  return tokenId === undefined
    ? hrefTo("token", { chain: segment, contract: token })
    : hrefTo("nft", { chain: segment, contract: token, token: tokenId });
}

/** Address of a token's newest transfers, which are not the first list of a collection. */
export function newestTransfersHref({ href, hasIds }: { href: string; hasIds: boolean }): string {
  return withQuery<"collection">(href, { tab: hasIds ? "transfers" : undefined });
}

/** Link to the token that a transfer moved. */
export function TokenLink(props: {
  chain: Pick<EvmChain, "segment">;
  move: Pick<TokenMove, "token" | "tokenName" | "tokenId">;
}) {
  const { chain, move } = props;
  const { token, tokenName, tokenId } = move;
  const name = cleanName(tokenName) || headTail(token);
  return (
    <Link href={tokenHref(chain, move)} prefetch={false} title={token}>
      <bdi>{name}</bdi>
      {tokenId !== undefined && ` ${headTail(tokenId)}`}
    </Link>
  );
}
