import { expect, test } from "vitest";
import { readAs } from "./read-as";

test.each([
  ["110", "A number: heights, or an EVM chain ID"],
  ["98,412,307", "A number: heights, or an EVM chain ID"],
  [`0x${"ab".repeat(32)}`, "32 bytes of hex: an id, or an EVM hash"],
  [`0x${"ab".repeat(20)}`, "20 bytes of hex: an EVM address"],
  ["0xabc", "Hex: the beginning of a hash, id or address"],
  ["NodeID-7Xhw", "The beginning of a NodeID"],
  ["NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg", "A NodeID"],
  ["P-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p", "An address"],
  ["custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p", "An address"],
  ["2rn2LBovoxkYFe9jcqNDtzsqUChMp2bvzPwVbAcTkcc1rWzDQ4", "cb58: a block, transaction or other id"],
  ["kanton", "Text: a name, or the beginning of one or of an id"],
])("%s is read as: %s", (text, reading) => {
  expect(readAs(text)).toBe(reading);
});
