import { expect, it } from "vitest";
import { formatId } from "../../avalanche/ids";
import { openNode } from "../../client/node";
import { getL1Validators } from "../../contract/node/l1-validators";
import { openRecording } from "../../devnet/recording";
import { serveDevnet } from "../../devnet/serve";
import { takeSample } from "./sample";

/** A chain of the recorded L1, and the node itself. */
const CHAIN = "az5MiQAwYor8JjLwAsTQYkMakBZNBnGa2VSyYe8HL7NT57hFm";
const OWN = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";

it("has the active validators of an L1, each once, with the uptime that its node counts for others", async () => {
  const { url, close } = await serveDevnet({ recording: await openRecording("l1-network"), port: 0 });
  const node = openNode(url);
  const { signal } = new AbortController();
  const { validators } = await node.call(`/ext/bc/${CHAIN}/validators`, getL1Validators, {});
  const active = validators.filter(({ isActive }) => isActive);
  expect([active.length, validators.length]).toEqual([2, 4]);
  const sample = await takeSample(node, { chains: [CHAIN, CHAIN, formatId(new Uint8Array(32))], signal });
  const ofL1 = sample.validators.filter(([id]) => id.length === 32);
  expect(new Map(ofL1.map(([id, seen]) => [formatId(id), seen]))).toEqual(
    new Map(
      active.map(({ validationID, nodeID, isConnected, uptimePercentage }) => [
        validationID,
        {
          connected: isConnected,
          uptime: nodeID === OWN ? undefined : Math.round(uptimePercentage * 100),
        },
      ]),
    ),
  );
  expect(ofL1).toHaveLength(active.length);
  await close();
});
