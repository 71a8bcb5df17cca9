import { AddressLink } from "@/components/ui/address-link";
import { HashLink } from "@/components/ui/hash-link";
import type { MessageChain } from "./chains";

interface AccountEndProps {
  /** `0x` for the P-Chain itself. */
  address: string;
  /** Its chain, if that has pages here. */
  at: MessageChain | undefined;
  name?: string | undefined;
}

/** An account at one end of a message, linked if its chain has pages here. */
export function AccountEnd({ address, at, name }: AccountEndProps) {
  if (address === "0x") return "the P-Chain";
  if (at === undefined) return <HashLink value={address} full label="address" />;
  return <AddressLink address={address} chain={at.segment} full {...(name !== undefined && { name })} />;
}
