import { join } from "node:path";
import { INDEX_NAMES } from "../contract/node/index";
import { FirnError } from "../errors";
import { type AcceptanceOptions, openAcceptance } from "./acceptance";
import { type Facilities, type FacilitiesOptions, openFacilities } from "./admin/facilities";
import { openLoggers } from "./admin/loggers";
import { openChains } from "./chains";
import type { History } from "./history";
import type { Router } from "./http/router";
import { openRoutes } from "./http/routes";
import { type Indexes, openIndexes } from "./indexes";
import { NODE_FORMS, type NodeFormName } from "./node-form";
import { openAnswers } from "./recorded-answers";
import type { EvmRetention } from "./rpc/evm-chain";

export interface NodeOptions extends AcceptanceOptions, FacilitiesOptions, EvmRetention {
  /** The interface document's form by default; `avalanchego` for the real node's. */
  nodeForm?: NodeFormName | undefined;
  /** Pause between acceptances. Without it the node accepts nothing by itself. */
  blockTimeMs?: number | undefined;
}

/** A node without its server. */
export interface OpenNode {
  history: History;
  router: Router;
  close(): void;
}

/** Opens everything that answers. @throws ConfigError as `openAcceptance` and `openFacilities` */
export async function openNode(options: NodeOptions): Promise<OpenNode> {
  const { recording, nodeForm = "seed", indexEnabled = true, blockTimeMs } = options;
  const { history, close } = withFatalLog(options, () => openAcceptance(options));
  try {
    const recorded = openAnswers(recording);
    const facilities = await openFacilities(history, recorded, options);
    const indexes = indexEnabled ? openIndexes(history, NODE_FORMS[nodeForm]) : undefined;
    if (indexes !== undefined) logIndexes(indexes, facilities);
    const parts = { history, nodeForm: NODE_FORMS[nodeForm], recorded, facilities, indexes, blockTimeMs };
    const { firstBlock, bodies, firstTrace } = options;
    const retention = { firstBlock, bodies, firstTrace };
    return {
      history,
      router: openRoutes({ ...parts, retention, chains: openChains(recording) }),
      close() {
        facilities.close();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Logs where each index continues, in the node's words. */
function logIndexes(indexes: Indexes, { loggers }: Facilities): void {
  for (const name of INDEX_NAMES) {
    const nextAcceptedIndex = indexes.containers(name).length;
    loggers.of("main")("INFO", "created new index", () => ({ index: name, nextAcceptedIndex }));
  }
}

/** Runs `open`; if it throws, logs why. A node that refuses an incomplete index says so as it exits. */
function withFatalLog<T>({ dataDir, display = () => {} }: NodeOptions, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof FirnError && error.code === "INDEX_INCOMPLETE") {
      const folder = dataDir === undefined ? undefined : join(dataDir, "logs");
      const loggers = openLoggers({ names: [], folder, display, nowMs: Date.now });
      loggers.of("main")("FATAL", error.message, () => ({ chainName: "P" }));
      loggers.close();
    }
    throw error;
  }
}
