import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SharedMemory, WaitingSide } from "./atomic-sides";
import type { MemoryOutput, TransferSide } from "./transfer";

const NETWORK = { hrp: "custom", avaxAssetId: new Uint8Array(32), chains: [] };
const EXPORTED = {
  chain: "x",
  known: { txHash: "2mXrPvS5qqH3bBLcg4Hfu7cZFKyMoS1AXNSzJ2xJ8Fh1kC8kS9" },
} as TransferSide;

function outputs(count: number): MemoryOutput[] {
  return Array.from({ length: count }, (_, outputIndex) => ({
    outputIndex,
    output: {
      outputType: "secp256k1.transfer",
      assetId: NETWORK.avaxAssetId,
      amount: 1_000_000_000n,
      owner: { locktime: 0n, threshold: 1, addresses: [new Uint8Array(20).fill(outputIndex)] },
    },
    known: { utxoId: `utxo${outputIndex}` } as MemoryOutput["known"],
    place: "waiting",
  }));
}

test("of many outputs some are listed, all are added up, and a link leads to the others", () => {
  const props = { exported: EXPORTED, network: NETWORK, outputs: outputs(700) };
  for (const html of [
    renderToStaticMarkup(<SharedMemory {...props} place="waiting" />),
    renderToStaticMarkup(<WaitingSide {...props} destination={undefined} />),
  ]) {
    expect(html).toContain("700");
    expect(html).toContain(`href="/x/tx/${EXPORTED.known.txHash}?flow=table"`);
    expect(html).toContain("688 more outputs");
    expect(html.length).toBeLessThan(30_000);
  }
});

test("a few outputs are all listed", () => {
  const props = { exported: EXPORTED, network: NETWORK, outputs: outputs(12) };
  const html = renderToStaticMarkup(<SharedMemory {...props} place="waiting" />);
  for (const { known } of props.outputs) expect(html).toContain(known?.utxoId);
  expect(html).not.toContain("more output");
});
