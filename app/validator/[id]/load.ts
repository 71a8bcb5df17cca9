import { cache } from "react";
import { api, servedNetwork } from "@/app/server";
import type { AnyStep } from "@/components/chart/chart-time";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { STAKE_DAYS, type StakeChartName } from "@/components/validator/stake-charts";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import { formatNodeId, parseNodeId } from "@/lib/avalanche/ids";
import { listDelegators } from "@/lib/contract/data/delegators";
import { listPrimaryNetworkBlocksByNodeId } from "@/lib/contract/data/primary-network-blocks";
import { getSingleValidatorDetails } from "@/lib/contract/data/validators";
import { listObservedUptime } from "@/lib/contract/firn/observed";
import { listValidatorMetrics } from "@/lib/contract/firn/validator-metrics";
import { type FirnValidator, getValidator } from "@/lib/contract/firn/validators";
import { fillRoute, type RouteBody } from "@/lib/contract/route";
import { InputError } from "@/lib/errors";

const PAGE_ROWS = 25;
/** Blocks shown before the reader asks for more: what is about stake stands above them, rewards below. */
const FIRST_BLOCKS = 6;

/**
 * A node that validates or once validated, by its id in any form: with or without `NodeID-`, or in hex.
 * @throws FirnError; InputError NOT_FOUND if nothing names the node
 */
export const readValidator: (text: string) => Promise<FirnValidator> = cache(async (text) => {
  const nodeId = canonicalNodeId(text);
  const validator = await api().get(getValidator, { params: { nodeId } });
  const { period, subnetPeriods, l1Validations, blocksProposed } = validator;
  const isKnown =
    period !== undefined ||
    subnetPeriods.length + l1Validations.length > 0 ||
    blocksProposed.some(({ count }) => count > 0);
  if (isKnown) return validator;
  throw new InputError("NOT_FOUND", `no staking transaction names ${nodeId}`);
});

/** A node id from any of its forms. @throws InputError BAD_PARAMETER */
export function canonicalNodeId(text: string): string {
  const bytes = /^0x[0-9a-f]{40}$/i.test(text) ? fromHex(text.toLowerCase()) : undefined;
  return formatNodeId(bytes ?? parseNodeId(`NodeID-${text.replace(/^nodeid-/i, "")}`));
}

/** Where the lists on a validator's page start: transactions after which they continue, and a height of a chain. */
export interface ListStarts {
  delegations?: string | undefined;
  periods?: string | undefined;
  chain: Chain;
  before?: number | undefined;
  chart: StakeChartName;
  /** Of a chart that has any steps. */
  step?: AnyStep | undefined;
  /** Unix seconds; only days before it are in the chart. */
  to?: number | undefined;
}

type Page<R extends Parameters<typeof fillRoute>[0]> = { page: RouteBody<R>; path: string };

interface Paging {
  before?: string | undefined;
  pageToken?: string | undefined;
  pageSize?: number;
}

/** Delegations of a node from a position on. The default `pageSize` is 25. @throws FirnError */
export async function readDelegations(
  nodeId: string,
  { before, pageToken, pageSize = PAGE_ROWS }: Paging,
): Promise<Page<typeof listDelegators>> {
  const params = { network: await servedNetwork() };
  const request = { params, query: { nodeIds: nodeId, before, pageToken, pageSize } };
  return { page: await api().get(listDelegators, request), path: fillRoute(listDelegators, request) };
}

/** Periods of a node from a position on. The default `pageSize` is 25. @throws FirnError */
export async function readPeriods(
  nodeId: string,
  { before, pageToken, pageSize = PAGE_ROWS }: Paging,
): Promise<Page<typeof getSingleValidatorDetails>> {
  const params = { network: await servedNetwork(), nodeId };
  const request = { params, query: { before, pageToken, pageSize } };
  const page = await api().get(getSingleValidatorDetails, request);
  return { page, path: fillRoute(getSingleValidatorDetails, request) };
}

/** Days of a node's stake before a time. The default `pageSize` is what the chart shows at first. @throws FirnError */
export async function readMetrics(
  nodeId: string,
  {
    to,
    pageToken,
    pageSize = STAKE_DAYS,
  }: { to?: number | undefined; pageToken?: string | undefined; pageSize?: number },
): Promise<Page<typeof listValidatorMetrics>> {
  const request = { params: { nodeId }, query: { before: to, pageToken, pageSize } };
  return {
    page: await api().get(listValidatorMetrics, request),
    path: fillRoute(listValidatorMetrics, request),
  };
}

/** How this Firn's node saw a node, before a time. The default `pageSize` is what the chart shows at first. @throws FirnError */
export async function readSeen(
  nodeId: string,
  { step, to }: Pick<ListStarts, "step" | "to">,
): Promise<Page<typeof listObservedUptime>> {
  const request = {
    params: { nodeId },
    query: { timeInterval: step, before: to, pageSize: STAKE_DAYS },
  };
  return { page: await api().get(listObservedUptime, request), path: fillRoute(listObservedUptime, request) };
}

/** Blocks of a chain that a node signed, from a height on. @throws FirnError */
export async function readProposed(
  nodeId: string,
  { chain, before }: ListStarts,
): Promise<Page<typeof listPrimaryNetworkBlocksByNodeId>> {
  const params = { network: await servedNetwork(), blockchainId: CHAINS[chain].apiName, nodeId };
  const request = { params, query: { before, pageSize: PAGE_ROWS } };
  const first = { params, query: { before, pageSize: before === undefined ? FIRST_BLOCKS : PAGE_ROWS } };
  const page = await api().get(listPrimaryNetworkBlocksByNodeId, first);
  return { page, path: fillRoute(listPrimaryNetworkBlocksByNodeId, request) };
}
