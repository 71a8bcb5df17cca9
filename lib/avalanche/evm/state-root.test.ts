import { describe, expect, test } from "vitest";
import { toHex } from "../codec/bytes";
import { hashedTrieRoot, stateRoot } from "./state-root";

/** Number of items, and the root that @ethereumjs/mpt 10.1.3 computes for them with hashed keys. */
const ROOTS: [number, string][] = [
  [0, "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421"],
  [1, "0xf6d751158570c70979d20ba5f5c57785b5e655298eba05415ad7fc5beabdda7e"],
  [2, "0x8d16e455a4da62d399aff47901e5d7a24659b98299aa3bd839b46e417a25c941"],
  [3, "0xb0ad47e7f1df4ffb139bac9a629d73ac3f7486504c91d5b4ae1f30353d5cf71c"],
  [16, "0x2e545b9e2004263d16c6df08c584b7edeab922dcb1c5db00b979cf29b647ffdd"],
  [17, "0x6df15bfb1ecbcf03e706020764f227072fdf0d7880a17325f669797b3c2b0459"],
  [100, "0x1315dfceaf05bef5a4b72ea5f8c9e7e9e2367bbda4ae5671f5533b4e88222145"],
  [1000, "0x725566f57064cc0bff85811430a797c9248d416fcae1d1a2216c8d3cc295d210"],
];

const itemOf = (i: number) => Uint8Array.from({ length: 1 + ((i * 7) % 90) }, (_, k) => ((i + k) % 255) + 1);

describe("the trie under hashes of keys", () => {
  test.each(ROOTS)("has the root of another implementation for %i items, in any order", (count, root) => {
    const entries = Array.from({ length: count }, (_, i) => [itemOf(i + 1), itemOf(i)] as const);
    expect(toHex(hashedTrieRoot(entries))).toBe(root);
    expect(toHex(hashedTrieRoot([...entries].reverse()))).toBe(root);
  });
});

describe("the root of a state", () => {
  const address = new Uint8Array(20);
  const slot = new Uint8Array(32);
  const account = { nonce: 0n, balance: 1n, code: new Uint8Array(), storage: [] };
  const rootWith = (changed: Partial<Parameters<typeof stateRoot>[0][number][1]>) =>
    toHex(stateRoot([[address, { ...account, ...changed }]]));

  test("changes with nonce, balance, code and storage", () => {
    const roots = [
      {},
      { nonce: 1n },
      { balance: 2n },
      { code: Uint8Array.of(0) },
      { storage: [[slot, 1n]] as const },
      { storage: [[slot, 2n]] as const },
    ].map(rootWith);
    expect(new Set(roots).size).toBe(roots.length);
  });

  test("ignores a storage slot that holds 0", () => {
    expect(rootWith({ storage: [[slot, 0n]] })).toBe(rootWith({}));
  });
});
