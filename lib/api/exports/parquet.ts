import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { ByteWriter, type ColumnSource, ParquetWriter } from "hyparquet-writer";
import type { Cell, Column, Row } from "./columns";

/** Rows of a group, which is what is in memory at once. */
const GROUP = 10_000;

/**
 * Writes a Parquet file (Snappy, all columns optional) from rows as JSON, one a line.
 * @throws what the file system refuses; the signal's reason once it is aborted
 */
export async function writeParquet(
  path: string,
  { rowsPath, columns, signal }: { rowsPath: string; columns: readonly Column[]; signal: AbortSignal },
): Promise<void> {
  const file = await open(path, "w");
  try {
    const bytes = new ByteWriter();
    const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), createdBy: "Firn" });
    const lines = createInterface({ input: createReadStream(rowsPath), crlfDelay: Number.POSITIVE_INFINITY });
    let rows: Row[] = [];
    const flush = async () => {
      signal.throwIfAborted();
      if (rows.length > 0)
        await writer.write({
          columnData: columns.map((column, i) => sourceOf(column, rows, i)),
          rowGroupSize: GROUP,
        });
      rows = [];
      await append(file, bytes);
    };
    for await (const line of lines) {
      rows.push(JSON.parse(line) as Row);
      if (rows.length === GROUP) await flush();
    }
    await flush();
    await writer.finish();
    await append(file, bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Moves what was written to the file. The writer goes on counting offsets from the beginning. */
async function append(file: FileHandle, bytes: ByteWriter): Promise<void> {
  await file.appendFile(new Uint8Array(bytes.buffer, 0, bytes.index));
  bytes.index = 0;
}

function schemaOf(columns: readonly Column[]): ConstructorParameters<typeof ParquetWriter>[0]["schema"] {
  return [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, type }) => ({
      name,
      repetition_type: "OPTIONAL" as const,
      ...(type === "STRING" ? ({ type: "BYTE_ARRAY", converted_type: "UTF8" } as const) : { type }),
    })),
  ];
}

function sourceOf({ name, type }: Column, rows: readonly Row[], index: number): ColumnSource {
  const read = READ[type];
  return { name, type, data: rows.map((row) => read(row[index] ?? null)) };
}

/** A value that is not of its column's type was not known to be possible: the column then lacks it. */
const READ: Record<Column["type"], (cell: Cell) => unknown> = {
  STRING: (cell) => (cell === null ? null : String(cell)),
  INT64: (cell) => (Number.isSafeInteger(cell) ? BigInt(cell as number) : null),
  DOUBLE: (cell) => (typeof cell === "number" ? cell : null),
  BOOLEAN: (cell) => (typeof cell === "boolean" ? cell : null),
};
