import Link from "next/link";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import { type EvmChain, NOBODY } from "../chain";
import type { ListedNft } from "./nft-page";

/** The element of a token's page that lists its holders. */
export const HOLDERS_ID = "holders";

/**
 * Owner of a token. An ERC-1155 token has several holders, each with an amount: the token's page lists them. In a list of what one
 * of them has, the amount says more.
 */
export function NftOwner({ chain, token }: { chain: EvmChain; token: ListedNft }) {
  if (token.ercType === "ERC-1155") {
    if (token.balance !== undefined) return <span>{groupDigits(token.balance)} held</span>;
    const page = hrefTo("nft", { chain: chain.segment, contract: token.address, token: token.tokenId });
    return (
      <Link href={`${page}#${HOLDERS_ID}`} prefetch={false}>
        several holders
      </Link>
    );
  }
  const { ownerAddress } = token;
  if (ownerAddress === undefined) return <span className="text-ink-3">unknown</span>;
  return ownerAddress === NOBODY ? (
    <span className="text-ink-3">burned</span>
  ) : (
    <AccountLink chain={chain} account={{ address: ownerAddress }} />
  );
}
