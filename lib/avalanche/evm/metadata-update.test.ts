import { encodeAbiParameters, toEventSelector } from "viem";
import { describe, expect, it } from "vitest";
import { fromHex } from "../codec/bytes";
import { metadataUpdateOf } from "./metadata-update";

const word = (value: bigint) => fromHex(encodeAbiParameters([{ type: "uint256" }], [value]));
const words = (...values: bigint[]) => Uint8Array.from(values.flatMap((value) => [...word(value)]));
const topic = (signature: string) => fromHex(toEventSelector(signature));
const LARGEST = 2n ** 256n - 1n;

describe("an event of changed metadata", () => {
  it("names one token, or a range of tokens", () => {
    expect(metadataUpdateOf({ topics: [topic("MetadataUpdate(uint256)")], data: word(LARGEST) })).toEqual({
      first: LARGEST,
      last: LARGEST,
    });
    expect(
      metadataUpdateOf({ topics: [topic("BatchMetadataUpdate(uint256,uint256)")], data: words(0n, LARGEST) }),
    ).toEqual({ first: 0n, last: LARGEST });
    expect(
      metadataUpdateOf({ topics: [topic("URI(string,uint256)"), word(7n)], data: new Uint8Array() }),
    ).toEqual({ first: 7n, last: 7n });
  });

  it("gives nothing if it does not fit its signature, or is another event", () => {
    const cases = [
      { topics: [], data: word(1n) },
      { topics: [topic("Transfer(address,address,uint256)"), word(1n)], data: word(1n) },
      { topics: [topic("MetadataUpdate(uint256)")], data: words(1n, 2n) },
      { topics: [topic("BatchMetadataUpdate(uint256,uint256)")], data: words(2n, 1n) },
      { topics: [topic("BatchMetadataUpdate(uint256,uint256)")], data: word(1n) },
      { topics: [topic("URI(string,uint256)")], data: word(1n) },
    ];
    for (const log of cases) expect(metadataUpdateOf(log)).toBeUndefined();
  });
});
