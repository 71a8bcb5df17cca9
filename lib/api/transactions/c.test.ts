import { base64nopad } from "@scure/base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CTx, decodeCTx } from "../../avalanche/c/txs";
import { equalBytes, fromHex, toHex } from "../../avalanche/codec/bytes";
import { evmAddressOfPublicKey } from "../../avalanche/crypto/signatures";
import { formatAddress, formatId, stripChecksum } from "../../avalanche/ids";
import { type CChainTransaction, cChainTransaction } from "../../contract/data/c-chain";
import { primaryNetworkBlock } from "../../contract/data/primary-network-blocks";
import type { XChainTransaction } from "../../contract/data/x-chain";
import { firnContainer } from "../../contract/firn/containers";
import { openPublishedShapes } from "../../testbed/published/shapes";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/**
 * The API's answers about atomic transactions and C blocks, compared with the recorded node's: bytes of
 * `avax.getAtomicTx` (the node has no JSON of these) and `eth_getBlockByNumber`.
 */

const SDK = { "x-firn-dialect": "sdk" };

describe.each(["custom-network", "local-network"])("the C-Chain of the recording %s", (name) => {
  let indexed: IndexedRecording;
  let txs: { id: string; height: number; tx: CTx }[];
  let answers: Map<string, CChainTransaction>;

  beforeAll(async () => {
    indexed = await indexRecording(name);
    txs = indexed.recording.answers
      .filter(({ method, params }) => method === "avax.getAtomicTx" && params.includes('"hex"'))
      .map(({ params, reply }) => ({ id: JSON.parse(params).txID, result: JSON.parse(reply).result }))
      .map(({ id, result }) => ({
        id,
        height: Number(result.blockHeight),
        tx: decodeCTx(stripChecksum(fromHex(result.tx))),
      }));
    answers = new Map();
    for (const { id } of txs) answers.set(id, cChainTransaction.parse(await ask(`/transactions/${id}`)));
  });
  afterAll(() => indexed.close());

  async function ask(path: string, headers = {}, chain = "c-chain"): Promise<unknown> {
    const response = await fetch(`${indexed.url}/v1/networks/fuji/blockchains/${chain}${path}`, { headers });
    expect(response.status, path).toBe(200);
    return response.json();
  }

  function answerOf(id: string): CChainTransaction {
    const answer = answers.get(id);
    if (answer === undefined) throw new Error(`no answer for ${id}`);
    return answer;
  }

  test("has the node's blocks, by height and by hash, with their atomic transactions", async () => {
    const atomic = new Map<number, string[]>();
    for (const { id, height } of txs) atomic.set(height, [...(atomic.get(height) ?? []), id]);
    for (const [height, { block }] of indexed.recording.evm.entries()) {
      const byHeight = primaryNetworkBlock.parse(await ask(`/blocks/${height}`));
      expect(await ask(`/blocks/${block.hash}`)).toEqual(byHeight);
      expect(byHeight).toMatchObject({
        blockNumber: String(height),
        blockHash: block.hash,
        parentHash: block.parentHash,
        blockTimestamp: Number(block.timestamp),
        blockType: "Standard",
        txCount: byHeight.transactions.length,
      });
      expect([...byHeight.transactions].sort()).toEqual((atomic.get(height) ?? []).sort());
    }
    expect(atomic.size).toBeGreaterThan(3);
  });

  test("has every atomic transaction's block, direction and both sides", () => {
    const { cChainId } = indexed.recording.network;
    for (const { id, height, tx } of txs) {
      const { block } = indexed.recording.evm[height] ?? {};
      const answer = answerOf(id);
      expect(answer).toMatchObject({
        txHash: formatId(tx.txId),
        blockHeight: height,
        blockHash: block?.hash,
        timestamp: Number(block?.timestamp),
        memo: "0x",
        txType: tx.txType,
      });
      if (answer.txType === "ExportTx" && tx.txType === "ExportTx") {
        const { inputs, exportedOutputs, destinationChain } = tx.unsigned;
        expect([answer.sourceChain, answer.destinationChain]).toEqual([cChainId, formatId(destinationChain)]);
        expect(answer.evmInputs.map((one) => sideOf(one.fromAddress, one.asset))).toEqual(
          inputs.map(sideOfTx),
        );
        expect(
          answer.emittedUtxos.map((utxo) => [utxo.outputIndex, utxo.asset.amount, utxo.addresses]),
        ).toEqual(
          exportedOutputs.map(({ output }, index) => [
            String(index),
            String(output.amount),
            output.addresses.map((address) => formatAddress(hrpOf(), address)),
          ]),
        );
        expect(sum(answer.amountUnlocked)).toBe(total(inputs.map(({ amount }) => amount)));
        expect(sum(answer.amountCreated)).toBe(total(exportedOutputs.map(({ output }) => output.amount)));
      } else if (answer.txType === "ImportTx" && tx.txType === "ImportTx") {
        const { outputs, importedInputs, sourceChain } = tx.unsigned;
        expect([answer.sourceChain, answer.destinationChain]).toEqual([formatId(sourceChain), cChainId]);
        expect(answer.evmOutputs.map((one) => sideOf(one.toAddress, one.asset))).toEqual(
          outputs.map(sideOfTx),
        );
        expect(
          answer.consumedUtxos.map((utxo) => [utxo.creationTxHash, utxo.outputIndex, utxo.asset.amount]),
        ).toEqual(
          importedInputs.map(({ txId, outputIndex, input }) => [
            formatId(txId),
            String(outputIndex),
            String(input.amount),
          ]),
        );
        expect(sum(answer.amountUnlocked)).toBe(total(importedInputs.map(({ input }) => input.amount)));
        expect(sum(answer.amountCreated)).toBe(total(outputs.map(({ amount }) => amount)));
      } else throw new Error(`${id} is ${tx.txType}, not ${answer.txType}`);
    }
    expect(new Set(txs.map(({ tx }) => tx.txType))).toEqual(new Set(["ImportTx", "ExportTx"]));
  });

  function hrpOf(): string {
    return name === "custom-network" ? "custom" : "local";
  }

  test("has the signers: the paying accounts, the owners of imported outputs", () => {
    for (const { id, tx } of txs) {
      const answer = answerOf(id);
      const signed = answer.txType === "ExportTx" ? answer.evmInputs : answer.consumedUtxos;
      for (const [index, { credentials = [] }] of signed.entries())
        expect(credentials.map(({ signature }) => toHex(base64nopad.decode(signature)))).toEqual(
          tx.credentials[index]?.signatures.map(toHex),
        );
      if (answer.txType !== "ExportTx") continue;
      for (const { fromAddress, credentials } of answer.evmInputs)
        for (const { publicKey } of credentials)
          expect(
            equalBytes(
              evmAddressOfPublicKey(base64nopad.decode(publicKey)),
              fromHex(fromAddress.toLowerCase()),
            ),
          ).toBe(true);
    }
  });

  test("links imports to the exports of other chains, and exports to their imports", async () => {
    const chainNames = new Map([[indexed.recording.network.xChainId, "x-chain"]]);
    const chainOf = (id: string) => chainNames.get(id) ?? "p-chain";
    const crossed = new Set<string>();
    for (const answer of answers.values()) {
      const utxos = answer.txType === "ImportTx" ? answer.consumedUtxos : answer.emittedUtxos;
      for (const utxo of utxos) {
        const imported = answer.txType === "ImportTx";
        const [chain, txHash] = imported
          ? [chainOf(utxo.createdOnChainId), utxo.creationTxHash]
          : [chainOf(utxo.consumedOnChainId), utxo.consumingTxHash];
        // Some exports are still waiting.
        if (txHash === undefined) continue;
        const other = (await ask(`/transactions/${txHash}`, {}, chain)) as XChainTransaction;
        const there = (imported ? other.emittedUtxos : other.consumedUtxos).find(
          ({ utxoId }) => utxoId === utxo.utxoId,
        );
        expect(there, utxo.utxoId).toMatchObject({
          addresses: utxo.addresses,
          asset: utxo.asset,
          consumingTxHash: utxo.consumingTxHash,
        });
        crossed.add(`${answer.txType} ${chain}`);
      }
    }
    expect(crossed).toContain("ImportTx x-chain");
    expect(crossed).toContain("ImportTx p-chain");
    expect(crossed).toContain("ExportTx x-chain");
  });

  test("has the outputs in atomic memory in the node's bytes", async () => {
    const waiting = indexed.recording.answers
      .filter(({ method }) => method === "avax.getUTXOs")
      .flatMap(({ reply }) => (JSON.parse(reply).result?.utxos ?? []) as string[]);
    for (const hex of waiting) {
      const txId = formatId(fromHex(`0x${hex.slice(6, 70)}`));
      const makers = ["x-chain", "p-chain"].map(async (chain) => {
        const path = `/v1/networks/fuji/blockchains/${chain}/transactions/${txId}`;
        const response = await fetch(indexed.url + path);
        return response.ok ? ((await response.json()) as XChainTransaction).emittedUtxos : [];
      });
      const made = (await Promise.all(makers)).flat();
      expect(made.map(({ utxoBytes }) => utxoBytes)).toContain(hex);
    }
  });

  test("gives each atomic transaction's container by any of its ids", async () => {
    const get = async (key: string) =>
      firnContainer.parse(await (await fetch(`${indexed.url}/firn/v1/containers/c/${key}`)).json());
    for (const { id, height } of txs) {
      const { txIndex, ...byTx } = await get(id);
      expect(byTx).toEqual(await get(byTx.containerId));
      expect(byTx).toEqual(await get(byTx.blockId));
      expect(byTx).toEqual(await get(String(height)));
      expect(byTx.blockId).toBe(indexed.recording.evm[height]?.block.hash);
      const recorded = indexed.recording.containers["C/block"]?.[byTx.index];
      expect([byTx.stream, byTx.containerId, byTx.bytes]).toEqual(["C/block", recorded?.id, recorded?.bytes]);
      const { transactions } = primaryNetworkBlock.parse(await ask(`/blocks/${height}`));
      expect(transactions[txIndex ?? -1]).toBe(id);
    }
  });

  describe("beside the published document", () => {
    test("every transaction, block and list is valid for SDKs", async () => {
      const faultsOf = openPublishedShapes();
      for (const [id, { txType }] of answers) {
        const shape = txType === "ExportTx" ? "CChainExportTransaction" : "CChainImportTransaction";
        expect(faultsOf(shape, await ask(`/transactions/${id}`, SDK)), id).toBeUndefined();
      }
      for (const height of indexed.recording.evm.keys())
        if (height > 0)
          expect(
            faultsOf("GetPrimaryNetworkBlockResponse", await ask(`/blocks/${height}`, SDK)),
          ).toBeUndefined();
      const list = await ask("/transactions?pageSize=100", SDK);
      expect(faultsOf("ListCChainAtomicTransactionsResponse", list)).toBeUndefined();
    });
  });
});

const sideOf = (address: string, asset: { assetId: string; amount: string }) => [
  address.toLowerCase(),
  asset.assetId,
  asset.amount,
];
const sideOfTx = (one: { address: Uint8Array; assetId: Uint8Array; amount: bigint }) => [
  toHex(one.address),
  formatId(one.assetId),
  String(one.amount),
];

function total(amounts: bigint[]): bigint {
  return amounts.reduce((all, amount) => all + amount, 0n);
}

function sum(amounts: { amount: string }[]): bigint {
  return total(amounts.map(({ amount }) => BigInt(amount)));
}
