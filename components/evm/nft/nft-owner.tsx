import type { NftToken } from "@/lib/contract/data/nfts";
import { NOBODY } from "../chain";
import { Party } from "../party";

/** Who holds a token; an ERC-1155 token has holders, each of an amount. */
export function NftOwner({ token }: { token: NftToken }) {
  if (token.ercType === "ERC-1155") return <span className="text-ink-3">held by amounts</span>;
  const { ownerAddress } = token;
  if (ownerAddress === undefined) return <span className="text-ink-3">unknown</span>;
  return ownerAddress === NOBODY ? (
    <span className="text-ink-3">burnt</span>
  ) : (
    <Party party={{ address: ownerAddress }} />
  );
}
