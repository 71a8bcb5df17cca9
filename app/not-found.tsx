import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { listL1Chains } from "@/app/[chain]/evm-chain";
import { readNodeTx } from "@/app/[chain]/node-tx";
import type { ChainKnowledge } from "@/components/search/chain-reasons";
import type { NodeVerdict, Resolution } from "@/components/search/reasons";
import { resolvePath } from "@/components/search/resolve-path";
import { Resolver } from "@/components/search/resolver";
import { resolveSearch } from "@/components/search/search-reasons";
import { isChain } from "@/components/ui/chains";
import { listKnownBlockchains } from "@/lib/contract/firn/blockchains";
import { hrefTo, pageOf } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { headTail } from "@/lib/words/format";
import { readReadings } from "./search/readings";
import { api, config, readStatus, toResult } from "./server";

/** The title names what is missing. */
export async function generateMetadata(): Promise<Metadata> {
  const { title, wanted } = (await resolveRequested()) ?? { title: "Search" };
  return { title: wanted === undefined ? title : `${headTail(wanted)}: ${title}` };
}

/**
 * The resolver. Next renders it with every page, in case the page is missing. It therefore makes no requests of its own
 * unless the page is: the status is the shell's, and the search page has already requested the readings.
 */
export default async function NotFound() {
  const resolution = await resolveRequested();
  return resolution === undefined ? null : <Resolver {...resolution} />;
}

const resolveRequested: () => Promise<Resolution | undefined> = cache(async () => {
  const asked = await headers();
  const url = new URL(asked.get("x-firn-url") ?? "/", "http://firn");
  const read = await readStatus();
  const status = read instanceof FirnError ? undefined : read;
  if (url.pathname !== hrefTo("search")) {
    const node = asked.get("x-firn-absent") === "missing" ? await askNode(url) : undefined;
    return resolvePath(url.pathname, status, { node, chain: await readChain(url) });
  }
  const q = url.searchParams.get("q")?.trim() ?? "";
  if (q === "") return undefined;
  const readings = await readReadings(q);
  return resolveSearch(q, Array.isArray(readings) ? readings : []);
});

/** What is known of the chain of an address, if it is not one of the Primary Network. */
async function readChain(url: URL): Promise<ChainKnowledge | undefined> {
  const requested = pageOf(url);
  if (typeof requested !== "object" || !("chain" in requested.params)) return undefined;
  const { chain: chainId } = requested.params;
  if (isChain(chainId)) return undefined;
  const [known, indexed] = await Promise.all([
    toResult(api().get(listKnownBlockchains, { params: { chainId } })),
    listL1Chains(),
  ]);
  return {
    blockchains: known instanceof FirnError ? [] : known.blockchains,
    indexed,
    areNamed: config().evmChains.length > 0,
  };
}

/** What the node says about a transaction that is missing. The proxy has asked it before, and it did not know it. */
async function askNode(url: URL): Promise<NodeVerdict> {
  const requested = pageOf(url);
  if (typeof requested !== "object" || requested.page !== "tx") return undefined;
  const { chain, id } = requested.params;
  const answer = await readNodeTx(chain, id);
  if (!(answer instanceof FirnError)) return "unknown";
  return answer.code === "NOT_FOUND" ? undefined : "away";
}
