import type { PrimaryTables } from "../tables";
import { KEYS } from "./batch";

/** Tables that are not derived: containers, facts of the network, and status. */
const KEPT = {
  container_run: true,
  lease: true,
  network: true,
  rejection: true,
  stream_change: true,
  stream_status: true,
  verb_duration: true,
} satisfies Record<Exclude<keyof PrimaryTables, keyof typeof DERIVED> | "container_run", true>;
const DERIVED = { ...KEYS, checkpoint: ["stream"], ledger_record: ["kind", "key"] } as const;

/** Tables derived from the containers, with their primary keys. */
export const DERIVED_TABLES: readonly { table: keyof PrimaryTables; keys: readonly string[] }[] =
  Object.entries(DERIVED)
    .map(([table, keys]) => ({ table: table as keyof PrimaryTables, keys }))
    .filter(({ table }) => !(table in KEPT));
