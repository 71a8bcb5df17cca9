import { bls12_381 } from "@noble/curves/bls12-381.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareBytes } from "./ledger/staker-order";
import { type SetMember, warpSetOf } from "./warp-set";

/** Keys of many nodes, so that both halves of the curve are among them. */
const KEYS = Array.from({ length: 24 }, (_, i) =>
  bls12_381.longSignatures.getPublicKey(new Uint8Array(32).fill(i + 1)).toBytes(true),
);

test("signers are in the order of their uncompressed keys, nodes with one key are one, and all weight counts", () => {
  const member = fc.record({
    node: fc.integer({ min: 0, max: 255 }),
    key: fc.option(fc.nat(KEYS.length - 1), { nil: undefined }),
    weight: fc.bigInt(1n, 2n ** 64n - 1n),
  });
  fc.assert(
    fc.property(fc.uniqueArray(member, { selector: ({ node }) => node, maxLength: 40 }), (drawn) => {
      const members: SetMember[] = drawn.map(({ node, key, weight }) => ({
        nodeId: new Uint8Array(20).fill(node),
        weight,
        ...(key !== undefined && { publicKey: KEYS[key] as Uint8Array }),
      }));
      const { signers, totalWeight } = warpSetOf(members);
      expect(totalWeight).toBe(drawn.reduce((sum, { weight }) => sum + weight, 0n));
      const uncompressed = signers.map(({ publicKey }) =>
        bls12_381.G1.Point.fromBytes(publicKey).toBytes(false),
      );
      for (const [i, key] of uncompressed.entries())
        if (i > 0) expect(compareBytes(uncompressed[i - 1] as Uint8Array, key)).toBeLessThan(0);
      expect(signers).toHaveLength(new Set(drawn.flatMap(({ key }) => key ?? [])).size);
      for (const { publicKey, weight, nodeIds } of signers) {
        const own = drawn.filter(({ key }) => key !== undefined && KEYS[key] === publicKey);
        expect(weight).toBe(own.reduce((sum, each) => sum + each.weight, 0n));
        expect(nodeIds.map(([byte]) => byte)).toEqual(own.map(({ node }) => node).sort((a, b) => a - b));
      }
    }),
    { numRuns: 200 },
  );
});
