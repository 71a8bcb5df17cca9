import { readNetwork } from "../../store/bookkeeping/network";
import { snapshot } from "../../store/db";
import type { Store, Stores } from "../../store/stores";
import { knownNetwork } from "../known-network";
import { openRebuild } from "../rebuild/rebuild";
import { type Finding, notChecked } from "./audit";
import { ContainerWalk, type WalkOptions } from "./containers";
import { auditFacts } from "./facts";
import { auditRows } from "./rows";

export interface AuditOptions extends WalkOptions {
  /** An indexer may be writing them. */
  stores: Stores;
  now: () => number;
}

const DAMAGED_FACTS = "what the store says of its network is damaged, and rows depend on it";

/**
 * Checks a store against itself: what it says of its network, the id, place, parent and proposer of every container, and
 * every row against one made anew from the containers. It only reads; while an indexer writes, the store is compared as it was at one moment.
 * @throws ConfigError CONFIG_INVALID when the store doesn't say enough
 */
export async function auditStore(options: AuditOptions): Promise<Finding[]> {
  const { stores, now, signal } = options;
  const opened: Pick<Store, "close">[] = [];
  const keep = <Opened extends Store>(store: Opened): Opened => {
    opened.push(store);
    return store;
  };
  try {
    const scratch = keep(await stores.scratch("verify", now()));
    const live = keep(await stores.open("primary", { mode: "read" }));
    // A connection holds one snapshot: containers, which never change, are read beside it.
    const still = keep(await stores.open("primary", { mode: "read" }));
    const facts = await auditFacts(live.db);
    const isKnown = facts.differing === 0;
    const known = isKnown ? knownNetwork(await readNetwork(live.db), { nowMs: now() }) : undefined;
    const between = { source: live.db, scratch: scratch.db };
    const rebuild = known && (await openRebuild(between, { known, now, signal }));
    const walk = new ContainerWalk(live.db, rebuild && { rebuild, network: known.network }, options);
    await walk.to(live.db);
    return await snapshot(still.db, async (db) => {
      await walk.to(db);
      const containers = await walk.finding(db);
      if (known === undefined) return [facts, containers, notChecked("rows", DAMAGED_FACTS)];
      const rows = await auditRows({ stored: db, expected: scratch.db }, walk.breaks, options);
      return [facts, containers, rows];
    });
  } finally {
    for (const store of opened) await store.close();
  }
}
