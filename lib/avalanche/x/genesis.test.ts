import { describe, expect, test } from "vitest";
import { openRecording } from "../../devnet/recording";
import { fromHex, toHex } from "../codec/bytes";
import { decodeGenesis } from "../genesis/genesis";
import { formatId, parseId } from "../ids";
import { decodeContainer } from "../proposer/proposervm";
import { encodeUtxo } from "../utxo/utxo";
import { decodeXBlock } from "./block";
import { decodeXGenesis, xGenesisBlock } from "./genesis";
import { effectsOf } from "./txs";

interface Captured {
  assets: { alias: string; assetID: string; txBytes: string; utxos: { bytes: string }[] }[];
}

describe.each(["custom-network", "local-network"])("the X-Chain genesis of %s", async (name) => {
  const { genesis, network, containers, answers } = await openRecording(name);
  const captured = JSON.parse(genesis.xchain) as Captured;
  const [xChain] = decodeGenesis(fromHex(JSON.parse(genesis.platform).genesisBytes)).chains;
  const data = xChain?.txType === "CreateChainTx" ? xChain.unsigned.genesisData : new Uint8Array();

  test("has the node's assets", () => {
    const assets = decodeXGenesis(data).map(({ alias, tx }) => ({
      alias,
      assetID: formatId(tx.txId),
      txBytes: toHex(tx.bytes),
    }));
    expect(assets).toEqual(
      captured.assets.map(({ alias, assetID, txBytes }) => ({ alias, assetID, txBytes })),
    );
  });

  test("has the node's UTXOs", () => {
    const utxos = decodeXGenesis(data).flatMap(({ tx }) =>
      effectsOf(tx).flatMap((effect) =>
        effect.kind === "utxo.produced" ? [toHex(encodeUtxo({ ...effect, txId: tx.txId }))] : [],
      ),
    );
    expect(utxos).toEqual(captured.assets.flatMap(({ utxos }) => utxos.map(({ bytes }) => bytes)));
  });

  test("gives the block 0 that the first indexed block names as its parent", () => {
    const reply = answers.find(({ method }) => method === "info.upgrades")?.reply ?? "{}";
    const { cortinaTime } = (JSON.parse(reply) as { result: { cortinaTime: string } }).result;
    const seconds = BigInt(Date.parse(cortinaTime)) / 1000n;
    const { blockId } = xGenesisBlock(parseId(network.xChainId), seconds);
    const first = decodeContainer(fromHex(containers["X/block"][0]?.bytes ?? ""), "x");
    expect(formatId(blockId)).toBe(formatId(decodeXBlock(first.inner).parentId));
  });
});
