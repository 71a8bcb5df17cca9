import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatAddress } from "../lib/avalanche/ids";
import { openStores } from "../lib/store/open-stores";
import { CHAIN, unpackBytes } from "../lib/store/rows/columns";
import type { Stores } from "../lib/store/stores";
import { addressOf, type Receivers } from "./p-chain";
import { addPBlocks, indexRecording } from "./recorded-store";

/** Transactions of an address beside the payer. */
export const SMALL = 100;
const folder = fileURLToPath(new URL("../../data/bench-api", import.meta.url));

/** Half of the payments go back to the payer, the others to addresses that get a hundred each. */
const receivers: Receivers = (payment) =>
  payment % 2 === 0 ? "payer" : addressOf(Math.floor(payment / (2 * SMALL)));

export interface BusyPayer {
  stores: Stores;
  /** Address of the payer. */
  large: string;
  /** An address with a hundred transactions. */
  small: string;
}

/** A P-Chain whose payer has this many transactions, half of which leave it an output. It is made once. */
export async function openBusyPayer(transactions: number): Promise<BusyPayer> {
  const stores = openStores({ folder: join(folder, String(transactions)) });
  if (!(await stores.list()).includes("primary")) {
    await indexRecording(stores);
    await addPBlocks(stores, { count: transactions, receivers });
  }
  return {
    stores,
    large: formatAddress("custom", await findPayer(stores)),
    small: formatAddress("custom", addressOf(Math.floor(transactions / (4 * SMALL)))),
  };
}

/** Owner of the newest change. */
async function findPayer(stores: Stores): Promise<Uint8Array> {
  const store = await stores.open("primary", { mode: "read" });
  const row = await store.db
    .selectFrom("utxo")
    .select("owners")
    .where("chain", "=", CHAIN.p)
    .orderBy("position", "desc")
    .orderBy("output_index", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await store.close();
  const [owner] = unpackBytes(row.owners, 20);
  if (owner === undefined) throw new Error("an output without an owner");
  return owner;
}
