import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readInside } from "@/components/block/inside";
import { scenesOf } from "@/components/block/scenes";
import { CHAIN_LETTERS, CHAINS } from "@/components/ui/chains";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import { hrpOfNetwork } from "@/lib/avalanche/ids";
import { decodePTx, effectsOf } from "@/lib/avalanche/p/txs";
import { openRecording } from "@/lib/devnet/recording";
import type { Outcome, Phrase, Scene } from "./scene";
import { sentenceOf } from "./sentence";

/** What no sentence may hold: code words, types by name, empty places, whole ids. */
const SLIPS = /undefined|null|NaN|\[object|Tx\b|[A-Za-z]\.[a-z]+[A-Z]| {2}|[1-9A-HJ-NP-Za-km-z]{30}|\.$/;

function expectPlain(phrase: Phrase) {
  for (const text of [phrase.present, phrase.past]) {
    expect(text).not.toMatch(SLIPS);
    expect(text).toMatch(/^[A-Z][a-z]+ .+$/);
  }
}

describe.each(["custom-network", "local-network"])("the recording %s", async (name) => {
  const { containers, network } = await openRecording(name);
  const blocks = CHAIN_LETTERS.flatMap((chain) =>
    (containers[CHAINS[chain].stream] ?? []).map(({ bytes }) =>
      readInside(chain, CHAINS[chain].stream, fromHex(bytes)),
    ),
  );
  const around = {
    network: { hrp: hrpOfNetwork(network.networkId), chains: [] },
    time: 1_795_221_822n,
    outcome: "commit" as const,
  };
  const scenes = blocks.flatMap((block) => scenesOf(block, around));

  it("has a plain sentence for every transaction", () => {
    expect(scenes.length).toBeGreaterThan(140);
    for (const { scene } of scenes) expectPlain(sentenceOf(scene));
  });
});

const VECTORS = new URL("../../lib/avalanche/p/vectors/", import.meta.url);

/** A file of lib/avalanche/p/vectors, as far as words need it. */
interface Vector {
  type: string;
  samples: { bytes: string; network: number }[];
}

describe.each(readdirSync(VECTORS))("%s", (file) => {
  const { samples }: Vector = JSON.parse(readFileSync(new URL(file, VECTORS), "utf8"));

  it.each(["commit", "abort", undefined] as (Outcome | undefined)[])(
    "has a plain sentence, outcome %s",
    (outcome) => {
      for (const { bytes, network } of samples) {
        const tx = decodePTx(fromHex(bytes));
        const scene: Scene = {
          chain: "p",
          effects: effectsOf(tx),
          txId: tx.txId,
          time: 1_795_221_822n,
          network: { hrp: hrpOfNetwork(network), chains: [] },
          ...(outcome !== undefined && { outcome }),
          signers: () => [],
        };
        expectPlain(sentenceOf(scene));
      }
    },
  );
});
