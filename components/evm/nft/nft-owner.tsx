import Link from "next/link";
import type { NftToken } from "@/lib/contract/data/nfts";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { AccountLink } from "../account-link";
import { type EvmChain, NOBODY } from "../chain";

/** Owner of a token. An ERC-1155 token has several holders, each with an amount. */
export function NftOwner({ chain, token }: { chain: EvmChain; token: NftToken }) {
  if (token.ercType === "ERC-1155") {
    const collection = hrefTo("collection", { chain: chain.segment, contract: token.address });
    return (
      <Link href={withQuery<"collection">(collection, { tab: "holders" })} prefetch={false}>
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
