import type { NftToken } from "@/lib/contract/data/nfts";
import { AccountLink } from "../account-link";
import { NOBODY } from "../chain";

/** Owner of a token. An ERC-1155 token has several holders, each with an amount. */
export function NftOwner({ token }: { token: NftToken }) {
  if (token.ercType === "ERC-1155") return <span className="text-ink-3">several holders</span>;
  const { ownerAddress } = token;
  if (ownerAddress === undefined) return <span className="text-ink-3">unknown</span>;
  return ownerAddress === NOBODY ? (
    <span className="text-ink-3">burned</span>
  ) : (
    <AccountLink account={{ address: ownerAddress }} />
  );
}
