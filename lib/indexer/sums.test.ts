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
import { openStore } from "../store/open";
import { CHAIN, unpackBytes } from "../store/rows/columns";
import type { TxTable } from "../store/tables/chain";
import type { UtxoTable } from "../store/tables/utxo";
import { networkOf, startRig, untilAllStored } from "../testbed/indexer";

/** What the bytes say of one transaction, read without the indexer. */
interface Said {
  txId: string;
  effects: Effect[];
}

/** Amounts by asset. */
type Sums = Map<string, bigint>;

describe.each(["custom-network", "local-network"])("the amounts of %s", (name) => {
  let recording: Recording;
  let said: Said[];
  let utxos: (UtxoTable & { txId: string; assetId: string })[];
  let txs: Map<string, TxTable>;
  let avax: string;

  beforeAll(async () => {
    recording = await openRecording(name);
    said = readAll(recording);
    const { network } = networkOf(recording);
    avax = formatId(network.avaxAssetId);
    const devnet = await serveDevnet({ recording, port: 0 });
    const store = await openStore(":memory:", { mode: "write", nowMs: 0 });
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

  test("balance in every transaction: inputs are outputs and what is burned; only mints make more, of no AVAX", () => {
    let burned = 0n;
    for (const { txId, effects } of said) {
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

  test("created are consumed or live, of every asset, over all chains with atomic memory", () => {
    const fromState = utxos.filter((row) => !isSaid(row, said));
    const created = sumOf([
      ...genesisOf(recording),
      ...said.flatMap(({ effects }) => effects.map(made)),
      ...fromState.map(({ assetId, amount }) => [assetId, amount] as const),
    ]);
    const consumed = sumOf(said.flatMap(({ effects }) => effects.map(spent)));
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

  test("that the node has live and no transaction made are rewards, returned stakes and refunds, listed by id", () => {
    const { asked, answered } = answeredUtxos(recording);
    const inBytes = new Set([
      ...decodeGenesis(genesisBytes(recording)).utxos.map((utxo) =>
        keyOf(toHex(utxo.txId), utxo.outputIndex),
      ),
      ...said.flatMap(({ txId, effects }) =>
        effects.flatMap((effect) =>
          effect.kind === "utxo.produced" ? [keyOf(toHex(parseId(txId)), effect.outputIndex)] : [],
        ),
      ),
    ]);
    const unexplained = [...answered].filter((key) => !inBytes.has(key));
    const byState = utxos
      .filter(({ chain, consumed_position }) => chain === CHAIN.p && consumed_position === null)
      .filter(({ owners }) => unpackBytes(owners, 20).some((owner) => asked.has(toHex(owner))))
      .flatMap((row) => {
        const what =
          row.released_position !== null ? "stake" : row.reward_type !== null ? "reward" : "refund";
        return what === "refund" && isSaid(row, said) ? [] : [{ ...row, what }];
      });
    console.info(
      name,
      "live and made by state:",
      byState.map(({ what, txId, output_index, amount }) => `${what} ${txId}:${output_index} ${amount}`),
    );
    expect(byState.map((row) => keyOf(toHex(parseId(row.txId)), row.output_index)).sort()).toEqual(
      unexplained.sort(),
    );
    expect(new Set(byState.map(({ what }) => what)).size).toBeGreaterThan(1);
  });

  test("that accounts of the EVM give and get are what atomic memory gets and gives, and the fee", () => {
    const accounts = new Map<string, { credited: bigint; debited: bigint }>();
    let fees = 0n;
    for (const { txId, effects } of said) {
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

function readAll({ containers }: Recording): Said[] {
  const inner = (chain: "p" | "x" | "c") =>
    containers[`${chain.toUpperCase() as "P" | "X" | "C"}/block`].map(
      ({ bytes }) => decodeContainer(fromHex(bytes), chain).inner,
    );
  const say = <T extends { txId: Uint8Array }>(txs: T[], effectsOf: (tx: T) => Effect[]) =>
    txs.map((tx) => ({ txId: formatId(tx.txId), effects: effectsOf(tx) }));
  return [
    ...say(inner("p").map(decodePBlock).flatMap(allTxs), effectsOfP),
    ...say(
      inner("x").flatMap((bytes) => decodeXBlock(bytes).txs),
      effectsOfX,
    ),
    ...say(
      inner("c").flatMap((bytes) => decodeCBlock(bytes).atomic.txs),
      effectsOfC,
    ),
  ];
}

/** What the chains start with: allocations, first stakes, the X-Chain's assets. */
function genesisOf(recording: Recording): (readonly [string, bigint])[] {
  const { utxos, validators, chains } = decodeGenesis(genesisBytes(recording));
  const [xChain] = chains;
  const data = xChain?.txType === "CreateChainTx" ? xChain.unsigned.genesisData : new Uint8Array();
  return [
    ...utxos.map(({ output }) => [formatId(output.assetId), output.amount] as const),
    ...validators.flatMap((tx) => effectsOfP(tx).map(made)),
    ...decodeXGenesis(data).flatMap(({ tx }) => effectsOfX(tx).map(made)),
  ];
}

/** In a transaction: what comes in counts, what goes out counts negative. */
function flowOf(effect: Effect): readonly [string, bigint] {
  if (effect.kind === "utxo.evmInput") return [formatId(effect.assetId), effect.amount];
  if (effect.kind === "utxo.evmOutput") return [formatId(effect.assetId), -effect.amount];
  const [asset, amount] = spent(effect);
  const [madeAsset, madeAmount] = made(effect);
  return asset === "" ? [madeAsset, -madeAmount] : [asset, amount];
}

function made(effect: Effect): readonly [string, bigint] {
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

/** An operation spends rights; what it mints comes from nowhere. */
function isOperation(effect: Effect): boolean {
  return effect.kind === "utxo.consumed" && effect.outputType !== undefined;
}

/** Whether a transaction's own bytes make the row, or the genesis. */
function isSaid(row: UtxoTable & { txId: string }, said: readonly Said[]): boolean {
  if (row.position <= 0) return true;
  const tx = said.find(({ txId }) => txId === row.txId);
  if (tx === undefined) return row.reward_type === null;
  return tx.effects.some((effect) => "output" in effect && effect.outputIndex === row.output_index);
}

/** The live UTXOs that the node answered of the P-Chain at its last height, and whose they were asked for. */
function answeredUtxos({ answers, containers }: Recording): { asked: Set<string>; answered: Set<string> } {
  const found = { asked: new Set<string>(), answered: new Set<string>() };
  const head = containers["P/block"].length;
  for (const { method, params, reply, height = head } of answers) {
    if (method !== "platform.getUTXOs" || height !== head) continue;
    const { addresses, sourceChain } = JSON.parse(params) as { addresses: string[]; sourceChain?: string };
    const { result } = JSON.parse(reply) as { result?: { utxos: string[] } };
    if (sourceChain !== undefined || result === undefined) continue;
    for (const each of addresses) found.asked.add(toHex(parseAddress(each).address));
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
