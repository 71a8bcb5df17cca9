import { beforeAll, describe, expect, test } from "vitest";
import { equalBytes, fromHex, toHex } from "../avalanche/codec/bytes";
import type { Output } from "../avalanche/effects";
import { formatId, parseAddress, stripChecksum } from "../avalanche/ids";
import { encodeUtxo } from "../avalanche/utxo/utxo";
import { parseLossless } from "../contract/rpc";
import { openRecording, type Recording } from "../devnet/recording";
import { serveDevnet } from "../devnet/serve";
import { readContainer } from "../store/queries/container-run";
import { CHAIN, type ChainCode, OUTPUT_TYPES, unpackBytes } from "../store/rows/columns";
import type { Store } from "../store/stores";
import type { UtxoTable } from "../store/tables/utxo";
import { networkOf, startRig, untilAllStored } from "../testbed/indexer";
import { openPrimary } from "../testbed/test-stores";

/** The X and C parts of `decoded/counts` of each capture: counted by the node's own codecs. */
const COUNTS: Record<string, { x: number[]; c: number[]; evm: number }> = {
  // X: BaseTx, CreateAssetTx, OperationTx, ImportTx, ExportTx; C: ImportTx, ExportTx
  "custom-network": { x: [36, 7, 8, 7, 13], c: [12, 10], evm: 338 },
  "local-network": { x: [43, 5, 7, 3, 6], c: [6, 5], evm: 310 },
};

describe.each(Object.keys(COUNTS))("all chains of the recording %s, indexed whole", (name) => {
  let recording: Recording;
  let store: Store;
  let utxos: UtxoTable[];
  let txIds: Map<string, Uint8Array>;
  let assetIds: Map<number, Uint8Array>;

  beforeAll(async () => {
    recording = await openRecording(name);
    const devnet = await serveDevnet({ recording, port: 0 });
    store = await openPrimary(":memory:", { mode: "write", nowMs: 0 });
    const rig = await startRig({ url: devnet.url, store, ...networkOf(recording) });
    await untilAllStored(rig, devnet.accepted());
    await rig.stop();
    await devnet.close();
    const { db } = store;
    utxos = await db.selectFrom("utxo").selectAll().execute();
    const txs = await db.selectFrom("tx").select(["chain", "position", "tx_id"]).execute();
    txIds = new Map(txs.map((tx) => [`${tx.chain}/${tx.position}`, tx.tx_id]));
    // No transaction created the allocations of P.
    txIds.set(`${CHAIN.p}/0`, new Uint8Array(32));
    const assets = await db.selectFrom("asset").selectAll().execute();
    assetIds = new Map(assets.map(({ id, asset_id }) => [id, asset_id]));
    return () => store.close();
  });

  test("has the transactions that the node's own codecs counted", async () => {
    const counted = async (chain: ChainCode, types: number) => {
      const query = store.db.selectFrom("tx").select("tx_type").where("chain", "=", chain);
      const rows = await query.where("position", ">=", 0).execute();
      return Array.from({ length: types }, (_, type) => rows.filter((row) => row.tx_type === type).length);
    };
    expect(await counted(CHAIN.x, 5)).toEqual(COUNTS[name]?.x);
    expect(await counted(CHAIN.c, 2)).toEqual(COUNTS[name]?.c);
    const blocks = await store.db.selectFrom("block").selectAll().where("chain", "=", CHAIN.c).execute();
    expect(blocks.length).toBe(recording.containers["C/block"].length);
    expect(blocks.reduce((sum, { evm_tx_count }) => sum + (evm_tx_count ?? 0), 0)).toBe(COUNTS[name]?.evm);
  });

  test("returns every container as the node had it", async () => {
    for (const stream of ["X/block", "C/block"] as const) {
      for (const { index, id, bytes } of recording.containers[stream]) {
        const stored = await readContainer(store.db, stream, index);
        expect(stored && formatId(stored.containerId)).toBe(id);
        expect(stored && toHex(stored.bytes)).toBe(bytes);
      }
    }
  });

  test("knows the transaction that created every spent output, and spends nothing twice", async () => {
    expect(await store.db.selectFrom("learned_utxo").selectAll().execute()).toEqual([]);
    const spent = utxos.filter((row) => row.consumed_position !== null);
    const inputs = spent.map((row) => `${row.consumed_chain}/${row.consumed_position}/${row.consumed_input}`);
    expect(new Set(inputs).size).toBe(inputs.length);
    for (const row of spent) {
      const goesTo = row.destination === null ? row.chain : chainOf(row.destination);
      expect(row.consumed_chain).toBe(goesTo);
      expect(txIds.has(`${row.consumed_chain}/${row.consumed_position}`)).toBe(true);
    }
  });

  test("holds the live UTXOs of P and X and of atomic memory in all directions, byte for byte", () => {
    const compared: Record<string, number> = {};
    for (const { path, params, reply } of answersTo(/^(platform|avm|avax)\.getUTXOs$/)) {
      const chain = CHAIN[chainLetter(path)];
      const { addresses, sourceChain } = parseLossless(params) as {
        addresses: string[];
        sourceChain?: string;
      };
      const from = sourceChain === undefined ? chain : CHAIN[sourceChain.toLowerCase() as "p" | "x" | "c"];
      const owner = parseAddress(addresses[0] ?? "").address;
      const mine = utxos.filter((row) => isLive(row, { from, chain }) && ownedBy(row, owner)).map(bytesOf);
      const { result } = parseLossless(reply) as { result: { utxos: string[] } };
      const theirs = result.utxos.map((utxo) => toHex(stripChecksum(fromHex(utxo))));
      expect(mine.sort()).toEqual(theirs.sort());
      const direction = `${from}>${chain}`;
      compared[direction] = (compared[direction] ?? 0) + theirs.length;
    }
    expect(Object.keys(compared).sort()).toEqual(["0>0", "0>1", "0>2", "1>0", "1>1", "1>2", "2>0", "2>1"]);
    console.info(name, "UTXOs compared, by direction", compared);
  });

  test("describes assets like the node", async () => {
    const assets = await store.db.selectFrom("asset").selectAll().execute();
    let compared = 0;
    for (const { reply } of answersTo(/^avm\.getAssetDescription$/)) {
      const { result } = parseLossless(reply) as { result?: Record<string, string> };
      if (!result) continue;
      const row = assets.find(({ asset_id }) => formatId(asset_id) === result.assetID);
      expect({ name: row?.name, symbol: row?.symbol, denomination: String(row?.denomination) }).toEqual({
        name: result.name,
        symbol: result.symbol,
        denomination: result.denomination,
      });
      compared++;
    }
    expect(compared).toBeGreaterThan(4);
    expect(assets.every(({ created_position }) => created_position !== null)).toBe(true);
  });

  test("keeps the supply of every asset", async () => {
    const txs = await store.db.selectFrom("tx").selectAll().execute();
    const avax = [...assetIds].find(([, id]) =>
      equalBytes(id, networkOf(recording).network.avaxAssetId),
    )?.[0];
    for (const tx of txs) {
      if (tx.chain !== CHAIN.x || tx.position < 0) continue;
      const balance = new Map<number, bigint>();
      for (const row of utxos) {
        const change = row.chain === tx.chain && row.position === tx.position ? row.amount : 0n;
        const spent =
          row.consumed_chain === tx.chain && row.consumed_position === tx.position ? row.amount : 0n;
        balance.set(row.asset, (balance.get(row.asset) ?? 0n) + change - spent);
      }
      for (const [asset, sum] of balance) {
        if (asset === avax) expect(-sum).toBe(tx.burned);
        // Only creation and minting add to an asset, and nothing reduces it.
        else if (tx.tx_type === 1 || tx.tx_type === 2) expect(sum).toBeGreaterThanOrEqual(0n);
        else expect(sum).toBe(0n);
      }
    }
  });

  test("lists every transaction that creates or spends an asset", async () => {
    const rows = await store.db.selectFrom("asset_tx").selectAll().execute();
    const avax = networkOf(recording).network.avaxAssetId;
    const expected = new Set<string>();
    for (const row of utxos) {
      if (equalBytes(assetIds.get(row.asset) ?? avax, avax)) continue;
      expected.add(`${row.asset}/${row.chain}/${row.position}`);
      if (row.consumed_position !== null) {
        expected.add(`${row.asset}/${row.consumed_chain}/${row.consumed_position}`);
      }
    }
    const mine = rows.map((row) => `${row.asset}/${row.chain}/${row.position}`);
    // Accounts on C receive assets without a UTXO; their import spends one.
    expect(mine.sort()).toEqual([...expected].sort());
    expect(mine.length).toBeGreaterThan(10);
  });

  function answersTo(method: RegExp) {
    const heads = { p: "P/block", x: "X/block", c: "C/block" } as const;
    return recording.answers.filter((answer) => {
      if (!method.test(answer.method)) return false;
      const head = recording.containers[heads[chainLetter(answer.path)]].length;
      return (answer.height ?? head) === head;
    });
  }

  function chainOf(blockchainId: Uint8Array): ChainCode {
    const { xChainId, cChainId } = networkOf(recording).network;
    if (equalBytes(blockchainId, xChainId)) return CHAIN.x;
    return equalBytes(blockchainId, cChainId) ? CHAIN.c : CHAIN.p;
  }

  function isLive(row: UtxoTable, { from, chain }: { from: ChainCode; chain: ChainCode }): boolean {
    const isFree = !row.staked || row.released_position !== null;
    const goesTo = row.destination === null ? row.chain : chainOf(row.destination);
    return row.consumed_position === null && isFree && row.chain === from && goesTo === chain;
  }

  /** The bytes of a UTXO in the node's answer. */
  function bytesOf(row: UtxoTable): string {
    const output: Output = {
      outputType: OUTPUT_TYPES[row.output_type] ?? "secp256k1.transfer",
      assetId: assetIds.get(row.asset) ?? new Uint8Array(32),
      amount: row.amount,
      owner: { locktime: row.locktime, threshold: row.threshold, addresses: unpackBytes(row.owners, 20) },
      ...(row.stakeable_locktime !== null && { stakeableLocktime: row.stakeable_locktime }),
      ...(row.group_id !== null && { groupId: row.group_id }),
      ...(row.payload !== null && { payload: row.payload }),
    };
    const txId = txIds.get(`${row.chain}/${row.position}`) ?? new Uint8Array();
    return toHex(encodeUtxo({ txId, outputIndex: row.output_index, output }));
  }
});

function chainLetter(path: string): "p" | "x" | "c" {
  if (path.startsWith("/ext/bc/P")) return "p";
  return path.startsWith("/ext/bc/X") ? "x" : "c";
}

function ownedBy(row: UtxoTable, address: Uint8Array): boolean {
  return unpackBytes(row.owners, 20).some((owner) => equalBytes(owner, address));
}
