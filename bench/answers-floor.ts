import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import Database from "better-sqlite3";
import { listenOnLoopback } from "../lib/listen";

/** What the bare server beside `bench:answers` runs and writes for each request. */
export interface FloorInput {
  file: string;
  statements: { text: string; values: (string | number | null | { hex: string } | { integer: string })[] }[];
  body: unknown;
}

const { file, statements, body } = JSON.parse(await text(process.stdin)) as FloorInput;
const database = new Database(file, { readonly: true });
const prepared = statements.map(({ text, values }) => ({
  statement: database.prepare(text).raw(),
  values: values.map((value) => {
    if (typeof value !== "object" || value === null) return value;
    return "hex" in value ? Buffer.from(value.hex, "hex") : BigInt(value.integer);
  }),
}));
const server = createServer((_, response) => {
  for (const { statement, values } of prepared) statement.all(values);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
});
console.log(await listenOnLoopback(server));
