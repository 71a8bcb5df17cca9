import { OwnName } from "@/components/watch/own-name";
import { hrefTo } from "@/lib/contract/pages";
import { HashLink, type HashLinkProps } from "./hash-link";

/** An address of a key: it has one page for P, X and C. */
type KeyAddress = `${"P" | "X" | "C"}-${string}`;

/**
 * Anything but a key's address may be an account, in full as `0x…`, so the path segment of its EVM chain is needed: `c`,
 * or an EVM chain id. Keys ignore it.
 */
type LinkedAddress = { address: KeyAddress; chain?: undefined } | { address: string; chain: string };

type AddressLinkProps = Pick<HashLinkProps, "full" | "name" | "label" | "copy" | "grain"> & {
  /** Without the reader's own name for it, where that stands beside it anyway. */
  nameless?: boolean;
} & LinkedAddress;

/**
 * An address of any chain, linked to its page: of a key on P, X and C, or of an account on its EVM chain. The reader's own
 * name for it stands behind it.
 */
export function AddressLink({
  address,
  chain,
  label = "address",
  grain = true,
  nameless = false,
  ...shown
}: AddressLinkProps) {
  const params = { address: address.replace(/^[PXC]-/, "") };
  const href = hrefTo("address", params, { chain: address.startsWith("0x") ? chain : undefined });
  return (
    <HashLink {...shown} value={address} href={href} label={label} grain={grain}>
      {!nameless && <OwnName address={address} />}
    </HashLink>
  );
}
