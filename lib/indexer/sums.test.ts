import { beforeAll, describe, expect, test } from "vitest";
import { decodeCBlock } from "../avalanche/c/block";
import { effectsOf as effectsOfC } from "../avalanche/c/txs";
import { fromHex, toHex } from "../avalanche/codec/bytes";
import type { Effect } from "../avalanche/effects";
import { decodeGenesis } from "../avalanche/genesis/genesis";
import { formatId, parseAddress, parseId, stripChecksum } from "../avalanche/ids";
import { allTxs, decodePBlock } from "../avalanche/p/block";
import { effectsOf as effectsOfP } from "../avalanche/p/txs";
import { decodeContainer } from "../avalanche/proposer/proposervm";
import { decodeUtxo } from "../avalanche/utxo/utxo";
import { decodeXBlock } from "../avalanche/x/block";
import { decodeXGenesis } from "../avalanche/x/genesis";
import { effectsOf as effectsOfX } from "../avalanche/x/txs";
import { openRecording, type Recording } from "../devnet/recording";
import { serveDevnet } from "../devnet/serve";
import { CHAIN, unpackBytes } from "../store/rows/columns";
import type { TxTable } from "../store/tables/chain";
import type { UtxoTable } from "../store/tables/utxo";
import { networkOf, startRig, untilAllStored } from "../testbed/indexer";
import { openPrimary } from "../testbed/test-stores";

/** A transaction from its bytes alone, read without the indexer. */
interface DecodedTx {
  txId: string;
  effects: Effect[];
}

/** Amounts by asset. */
type Sums = Map<string, bigint>;

describe.each(["custom-network", "local-network"])("the amounts of %s", (name) => {
  let recording: Recording;
  let decoded: DecodedTx[];
  let utxos: (UtxoTable & { txId: string; assetId: string })[];
  let txs: Map<string, TxTable>;
  let avax: string;

  beforeAll(async () => {
    recording = await openRecording(name);
    decoded = readAll(recording);
    const { network } = networkOf(recording);
    avax = formatId(network.avaxAssetId);
    const devnet = await serveDevnet({ recording, port: 0 });
    const store = await openPrimary(":memory:", { mode: "write", nowMs: 0 });
    const rig = await startRig({ url: devnet.url, store, ...networkOf(recording) });
    await untilAllStored(rig, devnet.accepted());
    await rig.stop();
    await devnet.close();
    const { db } = store;
    const rows = await db.selectFrom("tx").selectAll().execute();
    txs = new Map(rows.map((row) => [formatId(row.tx_id), row]));
    const ids = new Map(rows.map((row) => [`${row.chain}/${row.position}`, formatId(row.tx_id)]));
    ids.set(`${CHAIN.p}/0`, formatId(new Uint8Array(32)));
    const assets = await db.selectFrom("asset").selectAll().execute();
    const assetIds = new Map(assets.map(({ id, asset_id }) => [id, formatId(asset_id)]));
    utxos = (await db.selectFrom("utxo").selectAll().execute()).map((row) => ({
      ...row,
      txId: ids.get(`${row.chain}/${row.position}`) ?? "",
      assetId: assetIds.get(row.asset) ?? "",
    }));
    await store.close();
  });

  test("balance in every transaction: inputs equal outputs plus burned amounts; only mints add, and never AVAX", () => {
    let burned = 0n;
    for (const { txId, effects } of decoded) {
      const left = sumOf(effects.map(flowOf));
      const row = txs.get(txId);
      const makes = effects.some(({ kind }) => kind === "asset.created") || effects.some(isOperation);
      for (const [asset, amount] of left) {
        if (asset === avax) expect([txId, amount]).toEqual([txId, row?.burned]);
        else if (makes) expect(amount).toBeLessThanOrEqual(0n);
        else expect([txId, asset, amount]).toEqual([txId, asset, 0n]);
      }
      burned += left.get(avax) ?? 0n;
    }
    expect(burned).toBeGreaterThan(0n);
    console.info(name, "nAVAX burned by all transactions", burned);
  });

  test("created are consumed or live, for every asset, over all chains and atomic memory", () => {
    const fromState = utxos.filter((row) => !isFromBytes(row, decoded));
    const created = sumOf([
      ...genesisOf(recording),
      ...decoded.flatMap(({ effects }) => effects.map(amountCreated)),
      ...fromState.map(({ assetId, amount }) => [assetId, amount] as const),
    ]);
    const consumed = sumOf(decoded.flatMap(({ effects }) => effects.map(spent)));
    const live = sumOf(
      utxos
        .filter(({ consumed_position }) => consumed_position === null)
        .map(({ assetId, amount }) => [assetId, amount]),
    );
    const all = new Set([...created.keys(), ...consumed.keys(), ...live.keys()]);
    for (const asset of all) {
      const of = (sums: Sums) => sums.get(asset) ?? 0n;
      expect([asset, of(created)]).toEqual([asset, of(consumed) + of(live)]);
    }
    expect(all.size).toBeGreaterThan(4);
  });

  test("that are live at the node and created by no transaction are rewards, returned stakes and refunds, listed by id", () => {
    const { queried, answered } = answeredUtxos(recording);
    const inBytes = new Set([
      ...decodeGenesis(genesisBytes(recording)).utxos.map((utxo) =>
        keyOf(toHex(utxo.txId), utxo.outputIndex),
      ),
      ...decoded.flatMap(({ txId, effects }) =>
        effects.flatMap((effect) =>
          effect.kind === "utxo.produced" ? [keyOf(toHex(parseId(txId)), effect.outputIndex)] : [],
        ),
      ),
    ]);
    const unexplained = [...answered].filter((key) => !inBytes.has(key));
    const byState = utxos
      .filter(({ chain, consumed_position }) => chain === CHAIN.p && consumed_position === null)
      .filter(({ owners }) => unpackBytes(owners, 20).some((owner) => queried.has(toHex(owner))))
      .flatMap((row) => {
        const what =
          row.released_position !== null ? "stake" : row.reward_type !== null ? "reward" : "refund";
        return what === "refund" && isFromBytes(row, decoded) ? [] : [{ ...row, what }];
      });
    console.info(
      name,
      "live and created by state:",
      byState.map(({ what, txId, output_index, amount }) => `${what} ${txId}:${output_index} ${amount}`),
    );
    expect(byState.map((row) => keyOf(toHex(parseId(row.txId)), row.output_index)).sort()).toEqual(
      unexplained.sort(),
    );
    expect(new Set(byState.map(({ what }) => what)).size).toBeGreaterThan(1);
  });

  test("that EVM accounts pay and receive match atomic memory, plus the fee", () => {
    const accounts = new Map<string, { credited: bigint; debited: bigint }>();
    let fees = 0n;
    for (const { txId, effects } of decoded) {
      const evm = effects.filter(({ kind }) => kind === "utxo.evmInput" || kind === "utxo.evmOutput");
      if (evm.length === 0) continue;
      for (const effect of evm) {
        if (effect.kind !== "utxo.evmInput" && effect.kind !== "utxo.evmOutput") continue;
        const before = accounts.get(toHex(effect.address)) ?? { credited: 0n, debited: 0n };
        if (formatId(effect.assetId) !== avax) continue;
        if (effect.kind === "utxo.evmInput") before.debited += effect.amount;
        else before.credited += effect.amount;
        accounts.set(toHex(effect.address), before);
      }
      const fee = txs.get(txId)?.burned ?? -1n;
      expect(fee).toBeGreaterThanOrEqual(0n);
      fees += fee;
    }
    const totals = [...accounts.values()];
    const debited = totals.reduce((sum, account) => sum + account.debited, 0n);
    const credited = totals.reduce((sum, account) => sum + account.credited, 0n);
    const ofC = utxos.filter((row) => row.assetId === avax);
    const exported = ofC.filter(({ chain }) => chain === CHAIN.c).reduce((sum, row) => sum + row.amount, 0n);
    const imported = ofC
      .filter(({ consumed_chain }) => consumed_chain === CHAIN.c)
      .reduce((sum, row) => sum + row.amount, 0n);
    expect(debited + imported).toBe(credited + exported + fees);
    console.info(name, "nAVAX of EVM accounts", Object.fromEntries(accounts), { exported, imported, fees });
  });
});

function readAll({ containers }: Recording): DecodedTx[] {
  const inner = (chain: "p" | "x" | "c") =>
    containers[`${chain.toUpperCase() as "P" | "X" | "C"}/block`].map(
      ({ bytes }) => decodeContainer(fromHex(bytes), chain).inner,
    );
  const decode = <T extends { txId: Uint8Array }>(txs: T[], effectsOf: (tx: T) => Effect[]) =>
    txs.map((tx) => ({ txId: formatId(tx.txId), effects: effectsOf(tx) }));
  return [
    ...decode(inner("p").map(decodePBlock).flatMap(allTxs), effectsOfP),
    ...decode(
      inner("x").flatMap((bytes) => decodeXBlock(bytes).txs),
      effectsOfX,
    ),
    ...decode(
      inner("c").flatMap((bytes) => decodeCBlock(bytes).atomic.txs),
      effectsOfC,
    ),
  ];
}

/** Amounts at the start of the chains: allocations, first stakes, the X-Chain's assets. */
function genesisOf(recording: Recording): (readonly [string, bigint])[] {
  const { utxos, validators, chains } = decodeGenesis(genesisBytes(recording));
  const [xChain] = chains;
  const data = xChain?.txType === "CreateChainTx" ? xChain.unsigned.genesisData : new Uint8Array();
  return [
    ...utxos.map(({ output }) => [formatId(output.assetId), output.amount] as const),
    ...validators.flatMap((tx) => effectsOfP(tx).map(amountCreated)),
    ...decodeXGenesis(data).flatMap(({ tx }) => effectsOfX(tx).map(amountCreated)),
  ];
}

/** Amounts of a transaction: inflows positive, outflows negative. */
function flowOf(effect: Effect): readonly [string, bigint] {
  if (effect.kind === "utxo.evmInput") return [formatId(effect.assetId), effect.amount];
  if (effect.kind === "utxo.evmOutput") return [formatId(effect.assetId), -effect.amount];
  const [asset, amount] = spent(effect);
  const [createdAsset, createdAmount] = amountCreated(effect);
  return asset === "" ? [createdAsset, -createdAmount] : [asset, amount];
}

function amountCreated(effect: Effect): readonly [string, bigint] {
  const makes =
    effect.kind === "utxo.produced" || effect.kind === "utxo.staked" || effect.kind === "utxo.exported";
  return makes ? [formatId(effect.output.assetId), effect.output.amount] : ["", 0n];
}

function spent(effect: Effect): readonly [string, bigint] {
  return effect.kind === "utxo.consumed" ? [formatId(effect.assetId), effect.amount] : ["", 0n];
}

function sumOf(amounts: readonly (readonly [string, bigint])[]): Sums {
  const sums: Sums = new Map();
  for (const [asset, amount] of amounts) {
    if (asset !== "") sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  }
  return sums;
}

/** An operation spends rights; the amount that it mints has no input. */
function isOperation(effect: Effect): boolean {
  return effect.kind === "utxo.consumed" && effect.outputType !== undefined;
}

/** Whether a transaction's own bytes, or the genesis, create the row. */
function isFromBytes(row: UtxoTable & { txId: string }, decoded: readonly DecodedTx[]): boolean {
  if (row.position <= 0) return true;
  const tx = decoded.find(({ txId }) => txId === row.txId);
  if (tx === undefined) return row.reward_type === null;
  return tx.effects.some((effect) => "output" in effect && effect.outputIndex === row.output_index);
}

/** The live UTXOs that the node returned for the P-Chain at its last height, and the addresses it was asked about. */
function answeredUtxos({ answers, containers }: Recording): { queried: Set<string>; answered: Set<string> } {
  const found = { queried: new Set<string>(), answered: new Set<string>() };
  const head = containers["P/block"].length;
  for (const { method, params, reply, height = head } of answers) {
    if (method !== "platform.getUTXOs" || height !== head) continue;
    const { addresses, sourceChain } = JSON.parse(params) as { addresses: string[]; sourceChain?: string };
    const { result } = JSON.parse(reply) as { result?: { utxos: string[] } };
    if (sourceChain !== undefined || result === undefined) continue;
    for (const each of addresses) found.queried.add(toHex(parseAddress(each).address));
    for (const utxo of result.utxos) {
      const { txId, outputIndex } = decodeUtxo(stripChecksum(fromHex(utxo)));
      found.answered.add(keyOf(toHex(txId), outputIndex));
    }
  }
  return found;
}

function keyOf(txId: string, outputIndex: number): string {
  return `${txId}:${outputIndex}`;
}

function genesisBytes({ genesis }: Recording): Uint8Array {
  return fromHex(JSON.parse(genesis.platform).genesisBytes);
}
