import { type RawBuilder, sql } from "kysely";
import type { PrimaryDb } from "../db";
import { CHAIN } from "../rows/columns";
import { isFlag, isIn, setOf } from "../sql/expressions";
import { mergeLists, type SortedList } from "./merge";
import { type Moment, readStakesAt, type StakeAt } from "./stake-list";
import { timeOfTx } from "./tx-time";
import type { UtxoRow } from "./utxo";
import { readUtxos, type UtxoKey } from "./utxo-list";

/**
 * Which running stakes a list holds: those that may pay one of the addresses, or of the nodes; both if both are given.
 */
export interface PendingList {
  at: Moment;
  order: "asc" | "desc";
  limit: number;
  /** `stake.id` of the first. */
  from: number | undefined;
  addressIds: readonly number[] | undefined;
  nodeIds: readonly Uint8Array[] | undefined;
}

/**
 * Stakes that ran at a moment, in the order of their transactions. Of addresses: stakes that name one as owner of
 * rewards, and delegations to validators that do.
 */
export async function listPendingStakes(db: PrimaryDb, list: PendingList): Promise<StakeAt[]> {
  const { at, order, from, addressIds, nodeIds } = list;
  const mine = isIn("address_id", addressIds ?? []);
  const found =
    addressIds === undefined
      ? sql`select stake.id, stake.position from stake where ${running("stake", at)}`
      : sql`select stake.id, stake.position from reward_owner
          join stake on stake.position = reward_owner.position where ${mine} and ${running("stake", at)}
        union select stake.id, stake.position from reward_owner
          join stake as validator on validator.position = reward_owner.position and validator.role = 0
          join stake on stake.role = 1 and stake.subnet_id = validator.subnet_id
            and stake.node_id = validator.node_id
          where ${mine} and ${running("validator", at)} and ${running("stake", at)}`;
  const which = [
    sql`true`,
    ...(from === undefined ? [] : [sql`id ${sql.raw(order === "asc" ? ">=" : "<=")} ${from}`]),
    ...(nodeIds === undefined
      ? []
      : [sql`position in (select position from stake where ${isIn("node_id", nodeIds)})`]),
  ];
  const { rows } = await sql<{ position: number }>`select position from (${found}) as found
    where ${sql.join(which, sql` and `)} order by id ${sql.raw(order)} limit ${list.limit}`.execute(db);
  const positions = rows.map(({ position }) => position);
  const stakes = new Map((await readStakesAt(db, positions, at)).map((stake) => [stake.position, stake]));
  return positions.flatMap((position) => stakes.get(position) ?? []);
}

function running(table: string, { below, decidedBelow }: Moment): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`(${of("position")} < ${below} and ${isFlag(`${table}.permissioned`, false)} and (
    ${of("ended_position")} is null
    or (${of("ended_position")} >= ${decidedBelow} and ${of("ended_position")} <> ${of("position")})))`;
}

/** Which paid rewards a list holds: to some owners (`findOwners`), for stakes of some nodes; both if both are given. */
export interface RewardList {
  owners: readonly Uint8Array[] | undefined;
  nodeIds: readonly Uint8Array[] | undefined;
  order: "asc" | "desc";
}

const birth = sql<number>`coalesce(created_position, position)`;

type Place = UtxoKey & { birth: number };

/** Paid rewards after `cursor` in the order of payment, at most `limit`. */
export async function listRewards(
  db: PrimaryDb,
  { owners, nodeIds, order }: RewardList,
  page: { cursor: UtxoKey | undefined; limit: number },
): Promise<UtxoRow[]> {
  const after = page.cursor && (await readPlace(db, page.cursor));
  const ofNodes =
    nodeIds === undefined
      ? sql`true`
      : sql`stake_position in (select position from stake where ${isIn("node_id", nodeIds)})`;
  const parts = owners?.map((owner) => sql`owners = ${owner} and ${ofNodes}`) ?? [ofNodes];
  const lists = parts.map(
    (part): SortedList<Place> =>
      async (last, limit) => {
        const bound = last ?? after;
        const beyond = sql.raw(order === "asc" ? ">" : "<");
        const behind =
          bound === undefined
            ? sql`true`
            : sql`(${birth}, position, output_index) ${beyond} (${bound.birth}, ${bound.position}, ${bound.output_index})`;
        const direction = sql.raw(order);
        const { rows } = await sql<Place>`select chain, position, output_index, ${birth} as birth from utxo
      where ${part} and reward_type is not null and stake_position is not null and ${behind}
      order by ${birth} ${direction}, position ${direction}, output_index ${direction} limit ${limit}`.execute(
          db,
        );
        return rows;
      },
  );
  const sign = order === "asc" ? 1 : -1;
  const compare = (a: Place, b: Place) =>
    sign * (a.birth - b.birth || a.position - b.position || a.output_index - b.output_index);
  return readUtxos(db, await mergeLists(lists, { compare, limit: page.limit }));
}

async function readPlace(db: PrimaryDb, key: UtxoKey): Promise<Place | undefined> {
  const { rows } = await sql<Place>`select chain, position, output_index, ${birth} as birth from utxo
    where chain = ${CHAIN.p} and position = ${key.position} and output_index = ${key.output_index}`.execute(
    db,
  );
  return rows[0];
}

/** A reward as sums need it. */
export interface RewardPayment extends UtxoKey {
  /** Position of the transaction that paid it. */
  birth: number;
  /** `asset.id`. */
  asset: number;
  amount: bigint;
  /** `REWARD_TYPE`. */
  reward_type: number;
  /** P-Chain time, unix seconds; null where nobody knows it. */
  time: number | null;
}

/** All rewards paid to some owners or for some nodes, in the order of payment, so that each can be added to those before. */
export async function readRewardPayments(
  db: PrimaryDb,
  { owners, nodeIds }: Pick<RewardList, "owners" | "nodeIds">,
): Promise<RewardPayment[]> {
  const rows = await db
    .selectFrom("utxo")
    .leftJoin("tx", (join) =>
      join
        .onRef("tx.chain", "=", "utxo.chain")
        .on(({ eb, fn }) => eb("tx.position", "=", fn.coalesce("utxo.created_position", "utxo.position"))),
    )
    .select(({ ref, fn }) => [
      ...(["utxo.chain", "utxo.position", "utxo.output_index", "utxo.asset", "utxo.amount"] as const),
      ref("utxo.reward_type").$notNull().as("reward_type"),
      fn.coalesce("utxo.created_position", "utxo.position").as("birth"),
      timeOfTx("tx").as("time"),
    ])
    .where("utxo.reward_type", "is not", null)
    .where("utxo.stake_position", "is not", null)
    .$if(owners !== undefined, (query) => query.where("utxo.owners", "in", setOf(owners ?? [])))
    .$if(nodeIds !== undefined, (query) =>
      query.where("utxo.stake_position", "in", (eb) =>
        eb
          .selectFrom("stake")
          .select("stake.position")
          .where("stake.node_id", "in", setOf(nodeIds ?? [])),
      ),
    )
    .execute();
  return rows.sort((a, b) => a.birth - b.birth || a.position - b.position || a.output_index - b.output_index);
}
