import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDataClient } from "../../client/data";
import { getContainer } from "../../contract/firn/containers";
import { getIndexes } from "../../contract/firn/indexes";
import { getStatus } from "../../contract/firn/status";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { runVerify } from "./run-verify";
import { statusText } from "./status";

describe.each(["local-network", "custom-network", "l1-network"])(
  "%s from a node without an index",
  (name) => {
    let indexed: IndexedRecording;

    beforeAll(async () => {
      indexed = await indexRecording(name, { devnet: { indexEnabled: false, nodeForm: "avalanchego" } });
    });
    afterAll(() => indexed.close());

    it("passes every check of firn verify", async () => {
      const { code, lines } = await runVerify(indexed);
      expect(lines.at(-1)).toBe("12 checks, 0 differences, 0 not checked");
      expect(code).toBe(0);
    });

    it("says how it is read, and leaves out what only an index says", async () => {
      const api = openDataClient({ baseUrl: indexed.url, timeoutMs: 10_000 });
      const status = await api.get(getStatus, { params: {} });
      const blocks = status.streams.filter(({ stream }) => /^[PXC]\/block$/.test(stream));
      expect(blocks.map(({ source }) => source)).toEqual(["height", "height", "height"]);
      for (const stream of blocks) {
        expect(stream).not.toHaveProperty("error");
        expect(stream).not.toHaveProperty("acceptanceLagMs");
        expect(stream).not.toHaveProperty("lagMs");
      }
      expect(statusText(status)).toMatch(
        /^P\/block +following, height \d+, in sync with the node, by height$/m,
      );
      const container = await api.get(getContainer, { params: { chain: "p", id: "7" } });
      expect(container).not.toHaveProperty("acceptedAtNs");
      expect(container).not.toHaveProperty("indexedInMs");
      expect(container.containerId).toBe(container.blockId);
      const { indexes } = await api.get(getIndexes, { params: {} });
      const p = indexes.find((index) => index.name === "P/block");
      expect(p?.parts).toEqual([{ kind: "height", from: 1, to: indexed.accepted().P }]);
    });
  },
);
