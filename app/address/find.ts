import { requireStatus } from "@/app/[chain]/read";
import { type Find, moved } from "@/app/existence";
import { readAddress } from "@/components/address/read-address";
import { hrefTo } from "@/lib/contract/pages";
import type { AddressParams } from "./params";

/** Any well-formed address of this network has a page, even if it never appeared. */
export const findAddress: Find<"address", undefined, AddressParams> = async ({ params: { address } }) => {
  const { hrp } = (await requireStatus()).network;
  const { canonical } = readAddress(address, hrp);
  if (canonical === address) return { found: undefined };
  return moved(hrefTo("address", { address: canonical }, { chain: undefined }));
};
