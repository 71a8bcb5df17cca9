import { cache } from "react";
import { readPTx } from "@/app/[chain]/read";
import { api, servedNetwork, toResult } from "@/app/server";
import { type BlockInside, type ChainTx, effectsOfTx } from "@/components/block/inside";
import { isAvax } from "@/components/effects/format";
import type { NetworkFacts, ProposalOutcome, ToldFacts } from "@/components/effects/tx-context";
import { CHAINS } from "@/components/ui/chains";
import type { Effect } from "@/lib/avalanche/effects";
import { formatId, PRIMARY_NETWORK_ID, parseId, parseNodeId } from "@/lib/avalanche/ids";
import type { PChainTransaction } from "@/lib/contract/data/p-chain";
import { getAssetDetails } from "@/lib/contract/data/primary-network-assets";
import { getSubnetById } from "@/lib/contract/data/subnets";
import { FirnError } from "@/lib/errors";

/** What a block's sentences need besides its bytes. */
export interface Told {
  network: NetworkFacts;
  told: ReadonlyMap<ChainTx, ToldFacts>;
}

/**
 * What Firn's API says of some transactions of a block and their bytes leave out: names of assets and subnets, whose
 * staking ends and what it paid, which validator changes. What could not be read is left out.
 */
export async function readTold(
  network: NetworkFacts,
  { chain, txs, outcome }: Pick<BlockInside, "chain" | "txs"> & { outcome: ProposalOutcome | undefined },
): Promise<Told> {
  const effects = txs.map((tx) => effectsOfTx(chain, tx));
  const facts =
    chain === "p" ? await Promise.all(txs.map((tx, at) => readToldOf(tx, effects[at] ?? [], outcome))) : [];
  const all = effects.flat();
  const assetIds = all.flatMap((effect) => assetsIn(effect)).filter((id) => !isAvax(id, network));
  const subnetIds = [
    ...all.flatMap((effect) => ("subnetId" in effect ? [effect.subnetId] : [])),
    ...facts.flatMap(({ validator }) => validator?.subnetId ?? []),
  ];
  const [assets, subnets] = await Promise.all([readAll(assetIds, readAsset), readAll(subnetIds, readSubnet)]);
  return {
    network: {
      ...network,
      assets,
      subnets: subnets.flatMap(({ id, name }) => (name === undefined ? [] : [{ id, name }])),
    },
    told: new Map(txs.map((tx, at) => [tx, facts[at] ?? {}])),
  };
}

/** Each id once. */
async function readAll<T>(ids: readonly Uint8Array[], read: (id: string) => Promise<T>): Promise<T[]> {
  const found = await Promise.all([...new Set(ids.map(formatId))].map((id) => toResult(read(id))));
  return found.filter((each): each is Awaited<T> => !(each instanceof FirnError));
}

async function readToldOf(
  tx: ChainTx,
  effects: readonly Effect[],
  outcome: ProposalOutcome | undefined,
): Promise<ToldFacts> {
  const ended = effects.find((effect) => "stakingTxId" in effect);
  const needsOwn =
    effects.some(({ kind }) => kind === "staker.added" || kind.startsWith("l1Validator.")) ||
    (ended !== undefined && outcome === "commit");
  const [own, staking] = await Promise.all([
    needsOwn ? readOrNot(formatId(tx.txId)) : undefined,
    ended && "stakingTxId" in ended ? readOrNot(formatId(ended.stakingTxId)) : undefined,
  ]);
  return { ...(own && toldByOwn(own)), ...(staking && toldByStaking(staking, own)) };
}

async function readOrNot(txHash: string): Promise<PChainTransaction | undefined> {
  const answer = await toResult(readPTx(txHash));
  return answer instanceof FirnError ? undefined : answer;
}

/** What its own answer says of a transaction. */
export function toldByOwn({ startTimestamp, l1ValidatorDetails = [] }: PChainTransaction): ToldFacts {
  const [changed, ...more] = l1ValidatorDetails;
  return {
    ...(startTimestamp !== undefined && { stakingStart: BigInt(startTimestamp) }),
    ...(changed !== undefined &&
      more.length === 0 && {
        validator: { nodeId: parseNodeId(changed.nodeId), subnetId: parseId(changed.subnetId) },
      }),
  };
}

/** What the answers about a staking, and about the transaction `own` that ends it, say. */
export function toldByStaking(
  { nodeId, txType }: PChainTransaction,
  own: PChainTransaction | undefined,
): ToldFacts {
  if (nodeId === undefined) return {};
  const role = /Delegator/.test(txType) ? "delegator" : "validator";
  // A delegator's end may pay its validator too.
  const isOwn = (rewardType: string | undefined) =>
    role === "delegator" ? rewardType === "DELEGATOR" : rewardType !== undefined;
  const paid = own?.emittedUtxos.filter(({ rewardType }) => isOwn(rewardType));
  return {
    staking: { nodeId: parseNodeId(nodeId), role },
    ...(paid !== undefined && {
      paid: paid.map(({ assetId, amount }) => ({ assetId: parseId(assetId), amount: BigInt(amount) })),
    }),
  };
}

const readAsset = cache(async (assetId: string) => {
  const params = { network: await servedNetwork(), blockchainId: CHAINS.x.apiName, assetId };
  const { name, symbol, denomination } = await api().get(getAssetDetails, { params });
  return { id: parseId(assetId), name, symbol, denomination };
});

/** Its name is that of the chain with the validator manager, otherwise of its first chain. */
const readSubnet = cache(async (subnetId: string) => {
  const id = parseId(subnetId);
  if (subnetId === formatId(PRIMARY_NETWORK_ID)) return { id, name: undefined };
  const params = { network: await servedNetwork(), subnetId };
  const { blockchains, l1ValidatorManagerDetails: manager } = await api().get(getSubnetById, { params });
  const named =
    blockchains.find(({ blockchainId }) => blockchainId === manager?.blockchainId) ?? blockchains[0];
  return { id, name: named?.blockchainName };
});

function assetsIn(effect: Effect): Uint8Array[] {
  if ("assetId" in effect) return [effect.assetId];
  return "output" in effect ? [effect.output.assetId] : [];
}
