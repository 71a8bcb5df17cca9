import { cache } from "react";
import { tryId } from "@/app/[chain]/network";
import { type Existence, type Find, moved } from "@/app/existence";
import { readL1s } from "@/app/l1s/l1s";
import { api, servedNetwork, toResult } from "@/app/server";
import { equalBytes } from "@/lib/avalanche/codec/bytes";
import { formatId, PRIMARY_NETWORK_ID } from "@/lib/avalanche/ids";
import { getBlockchainById } from "@/lib/contract/data/blockchains";
import { getSubnetById, type Subnet } from "@/lib/contract/data/subnets";
import { type FirnL1, getL1 } from "@/lib/contract/firn/l1s";
import { hrefTo } from "@/lib/contract/pages";
import type { Route, RouteBody, RouteInput } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

export type FoundL1 = { kind: "l1"; l1: FirnL1 } | { kind: "subnet"; subnet: Subnet };

/**
 * An L1 or subnet by its subnet id. The id of one of its blockchains redirects there for good. An L1's name redirects
 * temporarily: another L1 can take it.
 */
export const findL1: Find<"l1", FoundL1> = ({ params: { id } }) => readL1(id, 1);

/** The L1, with at most `most` of its validators, or subnet that a path names. @throws FirnError */
export const readL1: (text: string, most: number) => Promise<Existence<FoundL1>> = cache(
  async (text, most) => {
    const id = tryId(text);
    if (id === undefined) return findNamed(text);
    if (equalBytes(id, PRIMARY_NETWORK_ID)) return moved(hrefTo("validators"));
    const subnetId = formatId(id);
    const l1 = await ask(getL1, { params: { subnetId }, query: { validators: most, changes: 0 } });
    const network = await servedNetwork();
    const subnet = l1 ? undefined : await ask(getSubnetById, { params: { network, subnetId } });
    if ((l1 ?? subnet) !== undefined && text !== subnetId) return moved(hrefTo("l1", { id: subnetId }));
    if (l1 !== undefined) return { found: { kind: "l1", l1 } };
    if (subnet !== undefined) return { found: { kind: "subnet", subnet } };
    const params = { network, blockchainId: subnetId };
    const chain = await ask(getBlockchainById, { params });
    return chain === undefined ? "missing" : moved(hrefTo("l1", { id: chain.subnetId }));
  },
);

/** Pages of the latest L1s that are searched for a name. */
const NAMED_PAGES = 50;

/** Address of the only L1 with a name, ignoring case. A name that several have finds none. */
async function findNamed(name: string): Promise<Existence<never>> {
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
  const [id, ...more] = found;
  if (id === undefined || more.length > 0) return "missing";
  return { href: hrefTo("l1", { id }), status: 307 };
}

/** Undefined if there is no such thing. @throws FirnError */
async function ask<R extends Route>(route: R, input: RouteInput<R>): Promise<RouteBody<R> | undefined> {
  const answer = await toResult(api().get(route, input));
  if (!(answer instanceof FirnError)) return answer;
  if (answer.code === "NOT_FOUND") return undefined;
  throw answer;
}
