import { join } from "node:path";
import { ConfigError } from "../errors";
import { type AcceptanceFile, makeNodeFolder, openAcceptanceFile } from "./acceptance-file";
import { type History, openHistory, type Start } from "./history";
import { refuseIncomplete } from "./index-rules";
import type { Recording } from "./recording";

export interface AcceptanceOptions {
  recording: Recording;
  /** What a new data folder starts with; by default the whole recording. */
  acceptance?: Start | undefined;
  /** Acceptances are kept in `db/network-<id>/` of this folder. Without it nothing outlives the process. */
  dataDir?: string | undefined;
  /**
   * Takes a lock on a file of the folder; the returned function releases it.
   * @throws ConfigError while another process has it
   */
  hold?: ((path: string) => () => void) | undefined;
  /** Whether acceptances are indexed and the index API is served; true by default. */
  indexEnabled?: boolean | undefined;
  /** Whether an index may be, or become, incomplete. */
  allowIncompleteIndex?: boolean | undefined;
  /** Clock of acceptances, unix nanoseconds. Without it they keep their recorded times. */
  nowNs?: (() => bigint) | undefined;
}

/**
 * Opens what this node has accepted, where an earlier run stopped.
 * @throws ConfigError INDEX_INCOMPLETE in the node's words if indexing is switched off, or on after it was off;
 * WRONG_NETWORK and CONFIG_INVALID if the data folder is unusable; anything that `hold` throws
 */
export function openAcceptance(options: AcceptanceOptions): { history: History; close(): void } {
  const { recording, acceptance: start = "all", dataDir, indexEnabled = true, nowNs } = options;
  if (dataDir === undefined) {
    return { history: openHistory({ recording, start, indexed: indexEnabled, nowNs }), close: () => {} };
  }
  const folder = join(dataDir, "db", `network-${recording.network.networkId}`);
  makeNodeFolder(folder);
  const release = options.hold?.(join(dataDir, "lock")) ?? (() => {});
  let log: AcceptanceFile | undefined;
  const close = () => {
    log?.close();
    release();
  };
  try {
    log = openAcceptanceFile(join(folder, "acceptances.ndjson"), recording);
    beginRun(log, { indexEnabled, allowIncomplete: options.allowIncompleteIndex === true });
    return { history: openHistory({ recording, start, indexed: indexEnabled, nowNs, log }), close };
  } catch (error) {
    close();
    throw error;
  }
}

function beginRun(log: AcceptanceFile, run: { indexEnabled: boolean; allowIncomplete: boolean }): void {
  const { indexEnabled: enabled, allowIncomplete } = run;
  const refusal = refuseIncomplete({ enabled, allowIncomplete, earlier: log.runs });
  if (refusal !== undefined) {
    throw new ConfigError("INDEX_INCOMPLETE", refusal, {
      hint: enabled
        ? "add --index-allow-incomplete=true, or give the recorded node a new data folder"
        : "add --index-enabled=true, or --index-allow-incomplete=true",
    });
  }
  log.begin({ indexed: enabled });
}

/** Accepts the next container every `blockTimeMs` until stopped. Does nothing after the end of the recording. */
export function keepAccepting(history: History, blockTimeMs: number): () => void {
  const timer = setInterval(() => {
    if (history.acceptNext() === undefined) clearInterval(timer);
  }, blockTimeMs);
  return () => clearInterval(timer);
}
