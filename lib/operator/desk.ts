import type { Kysely } from "kysely";
import type { Log } from "../log";
import type { OperatorTables } from "../store/tables/operator";
import type { Audit } from "./audit/audit";

/** What everything in this room works with. */
export interface Desk {
  db: Kysely<OperatorTables>;
  audit: Audit;
  /** May hold credentials. */
  nodeUrl: string;
  /** The clock, unix milliseconds. */
  nowMs: () => number;
  /** A clock that never steps, ms since whenever. */
  steadyMs: () => number;
  log: Log;
}
