import { describe, expect, test } from "vitest";
import { toHex } from "../codec/bytes";
import { orderedTrieRoot } from "./trie";

/** Number of items, and the root that @ethereumjs/mpt 10.1.3 computes for them. Captured blocks have few items. */
const ROOTS: [number, string][] = [
  [0, "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421"],
  [1, "0xac92bc8d02906a87a573c32c72bb427036f0e43d7a7375c5c491ebba064add15"],
  [2, "0x92f58ee342f1bbe94d7af951e26a10b53e4978819cbeae8ace8de382a38962bd"],
  [16, "0x60579e3cd99d6f5cdaa379dc25dd657e5b464dd33387c43ef2edb5ddd96081be"],
  [17, "0x873725fa7a9c6aa3ccdc30a14c686215483db05386fb10e48212f808a1bb4f68"],
  [127, "0xb04f98ea9f8fe8ebdd845b589fee5095ee08d546deda9ba2615d43ee65b6c8ec"],
  [128, "0x9a4702107ad24382790e049d578f260d9864de2a2d448a3c5f5820379c8488c8"],
  [129, "0x8865f7a259a0c5cce058cb63fcb0f075f0349cf2f476e2762e428d8e1230f3c9"],
  [256, "0xfe5b4f2ad20c71317f1d530ca30a46d9e6c3ba6aa89698fde1733e169d2f5f6a"],
  [257, "0x8072cb1fe13cd63ada265921b866293833cead1f70864d5a0431e0c1a9361f27"],
  [300, "0x27247da73d5d99bf748c4982b6a8fb37dc0e26c27158ce4080d2879075fe3e6d"],
];

/** Of every length from 1 to 90: short nodes are embedded in their parents, long ones are not. */
const itemOf = (i: number) => Uint8Array.from({ length: 1 + ((i * 7) % 90) }, (_, k) => ((i + k) % 255) + 1);

describe("the trie over numbered items", () => {
  test.each(ROOTS)("has the root of another implementation for %i items", (count, root) => {
    const items = Array.from({ length: count }, (_, i) => itemOf(i));
    expect(toHex(orderedTrieRoot(items))).toBe(root);
  });

  test("has another root if two items change places", () => {
    const items = [itemOf(0), itemOf(1), itemOf(2)];
    expect(orderedTrieRoot(items)).not.toEqual(orderedTrieRoot([...items].reverse()));
  });
});
