import type { PrimaryDb } from "../db";
import type { NetworkKey } from "../tables/bookkeeping";

export type NetworkFacts = Partial<Record<NetworkKey, string>>;

/** Every fact the store has about its network. */
export async function readNetwork(db: PrimaryDb): Promise<NetworkFacts> {
  const rows = await db.selectFrom("network").selectAll().execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** The facts without the genesis, which takes megabytes on mainnet. */
export async function readNetworkWithoutGenesis(db: PrimaryDb): Promise<Omit<NetworkFacts, "genesis">> {
  const rows = await db.selectFrom("network").selectAll().where("key", "<>", "genesis").execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Hexadecimal with its prefix; undefined where it is not known. */
export async function readGenesisFact(db: PrimaryDb): Promise<string | undefined> {
  const row = await db.selectFrom("network").select("value").where("key", "=", "genesis").executeTakeFirst();
  return row?.value;
}

/** Adds or replaces facts. Others stay as they are. */
export async function writeNetwork(db: PrimaryDb, facts: NetworkFacts): Promise<void> {
  const rows = (Object.keys(facts) as NetworkKey[]).flatMap((key) => {
    const value = facts[key];
    return value === undefined ? [] : [{ key, value }];
  });
  if (rows.length === 0) return;
  await db
    .insertInto("network")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet(({ ref }) => ({ value: ref("excluded.value") })),
    )
    .execute();
}
