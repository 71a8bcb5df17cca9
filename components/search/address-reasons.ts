import { readAddress } from "@/components/address/read-address";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { InputError } from "@/lib/errors";
import { upperFirst } from "@/lib/words/sentence";
import type { Resolution } from "./reasons";

/**
 * Why an address has no page. Every well-formed address of this network has one, so either its text or its query is
 * wrong.
 */
export function resolveAddress(wanted: string, status: FirnStatus | undefined): Resolution {
  const fault = status && problemOf(wanted, status.network.hrp);
  if (fault === undefined)
    return {
      title: "Addresses have no such page",
      wanted,
      reasons: [
        {
          title: "The tab, the chain or the position is mistyped",
          verdict: "possible",
          text: "Tabs are txs, utxos, staking, tokens, nfts, internal and deployed; chains are p, x and c.",
          action: {
            href: hrefTo("address", { address: wanted }, { chain: undefined }),
            label: "See the address",
          },
        },
      ],
      asked: [],
    };
  return {
    title: "Not an address of this network",
    wanted,
    reasons: [
      {
        title: "The address is mistyped, or belongs to another network",
        verdict: "possible",
        text: `${upperFirst(fault)}.`,
        action: /^0x[0-9a-f]{40}$/i.test(wanted)
          ? {
              href: hrefTo("address", { address: wanted.toLowerCase() }, { chain: undefined }),
              label: "Open it without the checksum",
            }
          : { href: hrefTo("search", {}, { q: wanted }), label: "Search for it" },
      },
    ],
    asked: [],
  };
}

function problemOf(text: string, hrp: string): string | undefined {
  try {
    readAddress(text, hrp);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}
