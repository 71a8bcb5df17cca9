import { readNetwork } from "../../store/bookkeeping/network";
import { snapshot } from "../../store/db";
import type { Store, Stores } from "../../store/stores";
import { knownNetwork } from "../known-network";
import { openRebuild } from "../rebuild/rebuild";
import { type CheckResult, notChecked } from "./check-result";
import { ContainerScan, type ScanOptions } from "./containers";
import { auditFacts } from "./facts";
import { auditRows } from "./rows";

export interface AuditOptions extends ScanOptions {
  /** An indexer may be writing them. */
  stores: Stores;
  now: () => number;
}

const OLDER_ARRIVED = "older blocks were stored meanwhile: run it again";
const DAMAGED_FACTS = "the store's facts about its network are damaged, and rows depend on them";

/**
 * Checks a store against itself: the facts about its network; the id, index, parent and proposer of every container;
 * every row against one rebuilt from the containers. It only reads. While an indexer writes, one snapshot is compared.
 * @throws ConfigError CONFIG_INVALID when the store lacks facts about its network
 */
export async function auditStore(options: AuditOptions): Promise<CheckResult[]> {
  const { stores, now, signal } = options;
  const opened: Pick<Store, "close">[] = [];
  const keep = <Opened extends Store>(store: Opened): Opened => {
    opened.push(store);
    return store;
  };
  try {
    const scratch = keep(await stores.scratch("verify", now()));
    const live = keep(await stores.open("primary", { mode: "read" }));
    // A connection holds one snapshot. Containers never change and are read over the other.
    const still = keep(await stores.open("primary", { mode: "read" }));
    const facts = await auditFacts(live.db);
    const isKnown = facts.differing === 0;
    const known = isKnown ? knownNetwork(await readNetwork(live.db), { nowMs: now() }) : undefined;
    const between = { source: live.db, scratch: scratch.db };
    const rebuild = known && (await openRebuild(between, { known, now, signal }));
    const scan = new ContainerScan(live.db, rebuild && { rebuild, network: known.network }, options);
    await scan.to(live.db);
    return await snapshot(still.db, async (db) => {
      await scan.to(db);
      if (await scan.hasGrownDown(db))
        return [facts, notChecked("containers", OLDER_ARRIVED), notChecked("rows", OLDER_ARRIVED)];
      const containers = await scan.result(db);
      if (known === undefined) return [facts, containers, notChecked("rows", DAMAGED_FACTS)];
      const rows = await auditRows({ stored: db, expected: scratch.db }, scan.breaks, options);
      return [facts, containers, rows];
    });
  } finally {
    for (const store of opened) await store.close();
  }
}
