import type { Log } from "../log";
import type { OperatorDb } from "../store/db";
import type { Audit } from "./audit/audit";

/** Dependencies shared by the operator's services. */
export interface OperatorContext {
  db: OperatorDb;
  audit: Audit;
  /** May hold credentials. */
  nodeUrl: string;
  /** Wall clock, unix milliseconds. */
  nowMs: () => number;
  /** Monotonic clock, milliseconds since an arbitrary start. */
  steadyMs: () => number;
  log: Log;
}
