import type { PrimaryTables } from "../tables";
import { KEYS } from "./batch";

/** Tables that hold the containers, what is said of the network, or what is of the moment. */
const KEPT = {
  container_run: true,
  lease: true,
  network: true,
  rejection: true,
  stream_status: true,
  verb_duration: true,
} satisfies Record<Exclude<keyof PrimaryTables, keyof typeof DERIVED> | "container_run", true>;
const DERIVED = { ...KEYS, checkpoint: ["stream"], ledger_record: ["kind", "key"] } as const;

/** The tables that are made of the containers, with their primary keys. */
export const DERIVED_TABLES: readonly { table: keyof PrimaryTables; keys: readonly string[] }[] =
  Object.entries(DERIVED)
    .map(([table, keys]) => ({ table: table as keyof PrimaryTables, keys }))
    .filter(({ table }) => !(table in KEPT));
