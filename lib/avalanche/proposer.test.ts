import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DataError } from "../errors";
import { concatBytes, fromHex } from "./bytes";
import { readCertificateKey } from "./certificate";
import { formatNodeId, PRIMARY_NETWORK_ID, parseId } from "./ids";
import { isSignedByProposer } from "./proposer";
import { type Container, decodeContainer, encodeContainer } from "./proposervm";
import { readContainers } from "./vectors/read";

const X_CHAIN = parseId("hgcLwLjqKMQupc9PLPWjSrAKr2i4P9wa1cqWg7rqP54dMqCX1");
const C_CHAIN = parseId("2umUQqwPeZi5M94mn9xhvkneEznoAYVze3GH16Xr1qzvkYeFLL");

describe.each([
  { index: "P/block", chain: "p", blockchainId: PRIMARY_NETWORK_ID },
  { index: "X/block", chain: "x", blockchainId: X_CHAIN },
  { index: "C/block", chain: "c", blockchainId: C_CHAIN },
] as const)("the proposers of $index", async ({ index, chain, blockchainId }) => {
  const containers = (await readContainers("custom-network", index)).map(({ bytes }) =>
    decodeContainer(bytes, chain),
  );
  const signed = containers.filter(({ signature }) => signature !== undefined);

  test("are two nodes, each with a signature of its certificate's key (RSA)", () => {
    expect(signed.length).toBeGreaterThan(30);
    for (const container of signed) expect(isSignedByProposer(container, blockchainId)).toBe(true);
    const proposers = new Set(signed.map(({ proposer }) => formatNodeId(proposer ?? new Uint8Array())));
    expect(proposers.size).toBe(2);
    console.info(`${index}: ${signed.length} of ${containers.length} signed, by`, [...proposers]);
  });

  test("did not sign for another chain, nor another block", () => {
    const [first, second] = signed;
    if (first === undefined || second?.signature === undefined) throw new Error("no container is signed");
    expect(isSignedByProposer(first, new Uint8Array(32).fill(1))).toBe(false);
    expect(isSignedByProposer({ ...first, signature: second.signature }, blockchainId)).toBe(false);
    expect(
      isSignedByProposer(
        { ...first, signature: first.signature?.subarray(1) ?? second.signature },
        blockchainId,
      ),
    ).toBe(false);
  });
});

test("an unsigned container is not signed", () => {
  const bare: Container = {
    kind: "preFork",
    containerId: PRIMARY_NETWORK_ID,
    inner: new Uint8Array(),
    innerOffset: 0,
  };
  expect(isSignedByProposer(bare, PRIMARY_NETWORK_ID)).toBe(false);
});

describe("a proposer with an ECDSA key (constructed: no capture has one)", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const certificate = certificateOf(publicKey.export({ format: "der", type: "spki" }));
  const unsigned: Container = {
    kind: "postFork",
    containerId: new Uint8Array(32),
    parentId: new Uint8Array(32).fill(7),
    timestamp: 5n,
    pChainHeight: 6n,
    certificate,
    inner: fromHex("0x0102"),
    innerOffset: 0,
    signature: new Uint8Array(),
  };
  const { containerId, parentId } = decodeContainer(encodeContainer(unsigned), "x");
  const header = concatBytes(new Uint8Array(2), X_CHAIN, parentId ?? new Uint8Array(), containerId);
  const signature = new Uint8Array(sign("sha256", header, privateKey));

  test("is verified", () => {
    const container = decodeContainer(encodeContainer({ ...unsigned, signature }), "x");
    expect(isSignedByProposer(container, X_CHAIN)).toBe(true);
    expect(isSignedByProposer(container, C_CHAIN)).toBe(false);
    expect(isSignedByProposer({ ...container, signature: fromHex("0x3000") }, X_CHAIN)).toBe(false);
  });

  test("has the node id of its certificate", () => {
    const { proposer } = decodeContainer(encodeContainer({ ...unsigned, signature }), "x");
    const hash = createHash("ripemd160").update(createHash("sha256").update(certificate).digest()).digest();
    expect(proposer).toEqual(new Uint8Array(hash));
  });
});

describe("certificates", () => {
  test("with keys that the node refuses are refused", () => {
    const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({
      format: "der",
      type: "spki",
    });
    expect(() => readCertificateKey(certificateOf(weak))).toThrow(
      "an RSA key of 1024 bits and exponent 65537 is not allowed",
    );
    const other = generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" });
    expect(() => readCertificateKey(certificateOf(other))).toThrow("neither RSA nor ECDSA over P-256");
  });

  test("that are none give a DataError", () => {
    expect(() => readCertificateKey(fromHex("0x30820500"))).toThrow(DataError);
    expect(() => readCertificateKey(new Uint8Array())).toThrow(DataError);
  });
});

/** As much of a certificate as is read: five empty fields before the key. */
function certificateOf(keyInfo: Uint8Array): Uint8Array {
  const empty = fromHex("0x0500");
  return sequence(sequence(empty, empty, empty, empty, empty, keyInfo));
}

function sequence(...parts: Uint8Array[]): Uint8Array {
  const content = concatBytes(...parts);
  return concatBytes(Uint8Array.of(0x30, 0x82, content.length >> 8, content.length & 255), content);
}
