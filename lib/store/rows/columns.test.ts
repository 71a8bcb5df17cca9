import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compareItems,
  dagIndexOf,
  dagPosition,
  eventItem,
  heightOf,
  indexInBlockOf,
  packBytes,
  positionOf,
  prefix48,
  unpackBytes,
  xGenesisPosition,
} from "./columns";

test("a position has its height and index, and sorts like them", () => {
  const place = fc.record({ height: fc.nat({ max: 2 ** 37 - 1 }), index: fc.nat({ max: 65_535 }) });
  fc.assert(
    fc.property(place, place, (a, b) => {
      const left = positionOf(a.height, a.index);
      const right = positionOf(b.height, b.index);
      expect([heightOf(left), indexInBlockOf(left)]).toEqual([a.height, a.index]);
      expect(Math.sign(left - right)).toBe(Math.sign(a.height - b.height || a.index - b.index));
      expect(Number.isSafeInteger(left)).toBe(true);
    }),
  );
});

test("a height or index without a position is a DataError", () => {
  expect(() => positionOf(1, 65_536)).toThrow("no position for transaction 65536 of height 1");
  expect(() => positionOf(2 ** 37, 0)).toThrow("no position");
});

test("genesis assets come before the time without heights, and that before every block", () => {
  const order = [
    xGenesisPosition(0),
    xGenesisPosition(1),
    dagPosition(0),
    dagPosition(2 ** 40),
    positionOf(0, 0),
  ];
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order.map(dagIndexOf)).toEqual([undefined, undefined, 0, 2 ** 40, undefined]);
  expect(order.every(Number.isSafeInteger)).toBe(true);
});

test("the prefix is the first 48 bits", () => {
  const id = new Uint8Array(32).fill(0xff);
  expect(prefix48(id)).toBe(2 ** 48 - 1);
  id.fill(0, 0, 5);
  expect(prefix48(id)).toBe(255);
});

test("byte strings of one length survive being packed into one column", () => {
  const owners = fc.array(fc.uint8Array({ minLength: 20, maxLength: 20 }));
  fc.assert(
    fc.property(owners, (parts) => {
      expect(unpackBytes(packBytes(parts), 20)).toEqual(parts);
    }),
  );
});

test("numbers of items of events are unique, and sort as events and their items do", () => {
  const event = fc.record({
    logIndex: fc.oneof(fc.nat(3), fc.nat(2 ** 26 - 1)),
    item: fc.oneof(fc.nat(3), fc.constant(65_536), fc.nat(2 ** 27 - 1)),
  });
  fc.assert(
    fc.property(event, event, (a, b) => {
      const left = eventItem(a.logIndex, a.item);
      const right = eventItem(b.logIndex, b.item);
      expect(Number.isSafeInteger(left)).toBe(true);
      expect(Math.sign(compareItems(left, right))).toBe(
        Math.sign(a.logIndex - b.logIndex || a.item - b.item),
      );
      expect(left === right).toBe(a.logIndex === b.logIndex && a.item === b.item);
    }),
  );
});
