import { bls12_381 } from "@noble/curves/bls12-381.js";
import { expect, test } from "vitest";
import { fromHex } from "../codec/bytes";
import { isProofOfPossession, openSignature } from "./bls";

/** Of a validator of the recorded custom network. */
const KEY = fromHex(
  "0x9651bbb4ee9f902c2bf52b8903796d72acee9d9543a69dcba7b4d7c605179dea9ad95485f62749c61974d2b1398bcaf3",
);
const PROOF = fromHex(
  "0x8050ad7683c7eeb78815272d70183649d2a381a318c9ffae18b4a7439a7b360b8d239fecf3e6b36442e6a53d00ea3356112423360d856e225987a6baf10758131948bf2fe94f6dfc2a16936a6027e06fb8aa12bb9a8e05d97d8fa9fe383fd74c",
);
/** Of another one. */
const OTHER_KEY = fromHex(
  "0xa058ff27a4c570664bfa28e34939368539a1340867951943d0f56fa8aac13bc09ff64f341acf8cc0cef74202c2d6f9c0",
);

test("the proof that a node accepted is valid, and for no other key", () => {
  expect(isProofOfPossession(KEY, PROOF)).toBe(true);
  expect(isProofOfPossession(OTHER_KEY, PROOF)).toBe(false);
});

test("bytes that are not points, and the point at infinity, are not proofs", () => {
  const infinity = (length: number) => new Uint8Array(length).fill(0xc0, 0, 1);
  expect(isProofOfPossession(infinity(48), infinity(96))).toBe(false);
  expect(isProofOfPossession(KEY, PROOF.with(95, (PROOF[95] ?? 0) ^ 1))).toBe(false);
  expect(isProofOfPossession(KEY.subarray(1), PROOF)).toBe(false);
  expect(isProofOfPossession(KEY, new Uint8Array(0))).toBe(false);
});

test("a signature of several keys is valid for all of them together, in any order, and for no others", () => {
  const { longSignatures: bls } = bls12_381;
  const secrets = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
  const keys = secrets.map((secret) => bls.getPublicKey(secret).toBytes(true));
  const message = new TextEncoder().encode("a message between chains");
  const hash = bls.hash(message, "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_");
  const ofTwo = bls.aggregateSignatures(secrets.slice(0, 2).map((secret) => bls.sign(hash, secret)));
  const signature = ofTwo.toBytes(true);
  const [a, b, c] = keys as [Uint8Array, Uint8Array, Uint8Array];
  const made = openSignature(message, signature);
  expect(made.isOfAll([a, b])).toBe(true);
  expect(made.isOfAll([b, a])).toBe(true);
  for (const others of [[a], [a, c], [a, b, c], [a, b, b], [], [a, b.subarray(1)]])
    expect(made.isOfAll(others)).toBe(false);
  expect(openSignature(message.with(0, 0), signature).isOfAll([a, b])).toBe(false);
  const other = signature.with(95, (signature[95] ?? 0) ^ 1);
  expect(openSignature(message, other).isOfAll([a, b])).toBe(false);
});
