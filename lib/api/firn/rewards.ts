import { isAvax } from "../../avalanche/avax";
import { toHex } from "../../avalanche/codec/bytes";
import { formatAddress, formatNodeId, PRIMARY_NETWORK_ID, parseNodeId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/rewards";
import { InputError } from "../../errors";
import { readAssets } from "../../store/queries/asset";
import { findAssets } from "../../store/queries/by-key";
import { findOwners } from "../../store/queries/owner";
import { type RewardPayment, readRewardPayments } from "../../store/queries/reward-list";
import { listStakes } from "../../store/queries/stake-list";
import { readUtxos } from "../../store/queries/utxo-list";
import { STAKE_ROLE } from "../../store/rows/columns";
import type { Handler, HandlerRequest, RequestContext } from "../handler";
import { takeExactPage } from "../page/page";
import { takeSnapshotPage } from "../page/snapshot-page";
import { packUtxoKey } from "../page/utxo-cursor";
import { presentAmount } from "../present/asset";
import { isCChain } from "../present/evm/chain";
import { presentPrice, presentValue } from "../present/price";
import { presentPaidReward } from "../present/staking/reward";
import { readPaid, readPaidStart } from "../staking/paid-rewards";
import { type ExpectedRewards, expectRewards } from "../staking/pending-rewards";
import { readRecipients } from "../staking/recipients";
import {
  addPayments,
  byYear,
  type DelegatorTotal,
  delegatorTotals,
  type RewardSum,
  statementOf,
} from "../staking/reward-sums";
import { readDelegatorFacts } from "../staking/stake-facts";
import { readPresenting } from "../transactions/utxo-facts";

const AVAX_DECIMALS = 9;

export const listRewardStatement: Handler<typeof contract.listRewardStatement> = async (request) => {
  const { query, read } = request;
  const priceAt = await readPrices(request);
  return read(async (context) => {
    const { rows, canonical } = await readStatement(context, query);
    const { sortOrder } = query;
    const inOrder = sortOrder === "asc" ? rows : rows.toReversed();
    const page = await takeExactPage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: { endpoint: "rewardStatement", ...canonical, sortOrder, dialect: context.dialect.name },
      start: await readPaidStart(context, query),
      pageSize: query.pageSize,
      list: async (cursor, limit) => rowsAfter(inOrder, cursor, limit),
      cursorOf: (row) => packUtxoKey(row),
    });
    const utxos = await readUtxos(context.db, page.rows);
    const as = await readPresenting(context, [{ effects: [], consumed: [], learned: [], emitted: utxos }]);
    const facts = new Map((await readPaid(context, utxos)).map((one) => [packUtxoKey(one.row), one]));
    return {
      ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
      rewards: page.rows.flatMap((row) => {
        const paid = facts.get(packUtxoKey(row));
        if (paid === undefined) return [];
        const price = isAvax(context.network, paid.row.asset_id) ? priceAt(row.time) : undefined;
        const terms = { currency: query.currency, dialect: context.dialect };
        const { balanceValue: value, ...priced } = presentValue(
          price,
          { balance: row.amount, decimals: AVAX_DECIMALS },
          terms,
        );
        return [
          {
            ...presentPaidReward(as, paid),
            ...(row.time !== null && { rewardTimestamp: row.time }),
            runningTotal: row.runningTotal.toString(),
            ...priced,
            ...(value && { value }),
          },
        ];
      }),
    };
  });
};

export const getRewardSummary: Handler<typeof contract.getRewardSummary> = async (request) => {
  const { query, read } = request;
  const priceAt = await readPrices(request);
  return read(async (context) => {
    const { db, network, dialect } = context;
    const { rows, who } = await readStatement(context, query);
    const paidIn = await readAssets(
      db,
      rows.map(({ asset }) => asset),
    );
    const expected = await expectRewards(context, { who, types: query.rewardTypes });
    const ids = new Map<string, Uint8Array>();
    for (const { asset_id } of paidIn.values()) ids.set(toHex(asset_id), asset_id);
    for (const { assetId } of expected) ids.set(toHex(assetId), assetId);
    const named = await findAssets(db, [...ids.values()]);
    const as = { network, dialect, assets: new Map(named.map((row) => [toHex(row.asset_id), row])) };
    const inOrder = [...ids].sort(
      ([a, idA], [b, idB]) =>
        Number(isAvax(network, idB) ?? false) - Number(isAvax(network, idA) ?? false) || (a < b ? -1 : 1),
    );
    return {
      assets: inOrder.map(([key, id]) => {
        const { amount: _none, ...asset } = presentAmount(as, id, 0n);
        const own = rows.filter((row) => toHex(paidIn.get(row.asset)?.asset_id ?? id) === key);
        const priced = isAvax(network, id) ? priceAt : () => undefined;
        const present = (payments: readonly RewardPayment[]) =>
          presentSum(addPayments(payments, { priceAt: priced, decimals: AVAX_DECIMALS }), (value) =>
            presentPrice(value, { currency: query.currency, dialect }),
          );
        return {
          asset,
          ...present(own),
          years: byYear(own).map(([year, payments]) => ({ year, ...present(payments) })),
          expected: presentExpected(expected.find(({ assetId }) => toHex(assetId) === key)),
        };
      }),
    };
  });
};

/** Delegations of a node that never had any are none. */
export const listDelegatorSums: Handler<typeof contract.listDelegatorSums> = ({ params, query, read }) =>
  read(async (context) => {
    const nodeId = parseNodeId(params.nodeId);
    const { rows, nextPageToken } = await takeSnapshotPage(context, {
      token: query.pageToken,
      canonical: { endpoint: "delegatorSums", nodeId: formatNodeId(nodeId) },
      pageSize: query.pageSize,
      list: async (at, { cursor = query.after ?? 0, limit }) => {
        const stakes = await listStakes(context.db, {
          at,
          role: STAKE_ROLE.delegator,
          nodeIds: [nodeId],
          subnetId: PRIMARY_NETWORK_ID,
          order: "asc",
          limit: Number.MAX_SAFE_INTEGER,
        });
        return delegatorTotals(await readDelegatorFacts(context, stakes)).slice(cursor, cursor + limit);
      },
      idOf: ({ rank }) => rank,
    });
    return {
      ...(nextPageToken !== undefined && { nextPageToken }),
      delegators: rows.map((row) => presentDelegatorTotal(row, context)),
    };
  });

type Query = HandlerRequest<typeof contract.getRewardSummary>["query"];

/** The lines that a request asks for, and what they depend on. */
async function readStatement(context: RequestContext, query: Query) {
  const who = readRecipients(context.network, query);
  const owners = who.addresses && (await findOwners(context.db, who.addresses));
  const payments = await readRewardPayments(context.db, { owners, nodeIds: who.nodeIds });
  const { startTimestamp: from, endTimestamp: before, rewardTypes: types } = query;
  const filter = { from, before, types };
  return {
    who,
    rows: statementOf(payments, filter),
    canonical: { ...who.canonical, ...filter },
  };
}

/** AVAX is the coin of the C-Chain, and has its price. */
async function readPrices({
  query,
  service,
  evmChains,
}: Pick<HandlerRequest<typeof contract.getRewardSummary>, "query" | "service" | "evmChains">) {
  const cChain = (await evmChains.list()).find(isCChain)?.evmChainId;
  const prices = cChain === undefined ? undefined : service.prices.of(cChain);
  return (time: number | null): string | undefined =>
    time === null ? undefined : prices?.at(undefined, query.currency, time);
}

/** @throws InputError BAD_PAGE_TOKEN when the cursor's row is not in the statement */
function rowsAfter<Row extends RewardPayment>(
  rows: readonly Row[],
  cursor: bigint | undefined,
  limit: number,
): Row[] {
  if (cursor === undefined) return rows.slice(0, limit);
  const key = BigInt.asUintN(64, cursor);
  const at = rows.findIndex((row) => packUtxoKey(row) === key);
  if (at < 0)
    throw new InputError(
      "BAD_PAGE_TOKEN",
      "the list goes on after a reward that is not in this statement: start over without it",
    );
  return rows.slice(at + 1, at + 1 + limit);
}

function presentSum<Price>(sum: RewardSum, priceOf: (value: string | undefined) => Price | undefined) {
  const value = priceOf(sum.value);
  return {
    count: sum.count,
    amount: sum.amount.toString(),
    validator: sum.validator.toString(),
    delegator: sum.delegator.toString(),
    validatorFee: sum.validatorFee.toString(),
    ...(value && { value }),
  };
}

function presentExpected(expected: ExpectedRewards | undefined) {
  if (expected === undefined) return { count: 0, amount: "0" };
  const { count, amount, nextTime } = expected;
  return {
    count,
    ...(amount !== undefined && { amount: amount.toString() }),
    ...(nextTime !== undefined && { nextTimestamp: nextTime }),
  };
}

function presentDelegatorTotal(total: DelegatorTotal, { network }: RequestContext) {
  const { fee, expected, expectedFee } = total;
  return {
    rank: total.rank,
    addresses: total.addresses.map((address) => formatAddress(network.hrp, address)),
    delegationCount: total.delegationCount,
    activeCount: total.activeCount,
    amountDelegated: total.amountDelegated.toString(),
    earned: total.earned.toString(),
    ...(fee !== undefined && { fee: fee.toString() }),
    ...(expected !== undefined && { expected: expected.toString() }),
    ...(expectedFee !== undefined && { expectedFee: expectedFee.toString() }),
  };
}
