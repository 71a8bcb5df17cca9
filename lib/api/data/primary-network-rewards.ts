import { toHex } from "../../avalanche/codec/bytes";
import type { Owner } from "../../avalanche/effects";
import { PRIMARY_NETWORK_ID, parseId, parseNodeId } from "../../avalanche/ids";
import { splitReward } from "../../avalanche/ledger/reward";
import * as contract from "../../contract/data/primary-network-rewards";
import { parseOutputName } from "../../contract/data/primary-network-utxos";
import { InputError } from "../../errors";
import { findAddresses, findAssets } from "../../store/queries/by-key";
import { findOwners } from "../../store/queries/owner";
import { listPendingStakes, listRewards } from "../../store/queries/reward-list";
import { findDelegatee, listCycles, readStakes } from "../../store/queries/stake";
import { type Moment, readStakesAt, type StakeAt } from "../../store/queries/stake-list";
import { findTx, readTxs } from "../../store/queries/tx";
import { readEmitted, type UtxoRow } from "../../store/queries/utxo";
import { CHAIN, heightOf, STAKE_ROLE } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { takeExactPage } from "../page/page";
import { takeSnapshotPage } from "../page/snapshot-page";
import { packUtxoKey, unpackUtxoKey } from "../page/utxo-cursor";
import {
  type PaidFacts,
  type PendingFacts,
  presentPaidReward,
  presentPendingReward,
} from "../present/staking/reward";
import { readOwners, requireNetwork, type ServedNetwork } from "../request/network";
import { potentialOf, readStakeFacts, type StakeFacts } from "../staking/stake-facts";
import { readStakeStart } from "../staking/stake-start";
import { bytesMissing } from "../transactions/block-bytes";
import { readPresenting } from "../transactions/utxo-facts";

export const listPendingPrimaryNetworkRewards: Handler<typeof contract.listPendingPrimaryNetworkRewards> = ({
  params,
  query,
  read,
}) =>
  read(async (context) => {
    const { db, network, dialect } = context;
    requireNetwork(network, params.network);
    const who = readRecipients(network, query);
    const page = await takeSnapshotPage(context, {
      token: query.pageToken,
      pageSize: query.pageSize,
      canonical: { endpoint: "pendingRewards", ...who.canonical, order: query.sortOrder },
      list: async (at, { cursor, limit }) =>
        listPending(context, {
          ...{ who, at, limit, order: query.sortOrder },
          cursor: cursor ?? (await readPendingStart(context, query, at)),
        }),
      idOf: ({ number }) => number,
    });
    const assets = await findAssets(
      db,
      page.rows.map(({ assetId }) => assetId),
    );
    const as = { network, dialect, assets: new Map(assets.map((row) => [toHex(row.asset_id), row])) };
    return {
      nextPageToken: page.nextPageToken,
      pendingRewards: page.rows.map((row) => presentPendingReward(as, row, page.at.time)),
    };
  });

export const listHistoricalPrimaryNetworkRewards: Handler<
  typeof contract.listHistoricalPrimaryNetworkRewards
> = ({ params, query, read }) =>
  read(async (context) => {
    const { db, network, dialect } = context;
    requireNetwork(network, params.network);
    const { addresses, nodeIds, canonical } = readRecipients(network, query);
    const owners = addresses && (await findOwners(db, addresses));
    const order = query.sortOrder;
    const page = await takeExactPage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: { endpoint: "rewards", ...canonical, order, dialect: dialect.name },
      start: await readPaidStart(context, query),
      pageSize: query.pageSize,
      list: (cursor, limit) =>
        listRewards(
          db,
          { owners, nodeIds, order },
          { cursor: cursor === undefined ? undefined : unpackUtxoKey(cursor), limit },
        ),
      cursorOf: (row) => packUtxoKey(row),
    });
    const as = await readPresenting(context, [
      { effects: [], consumed: [], learned: [], emitted: page.rows },
    ]);
    const facts = await readPaid(context, page.rows);
    return {
      nextPageToken: page.nextPageToken,
      historicalRewards: facts.map((one) => presentPaidReward(as, one)),
    };
  });

interface Start {
  before?: string | undefined;
  sortOrder: "asc" | "desc";
}

/** The number of the payment that `before` names. @throws InputError BAD_PARAMETER */
async function readPendingStart(
  context: RequestContext,
  { before, sortOrder }: Start,
  at: Moment,
): Promise<number | undefined> {
  if (before === undefined) return undefined;
  const { txHash, rewardType } = contract.parsePendingName(before);
  const stakeId = await readStakeStart(context, { before: txHash, sortOrder }, at);
  return stakeId === undefined ? undefined : numberOf(stakeId, rewardType === "VALIDATOR_FEE" ? 1 : 0);
}

/** The key of the reward that `before` names. @throws InputError BAD_PARAMETER */
async function readPaidStart(
  { db }: RequestContext,
  { before, sortOrder }: Start,
): Promise<bigint | undefined> {
  if (before === undefined) return undefined;
  if (sortOrder === "asc") throw new InputError("BAD_PARAMETER", "before goes with sortOrder desc only");
  const { txHash, outputIndex } = parseOutputName(before);
  const tx = await findTx(db, CHAIN.p, parseId(txHash));
  const paid = tx === undefined ? [] : await readEmitted(db, CHAIN.p, [tx.position]);
  const row = paid.find(
    ({ output_index, reward_type }) => output_index === outputIndex && reward_type !== null,
  );
  if (row !== undefined) return packUtxoKey(row);
  throw new InputError("BAD_PARAMETER", `before must name an output that paid a reward, not ${before}`);
}

/** Whose rewards to list. */
interface Recipients {
  addresses: readonly Uint8Array[] | undefined;
  nodeIds: readonly Uint8Array[] | undefined;
  canonical: { addresses: string[] | undefined; nodeIds: string[] | undefined };
}

const MAX_NODES = 64;

/** @throws InputError BAD_PARAMETER when neither parameter is given, or an item is not an address or node id */
function readRecipients(
  network: ServedNetwork,
  query: { addresses?: string | undefined; nodeIds?: string | undefined },
): Recipients {
  if (query.addresses === undefined && query.nodeIds === undefined)
    throw new InputError("BAD_PARAMETER", "addresses or nodeIds must be given");
  const addresses = query.addresses === undefined ? undefined : readOwners(network, query.addresses);
  const items = query.nodeIds?.split(",").map((item) => item.trim());
  if (items !== undefined && items.length > MAX_NODES)
    throw new InputError(
      "BAD_PARAMETER",
      `nodeIds must be at most ${MAX_NODES} node ids, not ${items.length}`,
    );
  const nodeIds = items?.map(readNodeId);
  return {
    addresses,
    nodeIds,
    canonical: { addresses: addresses?.map(toHex).sort(), nodeIds: nodeIds?.map(toHex).sort() },
  };
}

function readNodeId(item: string): Uint8Array {
  try {
    return parseNodeId(item);
  } catch (cause) {
    const form = "node ids (NodeID- and 20 bytes in cb58), comma separated";
    throw new InputError("BAD_PARAMETER", `nodeIds must be ${form}, not "${item.slice(0, 80)}"`, { cause });
  }
}

interface PendingPage {
  who: Recipients;
  at: Moment;
  cursor: number | undefined;
  limit: number;
  order: "asc" | "desc";
}

/** Each stake pays one or two owners, so stakes are read until the page is full. */
async function listPending(context: RequestContext, page: PendingPage): Promise<PendingFacts[]> {
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
function numberOf(stakeId: number, share: 0 | 1): number {
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

async function readPaid(context: RequestContext, rows: readonly UtxoRow[]): Promise<PaidFacts[]> {
  if (rows.length === 0) return [];
  const { db } = context;
  const positions = rows.flatMap(({ stake_position }) => stake_position ?? []);
  const stakes = await readStakes(db, positions);
  const births = rows.map(({ created_position, position }) => created_position ?? position);
  const txs = await readTxs(db, CHAIN.p, [...positions, ...births]);
  const facts: PaidFacts[] = [];
  for (const [index, row] of rows.entries()) {
    const position = row.stake_position ?? row.position;
    const birth = births[index] ?? row.position;
    const [stake, tx, rewardTx] = [stakes.get(position), txs.get(position), txs.get(birth)];
    if (stake === undefined || tx === undefined || rewardTx === undefined) throw bytesMissing(position);
    const [cycle] = await listCycles(db, {
      position,
      at: { height: heightOf(birth), time: 0, below: birth, decidedBelow: birth },
      limit: 1,
    });
    facts.push({ row, stake: { ...stake, ...cycle }, txId: tx.tx_id, rewardTxId: rewardTx.tx_id });
  }
  return facts;
}
