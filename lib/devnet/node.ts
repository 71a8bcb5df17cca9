import { join } from "node:path";
import { FirnError } from "../errors";
import { type AcceptanceOptions, openAcceptance } from "./acceptance";
import { type FacilitiesOptions, openFacilities } from "./admin/facilities";
import { openLoggers } from "./admin/loggers";
import { openChains } from "./chains";
import { DIALECTS, type DialectName } from "./dialect";
import type { History } from "./history";
import { openAnswers } from "./recorded-answers";
import type { Router } from "./router";
import { openRoutes } from "./routes";

export interface NodeOptions extends AcceptanceOptions, FacilitiesOptions {
  /** The interface document's forms unless given; `avalanchego` for the real node's. */
  dialect?: DialectName | undefined;
  /** Pause from one acceptance to the next; without one the node does not go on by itself. */
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
  const { recording, dialect = "seed", indexEnabled = true, blockTimeMs } = options;
  const { history, close } = withLastWords(options, () => openAcceptance(options));
  try {
    const recorded = openAnswers(recording);
    const facilities = await openFacilities(history, recorded, options);
    const chains = openChains(recording);
    const parts = {
      history,
      dialect: DIALECTS[dialect],
      recorded,
      chains,
      facilities,
      indexEnabled,
      blockTimeMs,
    };
    return {
      history,
      router: openRoutes(parts),
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

/** A node that won't let an index be incomplete says so as it goes. */
function withLastWords<T>({ dataDir, display = () => {} }: NodeOptions, open: () => T): T {
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
