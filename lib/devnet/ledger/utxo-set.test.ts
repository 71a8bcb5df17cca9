import { describe, expect, it } from "vitest";
import type { UtxoEffect } from "../../avalanche/effects";
import type { Utxo } from "../../avalanche/utxo/utxo";
import { AtomicMemory, moveUtxos } from "./atomic-memory";
import { UtxoSet } from "./utxo-set";

const bytes = (length: number, value: number) => new Uint8Array(length).fill(value);
const alice = bytes(20, 1);
const bob = bytes(20, 2);

function utxo(tx: number, addresses: Uint8Array[], outputIndex = 0): Utxo {
  const owner = { locktime: 0n, threshold: addresses.length, addresses };
  return {
    txId: bytes(32, tx),
    outputIndex,
    output: { outputType: "secp256k1.transfer", assetId: bytes(32, 9), amount: 1n, owner },
  };
}

const txsOf = (utxos: readonly Utxo[]) => utxos.map(({ txId }) => txId[0]);

function setOf(...utxos: Utxo[]): UtxoSet {
  const set = new UtxoSet();
  for (const each of utxos) set.add(each);
  return set;
}

describe("a set of UTXOs", () => {
  it("returns the newest first, address after address", () => {
    const set = setOf(utxo(1, [bob]), utxo(2, [alice]), utxo(3, [alice]), utxo(4, [bob]));
    expect(txsOf(set.ownedBy([bob, alice]))).toEqual([3, 2, 4, 1]);
  });

  it("returns one with several owners for each of them, and once for all", () => {
    const set = setOf(utxo(1, [alice, bob]));
    expect(set.ownedBy([alice])).toEqual(set.ownedBy([bob]));
    expect(txsOf(set.ownedBy([alice, bob]))).toEqual([1]);
  });

  it("forgets a spent one, under every owner", () => {
    const set = setOf(utxo(1, [alice, bob]), utxo(2, [bob]));
    expect(set.take(bytes(32, 1), 0)).toEqual(utxo(1, [alice, bob]));
    expect(set.take(bytes(32, 1), 0)).toBeUndefined();
    expect(set.ownedBy([alice])).toEqual([]);
    expect(txsOf(set.ownedBy([bob]))).toEqual([2]);
  });

  it("distinguishes outputs of one transaction", () => {
    const set = setOf(utxo(1, [alice], 0), utxo(1, [alice], 1));
    expect(set.take(bytes(32, 1), 1)?.outputIndex).toBe(1);
    expect(set.ownedBy([alice]).map(({ outputIndex }) => outputIndex)).toEqual([0]);
  });

  it("is read page by page to its end, each page from where the last one ended", () => {
    const set = setOf(utxo(1, [alice]), utxo(2, [alice]), utxo(3, [alice]), utxo(4, [bob]), utxo(5, [bob]));
    const found: (number | undefined)[] = [];
    let page = set.page([alice, bob], 2);
    for (; page.full; page = set.page([alice, bob], 2, page.end)) found.push(...txsOf(page.utxos));
    expect([...found, ...txsOf(page.utxos)]).toEqual([3, 2, 1, 5, 4]);
  });

  it("continues from the newest if the last one read was spent meanwhile", () => {
    const set = setOf(utxo(1, [alice]), utxo(2, [alice]), utxo(3, [alice]));
    const { end } = set.page([alice], 1);
    set.take(bytes(32, 3), 0);
    expect(txsOf(set.page([alice], 5, end).utxos)).toEqual([2, 1]);
  });
});

describe("atomic memory", () => {
  const chainP = bytes(32, 0);
  const chainX = bytes(32, 7);
  const output = utxo(1, [alice]).output;
  const exported = { kind: "utxo.exported", outputIndex: 0, output, destinationChain: chainX } as const;
  const imported: UtxoEffect = {
    kind: "utxo.consumed",
    sourceTxId: bytes(32, 1),
    outputIndex: 0,
    sourceChain: chainP,
    assetId: output.assetId,
    amount: 1n,
    credential: 0,
    sigIndices: [0],
  };

  function chains() {
    const memory = new AtomicMemory();
    const p = { blockchainId: chainP, utxos: new UtxoSet(), memory };
    const x = { blockchainId: chainX, utxos: new UtxoSet(), memory };
    return { memory, p, x };
  }

  it("holds an export for its destination alone until it is imported", () => {
    const { memory, p, x } = chains();
    moveUtxos(p, bytes(32, 1), [exported]);
    expect(txsOf(memory.between(chainP, chainX).ownedBy([alice]))).toEqual([1]);
    expect(memory.between(chainX, chainP).ownedBy([alice])).toEqual([]);
    moveUtxos(x, bytes(32, 2), [imported]);
    expect(memory.between(chainP, chainX).ownedBy([alice])).toEqual([]);
    expect(p.utxos.ownedBy([alice])).toEqual([]);
  });

  it("lets a chain import what is exported only later", () => {
    const { memory, p, x } = chains();
    moveUtxos(x, bytes(32, 2), [imported]);
    moveUtxos(p, bytes(32, 1), [exported]);
    expect(memory.between(chainP, chainX).ownedBy([alice])).toEqual([]);
  });
});
