import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DataError, InputError } from "../errors";
import { fromHex, toHex } from "./codec/bytes";
import {
  formatAddress,
  formatId,
  formatNodeId,
  hrpOfNetwork,
  PRIMARY_NETWORK_ID,
  parseAddress,
  parseId,
  parseNodeId,
  stripChecksum,
  withChecksum,
} from "./ids";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe("ids", () => {
  test("the primary network is 32 zero bytes", () => {
    expect(formatId(PRIMARY_NETWORK_ID)).toBe("11111111111111111111111111111111LpoYY");
  });

  test("are read from cb58 and from hex", () => {
    const text = "2VJpCre4PSxHrQKT8ndc7Gkr2DocvEPm3QCkYZcgxWxEjo6KPB";
    const id = parseId(text);
    expect(id.length).toBe(32);
    expect(formatId(id)).toBe(text);
    expect(parseId(toHex(id))).toEqual(id);
  });

  test("any 32 bytes survive text", () => {
    fc.assert(
      fc.property(bytes(32), (id) => {
        expect(parseId(formatId(id))).toEqual(id);
      }),
    );
  });

  test.each(["", "abc", "0x00", "2VJpCre4PSxHrQKT8ndc7Gkr2DocvEPm3QCkYZcgxWxEjo6KPC", "1".repeat(5000)])(
    "%s is refused with the accepted forms",
    (text) => {
      expect(() => parseId(text)).toThrow(InputError);
      expect(() => parseId(text)).toThrow("cb58 or 0x hex of 32 bytes");
    },
  );
});

describe("node ids", () => {
  test("carry their prefix", () => {
    const text = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
    expect(parseNodeId(text).length).toBe(20);
    expect(formatNodeId(parseNodeId(text))).toBe(text);
    expect(() => parseNodeId(text.slice(7))).toThrow("NodeID- and cb58 of 20 bytes");
  });
});

describe("addresses", () => {
  const raw = fromHex("0x3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c");

  test("are bech32 with the network's prefix", () => {
    expect(formatAddress("custom", raw)).toBe("custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p");
  });

  test("are read with or without the chain", () => {
    const text = "custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p";
    expect(parseAddress(text)).toEqual({ hrp: "custom", address: raw });
    expect(parseAddress(`P-${text}`)).toEqual({ chain: "P", hrp: "custom", address: raw });
  });

  test.each([
    "",
    "P-",
    "Q-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p",
    "custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7q",
  ])("%s is refused", (text) => expect(() => parseAddress(text)).toThrow(InputError));

  test("any 20 bytes survive text", () => {
    fc.assert(
      fc.property(bytes(20), (address) => {
        expect(parseAddress(`X-${formatAddress("fuji", address)}`)).toEqual({
          chain: "X",
          hrp: "fuji",
          address,
        });
      }),
    );
  });

  test("networks have their own prefixes", () => {
    expect([1, 5, 12345, 54321].map(hrpOfNetwork)).toEqual(["avax", "fuji", "local", "custom"]);
  });
});

describe("the checksum of the node's hex", () => {
  test("is removed if it is right", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (payload) => {
        expect(stripChecksum(withChecksum(payload))).toEqual(payload);
      }),
    );
  });

  test("detects a changed byte", () => {
    const checked = withChecksum(Uint8Array.of(1, 2, 3));
    checked[0] = 9;
    expect(() => stripChecksum(checked)).toThrow(DataError);
    expect(() => stripChecksum(new Uint8Array(3))).toThrow(DataError);
  });
});
