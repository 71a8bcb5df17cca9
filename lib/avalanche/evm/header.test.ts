import { keccak256, toRlp, toHex as viemHex } from "viem";
import { describe, expect, test } from "vitest";
import { toHex } from "../codec/bytes";
import { decode, encode } from "../codec/layout";
import { fuzzBytes } from "../vectors/fuzz";
import { type EvmHeader, evmBlockSize, evmHeader, evmHeaderHash } from "./header";

const bytes = (length: number, fill: number) => new Uint8Array(length).fill(fill);
const whole: EvmHeader = {
  parentHash: bytes(32, 1),
  uncleHash: bytes(32, 2),
  coinbase: bytes(20, 3),
  stateRoot: bytes(32, 4),
  transactionsRoot: bytes(32, 5),
  receiptsRoot: bytes(32, 6),
  logsBloom: bytes(256, 7),
  difficulty: bytes(1, 1),
  number: bytes(2, 9),
  gasLimit: bytes(4, 8),
  gasUsed: bytes(0, 0),
  timestamp: bytes(4, 99),
  extraData: bytes(80, 11),
  mixHash: bytes(32, 0),
  nonce: bytes(8, 0),
  baseFee: bytes(5, 12),
  blockGasCost: bytes(0, 0),
  blobGasUsed: bytes(0, 0),
  excessBlobGas: bytes(0, 0),
  parentBeaconRoot: bytes(32, 0),
  timestampMilliseconds: bytes(6, 13),
  minDelayExcess: bytes(3, 14),
};

describe.each([15, 16, 17, 20, 22])(
  "a subnet-evm header of %i fields (constructed: no capture has one)",
  (count) => {
    const header = Object.fromEntries(Object.entries(whole).slice(0, count)) as EvmHeader;

    test("has the hash that another implementation of RLP and keccak gives", () => {
      expect(toHex(evmHeaderHash(header))).toBe(
        keccak256(toRlp(Object.values(header).map((field) => viemHex(field)))),
      );
    });

    test("gives a block of the length that another implementation of RLP writes", () => {
      const fields = Object.values(header).map((field) => viemHex(field));
      const legacy = [viemHex(bytes(3, 1)), viemHex(bytes(70, 2))] as const;
      const typed = [bytes(10, 2), bytes(300, 2), bytes(70_000, 2)];
      const list = [legacy, ...typed.map((each) => viemHex(each))];
      const written = toRlp([fields, list, []], "bytes");
      expect(evmBlockSize(header, [toRlp(legacy, "bytes"), ...typed])).toBe(written.length);
      expect(evmBlockSize(header, [])).toBe(toRlp([fields, [], []], "bytes").length);
    });

    test("is read back as it was written, and damaged gives a value or a DataError", () => {
      const written = encode(evmHeader, header);
      expect(decode(evmHeader, written)).toEqual(header);
      fuzzBytes(
        [written],
        (damaged) => expect(encode(evmHeader, decode(evmHeader, damaged))).toEqual(damaged),
        200,
      );
    });
  },
);
