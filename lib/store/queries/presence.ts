import type { PrimaryDb } from "../db";
import { type ChainCode, STAKE_ROLE } from "../rows/columns";
import { setOf } from "../sql/expressions";
import type { StakeTable, SubnetTable } from "../tables/staking";
import { listTxs } from "./tx";
import { timeOfTx } from "./tx-time";

/** Times of the first and the last transaction that touched an address, unix seconds; null where it is not known. */
export interface Presence {
  first: number | null;
  last: number | null;
  /** How many transactions there are, counted up to a limit. */
  transactions: number;
  /** How many of them are of the types asked for, counted up to the same limit. */
  ofTypes: number;
}

interface PresenceOptions {
  addresses: readonly Uint8Array[];
  countTo: number;
  /** Codec type ids of transactions to count apart. */
  typeIds: readonly number[];
}

/** When addresses of the dictionary (forms of one) were in a chain's transactions; undefined if they never were. */
export async function readPresence(
  db: PrimaryDb,
  chain: ChainCode,
  { addresses, countTo, typeIds }: PresenceOptions,
): Promise<Presence | undefined> {
  const ids = await db.selectFrom("address").select("id").where("bytes", "in", setOf(addresses)).execute();
  const ends: { position: number; time: number | null }[] = [];
  const positions = new Set<number>();
  const ofTypes = new Set<number>();
  for (const { id } of ids) {
    const counted = await listTxs(db, { chain, range: EVERYTHING, limit: countTo, addressIds: [id] });
    for (const position of counted) positions.add(position);
    const list = { chain, range: EVERYTHING, limit: countTo, addressIds: [id], typeIds };
    for (const position of typeIds.length === 0 ? [] : await listTxs(db, list)) ofTypes.add(position);
    for (const order of ["asc", "desc"] as const) {
      const row = await db
        .selectFrom("address_tx")
        .innerJoin("tx", (join) =>
          join.onRef("tx.chain", "=", "address_tx.chain").onRef("tx.position", "=", "address_tx.position"),
        )
        .select(["address_tx.position", timeOfTx("tx").as("time")])
        .where("address_tx.address_id", "=", id)
        .where("address_tx.chain", "=", chain as ChainCode)
        .orderBy("address_tx.position", order)
        .limit(1)
        .executeTakeFirst();
      if (row) ends.push(row);
    }
  }
  ends.sort((a, b) => a.position - b.position);
  const first = ends[0];
  const last = ends.at(-1);
  const counts = {
    transactions: Math.min(positions.size, countTo),
    ofTypes: Math.min(ofTypes.size, countTo),
  };
  return first && last && { first: first.time, last: last.time, ...counts };
}

const EVERYTHING = { from: Number.MIN_SAFE_INTEGER, below: Number.MAX_SAFE_INTEGER, order: "desc" } as const;

/** Running validators that pay an address of the dictionary, at most `limit`. */
export function listValidatorsPaying(
  db: PrimaryDb,
  address: Uint8Array,
  limit: number,
): Promise<Pick<StakeTable, "node_id" | "subnet_id">[]> {
  return db
    .selectFrom("stake")
    .select(["node_id", "subnet_id"])
    .where("role", "=", STAKE_ROLE.validator)
    .where("ended_position", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("reward_owner")
          .select("reward_owner.position")
          .whereRef("reward_owner.position", "=", "stake.position")
          .where("reward_owner.address_id", "=", (eb) =>
            eb.selectFrom("address").select("id").where("bytes", "=", address),
          ),
      ),
    )
    .orderBy("stake.id")
    .limit(limit)
    .execute();
}

/** Subnets whose validator manager a contract is, on whichever chain, at most `limit`. */
export function listManaged(
  db: PrimaryDb,
  account: Uint8Array,
  limit: number,
): Promise<Pick<SubnetTable, "subnet_id" | "manager_chain_id">[]> {
  return db
    .selectFrom("subnet")
    .select(["subnet_id", "manager_chain_id"])
    .where("manager_address", "=", account)
    .orderBy("position")
    .limit(limit)
    .execute();
}
