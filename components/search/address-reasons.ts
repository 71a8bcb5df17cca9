import { readAddress } from "@/components/address/read-address";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { InputError } from "@/lib/errors";
import type { Resolution } from "./reasons";

/**
 * Why an address has no page: every well-formed one of this network has, so its text is wrong, or what is asked of it is
 * not known.
 */
export function resolveAddress(wanted: string, status: FirnStatus | undefined): Resolution {
  const fault = status && faultOf(wanted, status.network.hrp);
  if (fault === undefined)
    return {
      title: "There is no such page of an address",
      wanted,
      reasons: [
        {
          title: "The tab, the chain or the position is mistyped",
          verdict: "possible",
          text: "Tabs are txs, utxos, staking, tokens, nfts, internal and deployed; chains are p, x and c.",
          action: { href: hrefTo("address", { address: wanted }), label: "See the address" },
        },
      ],
      asked: [],
    };
  return {
    title: "This is no address here",
    wanted,
    reasons: [
      {
        title: "The address is mistyped, or of another network",
        verdict: "possible",
        text: `${fault}.`,
        action: { href: hrefTo("search"), label: "Search for it" },
      },
    ],
    asked: [],
  };
}

function faultOf(text: string, hrp: string): string | undefined {
  try {
    readAddress(text, hrp);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}
