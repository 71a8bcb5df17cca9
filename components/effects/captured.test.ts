import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readInside } from "@/components/block/inside";
import { txContexts } from "@/components/block/tx-contexts";
import { CHAIN_LETTERS, CHAINS } from "@/components/ui/chains";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import { hrpOfNetwork } from "@/lib/avalanche/ids";
import { decodePTx, effectsOf } from "@/lib/avalanche/p/txs";
import { openRecording } from "@/lib/devnet/recording";
import { describeTx } from "./describe-tx";
import type { ProposalOutcome, TxContext } from "./tx-context";

/** What no sentence may contain: code words, type names, gaps, whole ids. */
const SLIPS = /undefined|null|NaN|\[object|Tx\b|[A-Za-z]\.[a-z]+[A-Z]| {2}|[1-9A-HJ-NP-Za-km-z]{30}|\.$/;

function expectPlain(sentence: string) {
  expect(sentence).not.toMatch(SLIPS);
  expect(sentence).toMatch(/^[A-Z][a-z]+ .+$/);
}

describe.each(["custom-network", "local-network"])("the recording %s", async (name) => {
  const { containers, network } = await openRecording(name);
  const blocks = CHAIN_LETTERS.flatMap((chain) =>
    (containers[CHAINS[chain].stream] ?? []).map(({ bytes }) =>
      readInside(chain, CHAINS[chain].stream, fromHex(bytes)),
    ),
  );
  const blockContext = {
    network: { hrp: hrpOfNetwork(network.networkId), chains: [] },
    time: 1_795_221_822n,
    outcome: "commit" as const,
  };
  const contexts = blocks.flatMap((block) => txContexts(block, blockContext));

  it("has a plain sentence for every transaction", () => {
    expect(contexts.length).toBeGreaterThan(140);
    for (const { context } of contexts) expectPlain(describeTx(context));
  });
});

const VECTORS = new URL("../../lib/avalanche/p/vectors/", import.meta.url);

/** A file of lib/avalanche/p/vectors, as far as sentences need it. */
interface Vector {
  type: string;
  samples: { bytes: string; network: number }[];
}

describe.each(readdirSync(VECTORS))("%s", (file) => {
  const { samples }: Vector = JSON.parse(readFileSync(new URL(file, VECTORS), "utf8"));

  it.each(["commit", "abort", undefined] as (ProposalOutcome | undefined)[])(
    "has a plain sentence, outcome %s",
    (outcome) => {
      for (const { bytes, network } of samples) {
        const tx = decodePTx(fromHex(bytes));
        const context: TxContext = {
          chain: "p",
          effects: effectsOf(tx),
          txId: tx.txId,
          time: 1_795_221_822n,
          network: { hrp: hrpOfNetwork(network), chains: [] },
          ...(outcome !== undefined && { outcome }),
          signers: () => [],
        };
        expectPlain(describeTx(context));
      }
    },
  );
});
