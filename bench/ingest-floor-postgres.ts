import { once } from "node:events";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { openParser } from "./floor-parser";
import { TERM_HEIGHT } from "./term-height";

/**
 * `node ingest-floor-postgres.mjs URL DATABASE SCHEMA HEIGHT`: the least work of any indexer of these rows in PostgreSQL.
 * One thread parses the node's answers; the rows of SCHEMA, ready made in the binary form of `COPY`, go into another schema
 * with the same tables and indexes, in batches as large as the indexer's. Rows that the indexer writes again and again (of
 * accounts and balances) go in once.
 */
const PER_BATCH = 400;
const MOST_BLOCKS = 5_000;
const POSITIONS = 65_536;
const FLOOR = "firn_floor";
const BY_HEIGHT = ["block", "block_body", "log_body"];
const BY_POSITION = ["transaction", "token_transfer", "signer"];
const ONCE = ["address", "party", "sender", "token_balance"];

interface Piece {
  table: string;
  bytes: Buffer[];
}

const [url = "", database = "", schema = "", height = ""] = parseArgs({ allowPositionals: true }).positionals;
const last = Math.min(Number(height), MOST_BLOCKS);
const share = last / Number(height);
const client = new Client({ connectionString: database });
await client.connect();
await client.query(`drop schema if exists ${FLOOR} cascade; create schema ${FLOOR}`);
for (const table of [...BY_HEIGHT, ...BY_POSITION, "log_term", ...ONCE])
  await client.query(`create table ${FLOOR}."${table}" (like ${schema}."${table}" including all)`);
const batches: Piece[][] = [];
for (let at = 0; at <= last; at += PER_BATCH) {
  const low = at;
  const high = Math.min(at + PER_BATCH, last + 1);
  const byHeight = await readAll(BY_HEIGHT, `height >= ${low} and height < ${high}`);
  const terms = await readAll(["log_term"], `${TERM_HEIGHT} >= ${low} and ${TERM_HEIGHT} < ${high}`);
  const positions = `position >= ${low * POSITIONS} and position < ${high * POSITIONS}`;
  batches.push([...byHeight, ...terms, ...(await readAll(BY_POSITION, positions))]);
}
// Their share of the blocks, as all are shared out over the whole chain.
batches.push(await readAll(ONCE, `random() < ${share}`));

const parser = await openParser({ url, last });
const started = performance.now();
const parsed = parser.parse();
for (const pieces of batches) {
  await client.query("begin");
  for (const piece of pieces) await write(piece);
  await client.query("commit");
}
await parsed;
const seconds = (performance.now() - started) / 1000 / share;
process.send?.({ height: last, firstHeight: 0, seconds, cpuSeconds: 0, rss: 0, bytes: 0 });
await client.query(`drop schema ${FLOOR} cascade`);
await client.end();
process.disconnect?.();

async function readAll(tables: string[], where: string): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const table of tables) {
    const rows = `select * from ${schema}."${table}" where ${where}`;
    const stream = client.query(copyTo(`copy (${rows}) to stdout (format binary)`));
    const bytes: Buffer[] = [];
    for await (const chunk of stream) bytes.push(chunk as Buffer);
    pieces.push({ table, bytes });
  }
  return pieces;
}

async function write({ table, bytes }: Piece): Promise<void> {
  const stream = client.query(copyFrom(`copy ${FLOOR}."${table}" from stdin (format binary)`));
  for (const chunk of bytes) if (!stream.write(chunk)) await once(stream, "drain");
  stream.end();
  await once(stream, "finish");
}
