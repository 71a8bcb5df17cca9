import { hrefTo } from "@/lib/contract/pages";
import { HashLink, type HashLinkProps } from "./hash-link";

type AddressLinkProps = Pick<HashLinkProps, "full" | "name" | "noun" | "copy" | "grain"> & {
  /** `P-…`, `X-…`, `C-…` or `0x…`, whole. */
  address: string;
};

/** An address of any chain; it leads to the address page. */
export function AddressLink({ address, noun = "address", grain = true, ...shown }: AddressLinkProps) {
  // One page tells of a key on all chains: its address names none.
  const href = hrefTo("address", { address: address.replace(/^[PXC]-/, "") });
  return <HashLink {...shown} value={address} href={href} noun={noun} grain={grain} />;
}
