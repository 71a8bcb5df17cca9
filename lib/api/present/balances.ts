import { isAvax } from "../../avalanche/avax";
import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import type {
  AggregatedAssetAmount,
  CChainBalances,
  PChainBalances,
  XChainBalances,
} from "../../contract/data/primary-network-balances";
import type { BalanceGroup } from "../../store/queries/balance";
import { OUTPUT_TYPES } from "../../store/rows/columns";
import type { AssetTable } from "../../store/tables/utxo";
import type { Chain } from "../request/chains";
import { type Presenting, presentAmount } from "./asset";
import { blockchainIdOf } from "./utxo/stored-output";

/** Sums of outputs, and how to read them. */
export interface BalanceFacts {
  chain: Chain;
  /** Chain time that decides about locks and stakes, unix seconds. */
  time: number;
  groups: readonly BalanceGroup[];
  /** By row id. */
  assets: ReadonlyMap<number, AssetTable>;
}

/** All balances on the P-Chain. Each group belongs to exactly one. */
export function presentPBalances(as: Presenting, facts: BalanceFacts): PChainBalances {
  const of = (category: keyof PChainBalances) =>
    facts.groups.filter((group) => categoryOf(facts, group) === category);
  const sum = (category: keyof PChainBalances) => addUp(as, facts, of(category));
  const share = (category: "atomicMemoryUnlocked" | "atomicMemoryLocked") => [
    ...sharedOf(as, facts, of(category).filter(isOutgoing(facts))).map((balance) => ({
      ...balance,
      status: "pendingExport" as const,
    })),
    ...sharedOf(as, facts, of(category).filter(isIncoming(facts))).map((balance) => ({
      ...balance,
      status: "pendingImport" as const,
    })),
  ];
  return {
    unlockedUnstaked: sum("unlockedUnstaked"),
    unlockedStaked: sum("unlockedStaked"),
    lockedPlatform: sum("lockedPlatform"),
    lockedStakeable: sum("lockedStakeable"),
    lockedStaked: sum("lockedStaked"),
    pendingStaked: sum("pendingStaked"),
    atomicMemoryUnlocked: share("atomicMemoryUnlocked"),
    atomicMemoryLocked: share("atomicMemoryLocked"),
  };
}

/** The X-Chain has locks but no stakes. Mint rights and NFTs are not balances. */
export function presentXBalances(as: Presenting, facts: BalanceFacts): XChainBalances {
  const here = facts.groups.filter((group) => group.destination === null && isTransfer(group));
  return {
    locked: addUp(
      as,
      facts,
      here.filter(({ locktime }) => isRunning(facts, locktime)),
    ),
    unlocked: addUp(
      as,
      facts,
      here.filter(({ locktime }) => !isRunning(facts, locktime)),
    ),
    ...presentCBalances(as, facts),
  };
}

/** The C-Chain's balances in atomic memory only. */
export function presentCBalances(as: Presenting, facts: BalanceFacts): CChainBalances {
  const shared = facts.groups.filter((group) => group.destination !== null && isTransfer(group));
  const of = (locked: boolean) =>
    sharedOf(
      as,
      facts,
      shared.filter(({ locktime }) => isRunning(facts, locktime) === locked),
    );
  return { atomicMemoryUnlocked: of(false), atomicMemoryLocked: of(true) };
}

/** The category that the node gives an output: unusable comes before stakeable only. */
function categoryOf(facts: BalanceFacts, group: BalanceGroup): keyof PChainBalances | undefined {
  if (!isTransfer(group)) return undefined;
  const usable = !isRunning(facts, group.locktime);
  const spendable = !isRunning(facts, group.stakeable_locktime ?? 0n);
  if (group.destination !== null) return usable ? "atomicMemoryUnlocked" : "atomicMemoryLocked";
  if (group.stake_start !== null && group.stake_start > facts.time) return "pendingStaked";
  if (group.stake_start !== null) return usable && spendable ? "unlockedStaked" : "lockedStaked";
  if (!usable) return "lockedPlatform";
  return spendable ? "unlockedUnstaked" : "lockedStakeable";
}

function isRunning({ time }: BalanceFacts, locktime: bigint): boolean {
  return locktime > BigInt(time);
}

function isTransfer({ output_type }: BalanceGroup): boolean {
  return OUTPUT_TYPES[output_type] === "secp256k1.transfer";
}

function isOutgoing({ chain }: BalanceFacts): (group: BalanceGroup) => boolean {
  return (group) => group.chain === chain.code;
}

function isIncoming({ chain }: BalanceFacts): (group: BalanceGroup) => boolean {
  return (group) => group.chain !== chain.code;
}

/** By asset and the other chain. */
function sharedOf(as: Presenting, facts: BalanceFacts, groups: readonly BalanceGroup[]) {
  const peers = new Map<string, BalanceGroup[]>();
  for (const group of groups) {
    const peer = formatId(
      group.chain === facts.chain.code && group.destination !== null
        ? group.destination
        : blockchainIdOf(as.network, group.chain),
    );
    peers.set(peer, [...(peers.get(peer) ?? []), group]);
  }
  return [...peers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([sharedWithChainId, own]) =>
      addUp(as, facts, own).map((balance) => ({ ...balance, sharedWithChainId })),
    );
}

/** One element per asset: AVAX, then the others by id. */
function addUp(
  as: Presenting,
  facts: BalanceFacts,
  groups: readonly BalanceGroup[],
): AggregatedAssetAmount[] {
  const sums = new Map<number, { amount: bigint; utxoCount: number }>();
  for (const { asset, amount, outputs } of groups) {
    const sum = sums.get(asset) ?? { amount: 0n, utxoCount: 0 };
    sums.set(asset, { amount: sum.amount + amount, utxoCount: sum.utxoCount + outputs });
  }
  const rank = (assetId: Uint8Array) => (isAvax(as.network, assetId) ? "" : toHex(assetId));
  return [...sums]
    .flatMap(([asset, sum]) => {
      const row = facts.assets.get(asset);
      return row === undefined ? [] : [{ assetId: row.asset_id, ...sum }];
    })
    .sort((a, b) => (equalBytes(a.assetId, b.assetId) || rank(a.assetId) < rank(b.assetId) ? -1 : 1))
    .map(({ assetId, amount, utxoCount }) => ({ ...presentAmount(as, assetId, amount), utxoCount }));
}
