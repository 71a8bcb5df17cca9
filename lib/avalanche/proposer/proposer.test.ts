import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DataError } from "../../errors";
import { concatBytes, fromHex } from "../codec/bytes";
import { isSignedBy as inBrowsers } from "../crypto/signature";
import { isSignedBy as inNode } from "../crypto/signature.node";
import { formatNodeId, PRIMARY_NETWORK_ID, parseId } from "../ids";
import { readContainers } from "../vectors/read";
import { type CertificateKey, readCertificateKey } from "./certificate";
import { isSignedByProposer } from "./proposer";
import { type Container, decodeContainer, encodeContainer } from "./proposervm";

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

  test("are two nodes, each with a signature by its certificate's key (RSA)", () => {
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

test("browsers and Node agree on a signature: right, changed, truncated, too long, too large, by another key", async () => {
  const [container] = (await readContainers("custom-network", "P/block"))
    .map(({ bytes }) => decodeContainer(bytes, "p"))
    .filter(({ signature }) => signature !== undefined);
  const { certificate = NONE, signature = NONE, parentId = NONE, containerId = NONE } = container ?? {};
  const message = concatBytes(new Uint8Array(2), PRIMARY_NETWORK_ID, parentId, containerId);
  const key = readCertificateKey(certificate);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = readCertificateKey(certificateOf(publicKey.export({ format: "der", type: "spki" })));
  const otherSignature = new Uint8Array(sign("sha256", message, privateKey));
  const flipped = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
  const cases = [
    { key, signature, isSigned: true },
    { key: other, signature: otherSignature, isSigned: true },
    ...[0, 100, signature.length - 1].map((at) => ({
      key,
      signature: flipped(signature, at),
      isSigned: false,
    })),
    ...[0, 5, 40, otherSignature.length - 1].map((at) => ({
      key: other,
      signature: flipped(otherSignature, at),
      isSigned: false,
    })),
    { key, signature: signature.subarray(1), isSigned: false },
    { key, signature: concatBytes(Uint8Array.of(0), signature), isSigned: false },
    { key, signature: new Uint8Array(signature.length).fill(255), isSigned: false },
    { key, signature: otherSignature, isSigned: false },
    { key: other, signature, isSigned: false },
    { key: { ...other, point: new Uint8Array(65).fill(4) }, signature: otherSignature, isSigned: false },
  ] as { key: CertificateKey; signature: Uint8Array; isSigned: boolean }[];
  for (const each of cases) {
    expect(inNode(each.key, message, each.signature)).toBe(each.isSigned);
    expect(inBrowsers(each.key, message, each.signature)).toBe(each.isSigned);
  }
});

const NONE = new Uint8Array();

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

  test("that are not certificates give a DataError", () => {
    expect(() => readCertificateKey(fromHex("0x30820500"))).toThrow(DataError);
    expect(() => readCertificateKey(new Uint8Array())).toThrow(DataError);
  });
});

/** The parts of a certificate that are read: five empty fields before the key. */
function certificateOf(keyInfo: Uint8Array): Uint8Array {
  const empty = fromHex("0x0500");
  return sequence(sequence(empty, empty, empty, empty, empty, keyInfo));
}

function sequence(...parts: Uint8Array[]): Uint8Array {
  const content = concatBytes(...parts);
  return concatBytes(Uint8Array.of(0x30, 0x82, content.length >> 8, content.length & 255), content);
}
