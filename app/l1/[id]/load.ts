import { cache } from "react";
import { tryId } from "@/app/[chain]/network";
import { readL1s } from "@/app/l1s/l1s";
import { api, servedNetwork, settle } from "@/app/server";
import { equalBytes } from "@/lib/avalanche/codec/bytes";
import { formatId, PRIMARY_NETWORK_ID } from "@/lib/avalanche/ids";
import { getBlockchainById } from "@/lib/contract/data/blockchains";
import { getSubnetById, type Subnet } from "@/lib/contract/data/subnets";
import { type FirnL1, getL1 } from "@/lib/contract/firn/l1s";
import type { Route, RouteBody, RouteInput } from "@/lib/contract/route";
import { FirnError, InputError } from "@/lib/errors";

/** What stands under `/l1/<text>`, or where it stands. A name may come to mean another L1: it leads there, but not for good. */
export type L1Found =
  | { kind: "l1"; l1: FirnL1 }
  | { kind: "subnet"; subnet: Subnet }
  | { kind: "moved"; href: string; forGood: boolean };

/**
 * An L1 or subnet by the id of its subnet or of one of its blockchains, or an L1 by its name.
 * @throws FirnError; InputError NOT_FOUND when it is none, or several L1s have the name
 */
export const findL1: (text: string) => Promise<L1Found> = cache(async (text) => {
  const id = tryId(text);
  if (id === undefined) return { kind: "moved", href: `/l1/${await findNamed(text)}`, forGood: false };
  if (equalBytes(id, PRIMARY_NETWORK_ID)) return { kind: "moved", href: "/validators", forGood: true };
  const subnetId = formatId(id);
  const l1 = await ask(getL1, { params: { subnetId } });
  const network = await servedNetwork();
  const subnet = l1 ? undefined : await ask(getSubnetById, { params: { network, subnetId } });
  if ((l1 ?? subnet) !== undefined && text !== subnetId)
    return { kind: "moved", href: `/l1/${subnetId}`, forGood: true };
  if (l1 !== undefined) return { kind: "l1", l1 };
  if (subnet !== undefined) return { kind: "subnet", subnet };
  const params = { network, blockchainId: subnetId };
  const chain = await ask(getBlockchainById, { params });
  if (chain !== undefined) return { kind: "moved", href: `/l1/${chain.subnetId}`, forGood: true };
  throw notHere(text);
});

/** Names are looked for among that many of the latest L1s. */
const NAMED_PAGES = 50;

/** Subnet id of the one L1 with a name, as it stands in an address, whatever its capitals. */
async function findNamed(text: string): Promise<string> {
  const name = decodeName(text);
  const found: string[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < NAMED_PAGES; page++) {
    const { page: body } = await readL1s({ pageToken, pageSize: 100 });
    found.push(
      ...body.l1s
        .filter((l1) => l1.name?.toLowerCase() === name.toLowerCase())
        .map(({ subnetId }) => subnetId),
    );
    pageToken = body.nextPageToken;
    if (pageToken === undefined) break;
  }
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) throw notHere(name);
  return only;
}

/** A page is handed the segment as it was written, a route handler what it means. */
function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Undefined when there is no such thing. @throws FirnError */
async function ask<R extends Route>(route: R, input: RouteInput<R>): Promise<RouteBody<R> | undefined> {
  const answer = await settle(api().get(route, input));
  if (!(answer instanceof FirnError)) return answer;
  if (answer.code === "NOT_FOUND") return undefined;
  throw answer;
}

function notHere(text: string): InputError {
  return new InputError("NOT_FOUND", `no L1 or subnet is called ${text}`);
}
