import { describe, expect, test } from "vitest";
import { formatAddress } from "@/lib/avalanche/ids";
import { readAddress } from "./read-address";

const BYTES = Uint8Array.from({ length: 20 }, (_, index) => index * 11);
const KEY = formatAddress("custom", BYTES);

describe("an address", () => {
  test.each([KEY, `P-${KEY}`, `X-${KEY}`, `C-${KEY}`, `p-${KEY}`, KEY.toUpperCase()])(
    "%s is read as its key",
    (text) => {
      expect(readAddress(text, "custom")).toEqual({ kind: "key", bytes: BYTES, canonical: KEY });
    },
  );

  test("in hex gets the letters of EIP-55, whatever its own", () => {
    const canonical = "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC";
    for (const text of [canonical, canonical.toLowerCase(), `0x${canonical.slice(2).toUpperCase()}`])
      expect(readAddress(text, "custom")).toMatchObject({ kind: "account", canonical });
  });

  test.each([
    [`${KEY.slice(0, -1)}${KEY.endsWith("q") ? "p" : "q"}`, "checksum is wrong"],
    [formatAddress("fuji", BYTES), "begin with custom1, not fuji1"],
    ["0x1234", "neither bech32"],
    ["custom1", "neither bech32"],
  ])("%s is refused with the reason", (text, reason) => {
    expect(() => readAddress(text, "custom")).toThrow(reason);
  });
});
