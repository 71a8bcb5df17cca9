import { statfs } from "node:fs/promises";
import { formatId, PRIMARY_NETWORK_ID, parseNodeId } from "../../avalanche/ids";
import { healthChecks } from "../../client/health-checks";
import type { NodeClient } from "../../client/node";
import { peerVersions } from "../../client/peer-versions";
import type { FirnStatus } from "../../contract/firn/status";
import type { FirnValidator } from "../../contract/firn/validators";
import { peers as askPeers } from "../../contract/node/info";
import { getValidatorsAt } from "../../contract/node/platform-stakers";
import { FirnError } from "../../errors";
import { pause } from "../../every";
import { rangeOfTimes } from "../../store/queries/block";
import { listWeightLosses } from "../../store/queries/l1-validator-list";
import { readTxs } from "../../store/queries/tx";
import { CHAIN } from "../../store/rows/columns";
import { readExports } from "../firn/exports";
import { readValidator } from "../firn/validator";
import type { RequestContext, Service } from "../handler";
import { openPageTokens } from "../page/page-token";
import { readHead } from "../page/snapshot-page";
import { DIALECTS } from "../request/dialect";
import type { Primary } from "../snapshot/primary";
import { type DiskSpace, LOST_SECONDS, type OwnNode, type WaitingExport, type WeightLoss } from "./of-node";

/** What is not known by then is left out. */
const PATIENCE_MS = 4_000;
/** Free space is said in such steps: it changes all the time. */
const STEP_BYTES = 100_000_000;
/** Exports that are looked at: enough to say that there are many. */
const MOST_EXPORTS = 100;

export interface OwnNodeSource {
  service: Pick<Service, "nodeUptimes">;
  read<T>(work: (context: RequestContext) => Promise<T>): Promise<T>;
  node: NodeClient | undefined;
  /** What Firn writes to. */
  dataFolder: string;
}

/** Reads snapshots that no request asked for. */
export function readPlainly(primary: Pick<Primary, "read">, nowMs: () => number): OwnNodeSource["read"] {
  return (work) =>
    primary.read((snapshot) =>
      work({
        ...snapshot,
        dialect: DIALECTS.seed,
        markPartial: () => {},
        pageTokens: openPageTokens(snapshot.pageTokenKey, nowMs),
      }),
    );
}

/** Reads what the own node validates, as Firn has it, and what it says of its disk, peers and version. */
export async function readOwnNode(source: OwnNodeSource, status: FirnStatus): Promise<OwnNode> {
  const { nodeId, version } = status.node;
  const { node } = source;
  const validator = nodeId === undefined ? undefined : readValidator(source, nodeId);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const [known, weightLosses, exports, report, peers, dataDisk] = await Promise.all([
    soon(validator),
    soon(nodeId === undefined ? undefined : readWeightLosses(source, nodeId)),
    soon(validator?.then((found) => readWaiting(source, status, found))),
    soon(node?.getHealth({ signal })),
    soon(nodeId === undefined ? undefined : node && readPeers(node, nodeId, signal)),
    readDisk(source.dataFolder),
  ]);
  const checks = report === undefined ? [] : healthChecks(report);
  return {
    validator: known,
    weightLosses,
    exports,
    peers,
    version,
    dataDisk,
    isHealthKnown: report !== undefined,
    disk: checks.find(({ disk }) => disk !== undefined)?.disk,
    upgradeFault: checks.find(({ name }) => name === "futureupgrade")?.error,
  };
}

/** Undefined if there is no answer in time, or none at all. */
async function soon<T>(answer: Promise<T> | T | undefined): Promise<T | undefined> {
  const timer = new AbortController();
  const late = pause(PATIENCE_MS, timer.signal).then(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (error instanceof FirnError) return undefined;
    throw error;
  } finally {
    timer.abort();
  }
}

/** As `df` counts: what a user may still write. Undefined where the system doesn't say. */
async function readDisk(folder: string): Promise<DiskSpace | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    if (blocks === 0) return undefined;
    const availableBytes = Math.floor((bavail * bsize) / STEP_BYTES) * STEP_BYTES;
    return { availableBytes, availablePercent: Math.floor((bavail / blocks) * 100) };
  } catch {
    return undefined;
  }
}

async function readPeers(node: NodeClient, nodeId: string, signal: AbortSignal) {
  const subnetID = formatId(PRIMARY_NETWORK_ID);
  const [{ peers }, validators] = await Promise.all([
    node.call("/ext/info", askPeers, { nodeIDs: [] }, { signal }),
    node.call("/ext/bc/P", getValidatorsAt, { height: "proposed", subnetID }, { signal }),
  ]);
  return peerVersions(peers ?? [], validators, nodeId);
}

/** The weight that L1s took from a node's validators in the last days before the newest block. */
function readWeightLosses({ read }: OwnNodeSource, nodeId: string): Promise<WeightLoss[]> {
  return read(async (context) => {
    const at = await readHead(context);
    const { from } = await rangeOfTimes(context.db, CHAIN.p, {
      start: at.time - LOST_SECONDS,
      end: undefined,
      order: "desc",
    });
    const losses = await listWeightLosses(context.db, { nodeId: parseNodeId(nodeId), at, from });
    const txs = await readTxs(
      context.db,
      CHAIN.p,
      losses.map(({ position }) => position),
    );
    return losses.flatMap(({ position, validation_id, subnet_id, weight, weight_before }) => {
      const tx = txs.get(position);
      if (tx === undefined || tx.time === null) return [];
      return {
        validationId: formatId(validation_id),
        subnetId: formatId(subnet_id),
        txHash: formatId(tx.tx_id),
        timestamp: tx.time,
        weightBefore: weight_before.toString(),
        weight: weight.toString(),
      };
    });
  });
}

/**
 * What the validator's owners exported and nobody imported. None where blocks are missing, since an import may be among
 * them.
 */
async function readWaiting(
  { read }: OwnNodeSource,
  { network, gaps = [] }: FirnStatus,
  { period }: FirnValidator,
): Promise<WaitingExport[]> {
  const { validationRewardOwner, delegationRewardOwner, autoRenew } = period ?? {};
  const owners = [validationRewardOwner, delegationRewardOwner, autoRenew?.configOwner];
  const addresses = [...new Set(owners.flatMap((owner) => owner?.addresses ?? []))];
  if (addresses.length === 0 || gaps.length > 0) return [];
  const { exports } = await readExports(read, { addresses: addresses.join(","), pageSize: MOST_EXPORTS });
  const titles = new Map([
    [formatId(PRIMARY_NETWORK_ID), "P-Chain"],
    [network.xChainId, "X-Chain"],
    [network.cChainId, "C-Chain"],
  ]);
  return exports.map(({ creationTxHash, consumedOnChainId, asset, timestamp }) => {
    const to = titles.get(consumedOnChainId);
    const { amount, denomination, symbol } = asset;
    return {
      txHash: creationTxHash,
      amount,
      ...(to !== undefined && { to }),
      ...(denomination !== undefined && { denomination }),
      ...(symbol !== undefined && { symbol }),
      ...(timestamp !== undefined && { timestamp }),
    };
  });
}
