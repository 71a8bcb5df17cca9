import { describe, expect, test } from "vitest";
import { DataError } from "../errors";
import { fromHex } from "./codec/bytes";
import { formatId, parseId } from "./ids";
import { readVectors } from "./vectors/read";
import {
  conversionIdOf,
  decodeL1Message,
  decodeWarpMessage,
  decodeWarpPayload,
  expectL1Message,
} from "./warp";

interface Sample {
  name: string;
  bytes: string;
  messageID?: string;
  conversionID?: string;
  validationID?: string;
  conversionData?: {
    subnetID: string;
    managerChainID: string;
    managerAddress: string;
    validators: { nodeID: string; blsPublicKey: bigint[]; weight: bigint }[];
  };
}
const { samples } = readVectors<{ samples: Sample[] }>("warp.json");
const sample = (name: string): Sample & { raw: Uint8Array } => {
  const found = samples.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no sample ${name}`);
  return { ...found, raw: fromHex(found.bytes) };
};

describe("messages between the P-Chain and an L1's manager", () => {
  test("L1ValidatorWeight", () => {
    expect(decodeL1Message(sample("L1ValidatorWeight").raw)).toMatchObject({
      type: "L1ValidatorWeight",
      nonce: 4n,
      weight: 99n,
    });
  });

  test("L1ValidatorRegistration", () => {
    const message = decodeL1Message(sample("L1ValidatorRegistration").raw);
    expect(message).toMatchObject({ type: "L1ValidatorRegistration", registered: true });
  });

  test("RegisterL1Validator", () => {
    expect(decodeL1Message(sample("RegisterL1Validator").raw)).toMatchObject({
      type: "RegisterL1Validator",
      expiry: 1_710_000_000n,
      remainingBalanceOwner: { threshold: 1 },
      disableOwner: { threshold: 2 },
      weight: 77n,
    });
  });

  test("SubnetToL1Conversion carries the id of the conversion", () => {
    const { raw, conversionID, conversionData } = sample("SubnetToL1Conversion");
    const conversionId = parseId(conversionID ?? "");
    expect(decodeL1Message(raw)).toEqual({ type: "SubnetToL1Conversion", conversionId });
    expect(
      formatId(
        conversionIdOf({
          subnetId: parseId(conversionData?.subnetID ?? ""),
          managerChainId: parseId(conversionData?.managerChainID ?? ""),
          managerAddress: fromHex(conversionData?.managerAddress ?? ""),
          validators: (conversionData?.validators ?? []).map(({ nodeID, blsPublicKey, weight }) => ({
            nodeId: fromHex(nodeID),
            blsPublicKey: Uint8Array.from(blsPublicKey, Number),
            weight,
          })),
        }),
      ),
    ).toBe(conversionID);
  });
});

describe("a signed warp message", () => {
  const signed = sample("signed warp message carrying RegisterL1Validator");

  test("has an id that excludes the signature, and names its signers", () => {
    const message = decodeWarpMessage(signed.raw);
    expect(formatId(message.messageId)).toBe(signed.messageID);
    expect(message.networkId).toBe(12345);
    expect(message.signers).toEqual([0]);
    expect(message.signature.length).toBe(96);
  });

  test("carries a message in an addressed call", () => {
    const { payload } = decodeWarpMessage(signed.raw);
    expect(decodeWarpPayload(payload).type).toBe("AddressedCall");
    const { bytes } = expectL1Message(signed.raw, "RegisterL1Validator");
    expect(bytes).toEqual(sample("RegisterL1Validator").raw);
  });

  test("is refused if another message is expected", () => {
    expect(() => expectL1Message(signed.raw, "L1ValidatorWeight")).toThrow(DataError);
    expect(() => expectL1Message(signed.raw, "L1ValidatorWeight")).toThrow(
      "says RegisterL1Validator, not L1ValidatorWeight",
    );
  });
});

test("signers are the bits of a big-endian integer", () => {
  const bytes = sample("signed warp message carrying RegisterL1Validator").raw;
  const head = bytes.length - 96 - 4 - 1;
  const twoBytes = Uint8Array.from([
    ...bytes.subarray(0, head),
    0,
    0,
    0,
    2,
    0b1000_0001,
    0b0000_0101,
    ...bytes.subarray(-96),
  ]);
  expect(decodeWarpMessage(twoBytes).signers).toEqual([0, 2, 8, 15]);
});
