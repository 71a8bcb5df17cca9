import { runInNewContext } from "node:vm";
import { beforeAll, describe, expect, it } from "vitest";
import { readInside } from "@/components/block/inside";
import { CHAIN_LETTERS, CHAINS } from "@/components/ui/chains";
import { fromHex, toHex } from "@/lib/avalanche/codec/bytes";
import { formatId } from "@/lib/avalanche/ids";
import { openRecording } from "@/lib/devnet/recording";
import { type Evidence, renderEvidence, VERIFY } from "./evidence";
import { evidenceOf } from "./evidence-of";

const verify: (evidence: Evidence) => Promise<[string, boolean][]> = runInNewContext(`${VERIFY}; verify`, {
  crypto,
});

describe("evidence", () => {
  let all: Evidence[] = [];

  beforeAll(async () => {
    const { containers } = await openRecording("custom-network");
    all = CHAIN_LETTERS.flatMap((chain) =>
      (containers[CHAINS[chain].stream] ?? []).flatMap(({ bytes, id, timestamp }) => {
        const block = readInside(chain, CHAINS[chain].stream, fromHex(bytes));
        return block.txs.map((tx, txIndex) =>
          evidenceOf({
            title: "t",
            tx,
            txIndex,
            block,
            acceptedAtNs: String(Date.parse(timestamp) * 1e6),
            containerId: id,
            bytes,
            madeBy: "Firn",
          }),
        );
      }),
    );
  });

  it("holds for every transaction of a recording, signed and unsigned containers alike", async () => {
    expect(all.length).toBeGreaterThan(180);
    expect(all.filter(({ header }) => header !== undefined).length).toBeGreaterThan(20);
    expect(new Set(all.map(({ unhashed }) => unhashed === 0)).size).toBe(2);
    for (const evidence of all) {
      const results = await verify(evidence);
      expect(results.filter(([, holds]) => !holds)).toEqual([]);
    }
  });

  it("fails for the one thing that was changed", async () => {
    const [evidence] = all;
    if (evidence === undefined) throw new Error("the recording is empty");
    const bytes = fromHex(evidence.tx);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    const touched = await verify({ ...evidence, tx: toHex(bytes) });
    expect(touched.map(([, holds]) => holds)).toEqual([false, false, true, true]);
    const atomic = all.at(-1);
    if (atomic?.header === undefined) throw new Error("the recording has no atomic transaction");
    const moved = {
      ...atomic.header,
      atomic: { ...atomic.header.atomic, offset: atomic.header.atomic.offset + 1 },
    };
    const cut = await verify({ ...atomic, header: moved });
    expect(cut.map(([, holds]) => holds)).toEqual([true, true, true, false, true]);
    const renamed = await verify({ ...evidence, blockId: formatId(new Uint8Array(32)) });
    expect(renamed.map(([, holds]) => holds)).toEqual([true, true, false, true]);
  });

  it("keeps a hostile title out of its markup", () => {
    const [evidence] = all;
    if (evidence === undefined) throw new Error("the recording is empty");
    const html = renderEvidence({ ...evidence, title: "</script><img src=x onerror=alert(1)>" });
    expect(html).not.toContain("<img");
    expect(html.match(/<\/script>/g)).toHaveLength(1);
  });
});
