import { describe, expect, test } from "vitest";
import { openRecording } from "../../devnet/recording";
import { fromHex, toHex } from "../bytes";
import { decodeGenesis } from "../genesis";
import { formatId } from "../ids";
import { encodeUtxo } from "../utxo";
import { decodeXGenesis } from "./genesis";
import { effectsOf } from "./txs";

interface Captured {
  assets: { alias: string; assetID: string; txBytes: string; utxos: { bytes: string }[] }[];
}

describe.each(["custom-network", "local-network"])("the X-Chain genesis of %s", async (name) => {
  const { genesis } = await openRecording(name);
  const captured = JSON.parse(genesis.xchain) as Captured;
  const [xChain] = decodeGenesis(fromHex(JSON.parse(genesis.platform).genesisBytes)).chains;
  const data = xChain?.txType === "CreateChainTx" ? xChain.unsigned.genesisData : new Uint8Array();

  test("has the assets that the node made of it", () => {
    const assets = decodeXGenesis(data).map(({ alias, tx }) => ({
      alias,
      assetID: formatId(tx.txId),
      txBytes: toHex(tx.bytes),
    }));
    expect(assets).toEqual(
      captured.assets.map(({ alias, assetID, txBytes }) => ({ alias, assetID, txBytes })),
    );
  });

  test("has the UTXOs that the node made of it", () => {
    const utxos = decodeXGenesis(data).flatMap(({ tx }) =>
      effectsOf(tx).flatMap((effect) =>
        effect.kind === "utxo.produced" ? [toHex(encodeUtxo({ ...effect, txId: tx.txId }))] : [],
      ),
    );
    expect(utxos).toEqual(captured.assets.flatMap(({ utxos }) => utxos.map(({ bytes }) => bytes)));
  });
});
