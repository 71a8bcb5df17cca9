import { requireStatus } from "@/app/[chain]/read";
import { type AddressParams, readAddressParams } from "@/app/address/params";
import { type Find, moved } from "@/app/existence";
import { readAddress } from "@/components/address/read-address";
import { hrefTo, queryOf, withQuery } from "@/lib/contract/pages";

/** Any well-formed address of this network has a page, also one that never appeared. */
export const findAddress: Find<"address", AddressParams> = async ({ params: { address }, search }) => {
  const { hrp } = (await requireStatus()).network;
  const asked = readAddressParams(search);
  if (asked === undefined) return "missing";
  const { canonical } = readAddress(address, hrp);
  if (canonical === address) return { found: asked };
  const kept = Object.fromEntries(Object.entries(search).map(([name, value]) => [name, [value].flat()[0]]));
  return moved(withQuery(hrefTo("address", { address: canonical }), queryOf(kept)));
};
