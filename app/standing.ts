import { findGenesisBlock } from "@/app/[chain]/genesis-block";
import { readContainer } from "@/app/[chain]/read";
import { TX_TYPES } from "@/app/[chain]/txs/tx-types";
import { readAddressParams } from "@/app/address/params";
import { findTransfer } from "@/app/atomic/[id]/load";
import { readReadings } from "@/app/search/readings";
import { api, readStatus, settle } from "@/app/server";
import { readAddress } from "@/components/address/read-address";
import { readChartParams } from "@/components/chart/chart-params";
import { readBlockListParams, readTxListParams, type SearchParams } from "@/components/list/list-params";
import { type Chain, isChain } from "@/components/ui/chains";
import { getHealth } from "@/lib/contract/firn/health";
import { FirnError } from "@/lib/errors";
import { isEvmPageHere } from "./standing-evm";
import { isStakingPage, readStakingPage } from "./standing-staking";

/** What the answer of a page must be before it is made: made, 404, or 502 because there is no API to read from. */
export type Standing = "here" | "missing" | "unreachable";

/**
 * Asked before a page is made, because a page of the app router can't choose its status and stay readable: what it
 * throws reaches a browser without script as an empty document. Costs one question on this machine.
 */
export async function standingOf(url: URL): Promise<Standing> {
  const [chain = "", noun = "", id = "", ...rest] = url.pathname.split("/").slice(1).map(decode);
  const search = Object.fromEntries(url.searchParams);
  const evm = await settle(isEvmPageHere([chain, noun, id, ...rest], search));
  if (evm instanceof FirnError) return standingOfError(evm);
  if (evm !== undefined) return orUnreachable(evm ? "here" : "missing");
  if (chain === "search" && search.q !== undefined && search.q.trim() !== "")
    return standingOfSearch(search.q.trim());
  if (chain === "atomic" && noun !== "" && id === "") return standingOfTransfer(noun);
  if (chain === "charts") return orUnreachable(isChart(noun, id, search) ? "here" : "missing");
  if (isStakingPage(chain)) return standingOfStaking(chain, noun, search);
  if (chain === "address" && noun !== "" && rest.length === 0)
    return ["", "txs", "csv"].includes(id) ? standingOfAddress(noun, search) : orUnreachable("missing");
  if (!isChain(chain)) return orUnreachable("here");
  if ((noun === "block" || noun === "tx") && id !== "" && rest.length === 0)
    return standingOfEntity(chain, noun, id);
  const isList =
    (noun !== "blocks" || readBlockListParams(search) !== undefined) &&
    (noun !== "txs" || readTxListParams(search, TX_TYPES[chain]) !== undefined);
  if (!isList) return orUnreachable("missing");
  return orUnreachable("here");
}

function isChart(name: string, form: string, search: Record<string, string>): boolean {
  if (name === "lag") return form === "" && isChain(search.chain ?? "p");
  return readChartParams(name, search) !== undefined && ["", "csv"].includes(form);
}

/** The container of a block or transaction; a block's page is not the page of a transaction inside it, nor the reverse. */
async function standingOfEntity(chain: Chain, noun: "block" | "tx", id: string): Promise<Standing> {
  const container = await settle(readContainer(chain, id));
  if (container instanceof FirnError)
    return noun === "block" && container.code === "NOT_FOUND"
      ? standingOfBlock0(chain, id)
      : standingOfError(container);
  return (container.txIndex === undefined) === (noun === "block") ? "here" : "missing";
}

/** Block 0, which is in no container. */
async function standingOfBlock0(chain: Chain, id: string): Promise<Standing> {
  const block = await settle(findGenesisBlock(chain, id));
  if (block instanceof FirnError) return standingOfError(block);
  return block === undefined ? "missing" : "here";
}

/** A transaction of any chain that sends to another or takes from one. */
async function standingOfTransfer(id: string): Promise<Standing> {
  const found = await settle(findTransfer(id));
  if (found instanceof FirnError) return standingOfError(found);
  return found === undefined ? "missing" : "here";
}

/** Any well-formed address of this network has a page, also one that never appeared. */
async function standingOfAddress(address: string, search: SearchParams): Promise<Standing> {
  const status = await readStatus();
  if (status instanceof FirnError) return standingOfError(status);
  if (readAddressParams(search) === undefined) return "missing";
  try {
    readAddress(address, status.network.hrp);
    return "here";
  } catch (error) {
    if (error instanceof FirnError) return standingOfError(error);
    throw error;
  }
}

/** A list or an entity of staking. */
async function standingOfStaking(
  page: string,
  id: string,
  search: Record<string, string>,
): Promise<Standing> {
  const found = await settle(readStakingPage(page, id, search));
  return found instanceof FirnError ? standingOfError(found) : orUnreachable("here");
}

async function standingOfSearch(q: string): Promise<Standing> {
  const readings = await readReadings(q);
  if (readings instanceof FirnError) return standingOfError(readings);
  return readings.some(({ found }) => found === "yes") ? "here" : "missing";
}

/** `standing`, if anything answers at the API's address, well or not. */
async function orUnreachable(standing: Standing): Promise<Standing> {
  const health = await settle(api().get(getHealth, { params: {} }));
  return health instanceof FirnError && health.code === "API_UNREACHABLE" ? "unreachable" : standing;
}

/** An API that fails otherwise is for the page to say: an error is never shown as "not found". */
function standingOfError({ code }: FirnError): Standing {
  if (code === "API_UNREACHABLE") return "unreachable";
  return code === "NOT_FOUND" || code === "BAD_PARAMETER" ? "missing" : "here";
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
