import fc from "fast-check";
import { expect, it } from "vitest";
import { RowColumns } from "./row-columns";

interface Row {
  id: number;
  bytes: Uint8Array;
  maybe: Uint8Array | null;
  text: string | null;
}

const bytes = fc.uint8Array({ maxLength: 300 });
const row: fc.Arbitrary<Row> = fc.record({
  id: fc.maxSafeNat(),
  bytes,
  maybe: fc.option(bytes),
  text: fc.option(fc.string()),
});

it("returns every value of every row, even if pushed bytes change later", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const columns = new RowColumns<Row>();
      for (const each of rows) {
        const lent = { ...each, bytes: each.bytes.slice(), maybe: each.maybe?.slice() ?? null };
        columns.push(lent);
        if (lent.bytes.length < 128) lent.bytes.fill(0); // longer ones are not copied
      }
      expect(columns.length).toBe(rows.length);
      const given = rows.map((_, i) => {
        const values: unknown[] = [];
        columns.put(i, values, 0);
        return Object.fromEntries(columns.names.map((name, at) => [name, values[at]]));
      });
      expect(given).toEqual(rows);
      if (rows.length > 0) expect(columns.numbers("id")).toEqual(rows.map(({ id }) => id));
    }),
  );
});
