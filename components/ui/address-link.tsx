import { hrefTo } from "@/lib/contract/pages";
import { HashLink, type HashLinkProps } from "./hash-link";

type AddressLinkProps = Pick<HashLinkProps, "full" | "name" | "label" | "copy" | "grain"> & {
  /** `P-…`, `X-…`, `C-…` or `0x…`, in full. */
  address: string;
};

/** An address of any chain, linked to its page. */
export function AddressLink({ address, label = "address", grain = true, ...shown }: AddressLinkProps) {
  // A key has one page for all chains, so its address names none.
  const href = hrefTo("address", { address: address.replace(/^[PXC]-/, "") });
  return <HashLink {...shown} value={address} href={href} label={label} grain={grain} />;
}
