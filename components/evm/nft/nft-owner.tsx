import Link from "next/link";
import type { NftToken } from "@/lib/contract/data/nfts";
import { hrefTo } from "@/lib/contract/pages";
import { AccountLink } from "../account-link";
import { type EvmChain, NOBODY } from "../chain";

/** The element of a token's page that lists its holders. */
export const HOLDERS_ID = "holders";

/** Owner of a token. An ERC-1155 token has several holders, each with an amount: the token's page lists them. */
export function NftOwner({ chain, token }: { chain: EvmChain; token: NftToken }) {
  if (token.ercType === "ERC-1155") {
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
