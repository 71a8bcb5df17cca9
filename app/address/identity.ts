import { cache } from "react";
import { requireStatus } from "@/app/[chain]/read";
import { api } from "@/app/server";
import { readAddress } from "@/components/address/read-address";
import { type FirnAddress, getAddress } from "@/lib/contract/firn/addresses";
import { hrefTo } from "@/lib/contract/pages";

/** The known forms of one key or contract, what proves that they belong together, and what it is. */
export interface Identity extends Pick<FirnAddress, "unread" | "chains" | "validates" | "manages"> {
  /** As in the page's address. */
  canonical: string;
  /** bech32 without a chain. */
  key?: string | undefined;
  /** 0x with the EIP-55 checksum. */
  account?: string | undefined;
  evidence?: Evidence;
}

/** A signature on chain from which the public key, which has both forms, was recovered. */
export interface Evidence {
  /** 33 bytes, 0x hex. */
  publicKey: string;
  /** Address of the transaction with the signature: `/p/tx/…`. */
  href: string;
  txId: string;
}

/**
 * Both forms of the key behind an address, from the index of all signatures. Only a public key gives both forms, and
 * only a signature reveals it: without one the other form stays unknown.
 * @throws InputError BAD_PARAMETER as `readAddress`; FirnError if the API does not answer
 */
export const readIdentity: (text: string) => Promise<Identity> = cache(async (text) => {
  const { hrp } = (await requireStatus()).network;
  const { canonical } = readAddress(text, hrp);
  const { evidence, ...known } = await api().get(getAddress, { params: { address: canonical } });
  if (evidence === undefined) return { canonical, ...known };
  const { publicKey, chain, txHash } = evidence;
  return {
    canonical,
    ...known,
    evidence: { publicKey, txId: txHash, href: hrefTo("tx", { chain, id: txHash }) },
  };
});
