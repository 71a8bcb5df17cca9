import { networkOf, startRig } from "./indexer";
import { openPrimary } from "./test-stores";

/**
 * An indexer in a process of its own, which `kill.test.ts` starts and kills. Prints "started" once it follows the node.
 */
const { path, url, recording } = JSON.parse(process.env.CHILD ?? "{}");
const store = await openPrimary(path, { mode: "write", nowMs: Date.now() });
const rig = await startRig({ ...networkOf(recording), url, store });
process.stdout.write("started");
await rig.done;
