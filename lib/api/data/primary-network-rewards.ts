import { toHex } from "../../avalanche/codec/bytes";
import * as contract from "../../contract/data/primary-network-rewards";
import { findAssets } from "../../store/queries/by-key";
import { findOwners } from "../../store/queries/owner";
import { listRewards } from "../../store/queries/reward-list";
import type { Moment } from "../../store/queries/stake-list";
import type { Handler, RequestContext } from "../handler";
import { takeExactPage } from "../page/page";
import { takeSnapshotPage } from "../page/snapshot-page";
import { packUtxoKey, unpackUtxoKey } from "../page/utxo-cursor";
import { presentPaidReward, presentPendingReward } from "../present/staking/reward";
import { requireNetwork } from "../request/network";
import { readPaid, readPaidStart } from "../staking/paid-rewards";
import { listPending, numberOf } from "../staking/pending-rewards";
import { readRecipients } from "../staking/recipients";
import { readStakeStart } from "../staking/stake-start";
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
          who,
          at,
          limit,
          order: query.sortOrder,
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
