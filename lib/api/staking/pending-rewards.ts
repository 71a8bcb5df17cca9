import { toHex } from "../../avalanche/codec/bytes";
import type { Owner } from "../../avalanche/effects";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { splitReward } from "../../avalanche/ledger/reward";
import { findAddresses } from "../../store/queries/by-key";
import { listPendingStakes } from "../../store/queries/reward-list";
import { findDelegatee } from "../../store/queries/stake";
import { type Moment, readStakesAt, type StakeAt } from "../../store/queries/stake-list";
import { readEmitted } from "../../store/queries/utxo";
import { CHAIN, STAKE_ROLE } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import { readHead } from "../page/snapshot-page";
import type { PendingFacts } from "../present/staking/reward";
import type { Recipients } from "./recipients";
import { isWanted } from "./reward-sums";
import { potentialOf, readStakeFacts, type StakeFacts } from "./stake-facts";

/** A part of the list of pending rewards. */
export interface PendingPage {
  who: Recipients;
  at: Moment;
  cursor: number | undefined;
  limit: number;
  order: "asc" | "desc";
}

/** What running stakes pay if they are rewarded. Each stake pays one or two owners, so stakes are read until the page is full. */
export async function listPending(context: RequestContext, page: PendingPage): Promise<PendingFacts[]> {
  const { who, at, cursor, limit, order } = page;
  const addressIds = who.addresses && (await findAddresses(context.db, who.addresses)).map(({ id }) => id);
  const isWanted = ({ owner, number }: PendingFacts) =>
    (who.addresses === undefined || owner.addresses.some((address) => includes(who.addresses, address))) &&
    (cursor === undefined || (order === "asc" ? number > cursor : number < cursor));
  const rows: PendingFacts[] = [];
  let from = cursor === undefined ? undefined : Math.floor(cursor / 2);
  while (rows.length < limit) {
    const { nodeIds } = who;
    const stakes = await listPendingStakes(context.db, { at, order, limit, from, addressIds, nodeIds });
    const paying = await payingOf(context, stakes, at);
    if (order === "desc") for (const pair of paying) pair.reverse();
    rows.push(...paying.flat().filter(isWanted));
    const last = stakes.at(-1);
    if (last === undefined || stakes.length < limit) break;
    from = order === "asc" ? last.id + 1 : last.id - 1;
  }
  return rows.slice(0, limit);
}

/** What running stakes pay in one asset if they are rewarded. */
export interface ExpectedRewards {
  assetId: Uint8Array;
  count: number;
  /** Undefined where that of one is not known. */
  amount: bigint | undefined;
  /** When the first of their periods ends, unix seconds; undefined where no end is known. */
  nextTime: number | undefined;
}

/** What running stakes pay somebody, added up by asset; of some kinds of rewards if they are given. */
export async function expectRewards(
  context: RequestContext,
  { who, types }: { who: Recipients; types: readonly PendingFacts["rewardType"][] | undefined },
): Promise<ExpectedRewards[]> {
  const at = await readHead(context);
  const sums = new Map<string, ExpectedRewards>();
  let cursor: number | undefined;
  for (;;) {
    const rows = await listPending(context, { who, at, cursor, limit: SUMMED_AT_ONCE, order: "asc" });
    for (const { assetId, amount, stake, rewardType } of rows) {
      if (!isWanted(types, rewardType)) continue;
      const key = toHex(assetId);
      const sum = sums.get(key) ?? { assetId, count: 0, amount: 0n, nextTime: undefined };
      const ends = [sum.nextTime, stake.end_time ?? undefined].filter((time) => time !== undefined);
      sums.set(key, {
        assetId,
        count: sum.count + 1,
        amount: amount === undefined || sum.amount === undefined ? undefined : sum.amount + amount,
        nextTime: ends.length === 0 ? undefined : Math.min(...ends),
      });
    }
    cursor = rows.at(-1)?.number;
    if (rows.length < SUMMED_AT_ONCE) return [...sums.values()];
  }
}

const SUMMED_AT_ONCE = 1_000;

function includes(addresses: readonly Uint8Array[] | undefined, address: Uint8Array): boolean {
  return addresses?.some((one) => toHex(one) === toHex(address)) ?? false;
}

/** The payments of each stake, the staker's before the validator's. */
async function payingOf(
  context: RequestContext,
  stakes: readonly StakeAt[],
  at: Moment,
): Promise<PendingFacts[][]> {
  const pays: PendingFacts[][] = [];
  for (const facts of await readStakeFacts(context, stakes)) {
    const { stake, txId, added } = facts;
    const potential = potentialOf(stake);
    const assetId = await assetOf(context, stake);
    const validator = stake.role === STAKE_ROLE.delegator ? await delegateeOf(context, stake, at) : undefined;
    const split = splitOf(stake, potential, validator?.stake);
    const pay = (share: 0 | 1, owner: Owner | undefined, amount: bigint | undefined): PendingFacts[] => {
      const own = stake.role === STAKE_ROLE.validator ? "VALIDATOR" : "DELEGATOR";
      const rewardType = share === 0 ? own : "VALIDATOR_FEE";
      const number = numberOf(stake.id, share);
      return owner === undefined || (share === 1 && amount === 0n)
        ? []
        : [{ number, stake, txId, rewardType, owner, assetId, amount }];
    };
    pays.push([
      ...pay(0, added.rewardsOwner, split.remainder),
      ...pay(1, validator?.added.delegationRewardsOwner, split.fromShares),
    ]);
  }
  return pays;
}

/** A payment's number, in the order of the list: the staker's share, then the validator's. */
export function numberOf(stakeId: number, share: 0 | 1): number {
  return 2 * stakeId + share;
}

/** Undefined when unknown: the ledger has no reward, or the validator is not indexed. */
function splitOf(stake: StakeAt, potential: bigint | undefined, validator: StakeAt | undefined) {
  if (stake.role === STAKE_ROLE.validator) return { remainder: potential, fromShares: 0n };
  const shares = validator?.delegation_shares ?? undefined;
  if (shares === 0) return { remainder: potential, fromShares: 0n };
  return potential === undefined || shares === undefined
    ? { remainder: undefined, fromShares: undefined }
    : splitReward(potential, shares);
}

async function delegateeOf(
  context: RequestContext,
  stake: StakeAt,
  at: Moment,
): Promise<StakeFacts | undefined> {
  const row = await findDelegatee(context.db, stake);
  const stakes = row === undefined ? [] : await readStakesAt(context.db, [row.position], at);
  return (await readStakeFacts(context, stakes))[0];
}

/** A subnet pays rewards in the asset that is staked there. */
async function assetOf({ db, network }: RequestContext, stake: StakeAt): Promise<Uint8Array> {
  const avax = network.avaxAssetId ?? PRIMARY_NETWORK_ID;
  if (toHex(stake.subnet_id) === toHex(PRIMARY_NETWORK_ID)) return avax;
  const made = await readEmitted(db, CHAIN.p, [stake.position]);
  return made.find(({ staked }) => staked)?.asset_id ?? avax;
}
