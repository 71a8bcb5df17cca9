import type { PrimaryDb } from "../db";
import { type ChainCode, dagPosition, OUTPUT_TYPES, TXS_PER_BLOCK } from "../rows/columns";
import { u64SumAs } from "../sql/computed";
import { isFlag } from "../sql/expressions";
import { readFirstBlockTime } from "./cut";
import { readGenesisTime } from "./tx-times";

/** What all outputs of an asset that some owners had on a chain did in one second of that chain's time. */
export interface BalanceChange {
  /** Unix seconds. */
  time: number;
  /** Created less spent, staked or not. */
  amount: bigint;
  /** Staked less returned. */
  staked: bigint;
}

/**
 * Every change of a balance, oldest first: added up to a time, they are what `readBalances` reads at the cut of that time,
 * exports apart. All outputs of the owners are read once, spent ones too.
 */
export async function listBalanceChanges(
  db: PrimaryDb,
  { owners, chain, asset }: { owners: readonly Uint8Array[]; chain: ChainCode; asset: number },
): Promise<BalanceChange[]> {
  const genesis = (await readGenesisTime(db)) ?? 0;
  const firstBlock = (await readFirstBlockTime(db, chain)) ?? Number.MAX_SAFE_INTEGER;
  const changes = new Map<number, BalanceChange>();
  /** Sums of an owner's outputs, and of what of them is stake, by the time of one of their positions. */
  const sums = async (owner: Uint8Array, place: Place) => {
    const outputs = db
      .selectFrom("utxo")
      .where("owners", "=", owner)
      .where("chain", "=", chain)
      .where("destination", "is", null)
      .where("asset", "=", asset)
      .where("output_type", "=", TRANSFER)
      .select((eb) => [
        place === "created_position"
          ? eb.fn.coalesce(place, "position").as("place")
          : eb.ref(place).$notNull().as("place"),
        "amount",
        eb.case().when(isFlag("staked", true)).then(eb.ref("amount")).else(0n).end().as("stake"),
      ]);
    const placed = place === "created_position" ? outputs : outputs.where(place, "is not", null);
    const timed = db.selectFrom(placed.as("part")).select((eb) => [
      "amount",
      "stake",
      eb.fn
        .coalesce(
          eb
            .selectFrom("block")
            .select("block.time")
            .where("block.chain", "=", chain)
            .whereRef("block.height", "=", eb("place", "/", eb.lit(TXS_PER_BLOCK))),
          // The X-Chain's graph comes before the first block whatever the node's clock said.
          eb
            .selectFrom("tx")
            .select((tx) =>
              tx
                .case()
                .when("tx.time", "<", firstBlock)
                .then(tx.ref("tx.time"))
                .else(firstBlock)
                .end()
                .as("time"),
            )
            .where("tx.chain", "=", chain)
            .whereRef("tx.position", "=", "place")
            .where("tx.position", ">=", dagPosition(0)),
          eb.val(genesis),
        )
        .as("time"),
    ]);
    const rows = await db
      .selectFrom(timed.as("timed"))
      .select(["time", u64SumAs("amount"), u64SumAs("stake")])
      .groupBy("time")
      .execute();
    return rows.map(({ time, ...sum }) => {
      const change = changes.get(time) ?? { time, amount: 0n, staked: 0n };
      changes.set(time, change);
      return { change, sum };
    });
  };
  for (const owner of owners) {
    for (const { change, sum } of await sums(owner, "created_position")) {
      change.amount += sum.amount;
      change.staked += sum.stake;
    }
    for (const { change, sum } of await sums(owner, "consumed_position")) change.amount -= sum.amount;
    for (const { change, sum } of await sums(owner, "released_position")) change.staked -= sum.stake;
  }
  return [...changes.values()].sort((a, b) => a.time - b.time);
}

/** The position of an output whose time is that of a change. */
type Place = "created_position" | "consumed_position" | "released_position";

const TRANSFER = OUTPUT_TYPES.indexOf("secp256k1.transfer");
