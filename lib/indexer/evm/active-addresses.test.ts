import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ActiveAddresses } from "./active-addresses";

const meeting = fc.record({
  later: fc.constantFrom(0, 0, 0, 1, 2, 30),
  from: fc.integer({ min: 1, max: 6 }),
  to: fc.option(fc.integer({ min: 1, max: 6 })),
});

describe("active addresses", () => {
  test("are those met in an hour or on a day, each once, whenever they are taken", () => {
    fc.assert(
      fc.property(fc.array(meeting), fc.integer({ min: 1, max: 5 }), (meetings, every) => {
        const active = new ActiveAddresses();
        const met = new Map<string, { addresses: Set<number>; senders: Set<number> }>();
        const counted = new Map<string, { addresses: number; senders: number }>();
        let hour = 1_000;
        const spans = (hour: number) => [
          { hours: 1, start_hour: hour },
          { hours: 24, start_hour: hour - (hour % 24) },
        ];
        const take = () => {
          const taken = active.take();
          for (const key of met.keys()) {
            const [hours = 0, start_hour = 0] = key.split("/").map(Number);
            const { addresses, senders } = taken({ hours, start_hour });
            const before = counted.get(key) ?? { addresses: 0, senders: 0 };
            counted.set(key, { addresses: before.addresses + addresses, senders: before.senders + senders });
          }
        };
        for (const [i, { later, from, to }] of meetings.entries()) {
          hour += later;
          active.meet(hour, from, to);
          for (const { hours, start_hour } of spans(hour)) {
            const key = `${hours}/${start_hour}`;
            const found = met.get(key) ?? { addresses: new Set(), senders: new Set() };
            met.set(key, found);
            found.senders.add(from);
            for (const id of [from, to]) if (id !== null) found.addresses.add(id);
          }
          if (i % every === 0) take();
        }
        take();
        const expected = [...met].map(([key, { addresses, senders }]) => [
          key,
          { addresses: addresses.size, senders: senders.size },
        ]);
        expect([...counted]).toEqual(expected);
      }),
    );
  });
});
