import { openStore } from "../store/open";
import { startRig } from "./test-rig";

/** What `kill.test.ts` starts and kills: an indexer in a process of its own. Says "started" once it follows the node. */
const { path, url, networkId, genesis, upgrades } = JSON.parse(process.env.CHILD ?? "{}");
const store = await openStore(path, { mode: "write", nowMs: Date.now() });
const times = Object.entries(upgrades as Record<string, string>).map(([name, time]) => [name, BigInt(time)]);
const rig = await startRig({ url, networkId, genesis, upgrades: Object.fromEntries(times), store });
process.stdout.write("started");
await rig.done;
