import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toHex } from "../../../avalanche/codec/bytes";
import { openEvm } from "../../../client/evm";
import { openMedia } from "../../../client/media";
import { listenOnLoopback } from "../../../listen";
import { SILENT } from "../../../log";
import { amountColumn, TRANSFER_FORMS } from "../../../store/rows/columns";
import type { EvmStore } from "../../../store/stores";
import type { NftMetadataTable } from "../../../store/tables/evm/nfts";
import { openChain } from "../../../testbed/test-stores";
import { type MetadataOptions, runMetadata, URI_ANSWER_BYTES } from "./metadata";

/** A call that no node answers. */
const UNANSWERABLE = "dead".padStart(64, "0");
const PRUNED = "a node without state";
const CONTRACT = 1;
const HOLDER = 2;
const servers: Server[] = [];
let folder = "";
let store: EvmStore;
/** The contract's answer for a token: its URI, or undefined for a revert. */
let uriOf: (tokenId: bigint) => string | undefined;
let nodeIsAway = false;
let nowMs = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "firn-metadata-"));
  store = await openChain(join(folder, "evm.db"), { mode: "write", nowMs: 0 });
  for (const id of [CONTRACT, HOLDER])
    await store.db
      .insertInto("address")
      .values({ id, bytes: new Uint8Array(20).fill(id) })
      .execute();
  nodeIsAway = false;
  nowMs = 1_700_000_000_000;
});

afterEach(async () => {
  await store.close();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  const origin = await listenOnLoopback(server);
  return origin;
}

/** A node with one contract that answers with `uriOf`. */
function serveNode(): Promise<string> {
  return serve(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (nodeIsAway || body.includes(UNANSWERABLE)) return response.writeHead(503).end();
    type Call = { id: number; method: string; params: [{ data: string }] };
    const calls = JSON.parse(body) as Call | Call[];
    const answers = [calls].flat().map(({ id, method, params: [call] }) => {
      if (method !== "eth_call") return { id, result: "0x1" };
      const uri = uriOf(BigInt(`0x${call.data.slice(10)}`));
      if (uri === PRUNED) return { id, error: { code: -32000, message: "missing trie node" } };
      if (uri === undefined) return { id, error: { code: 3, message: "execution reverted" } };
      return { id, result: encodeText(uri) };
    });
    response.end(JSON.stringify(Array.isArray(calls) ? answers : answers[0]));
  });
}

/** A `string` as contracts return it. @source Solidity, contract ABI specification */
function encodeText(text: string): string {
  const hex = Buffer.from(text).toString("hex");
  const word = (value: number) => value.toString(16).padStart(64, "0");
  return `0x${word(32)}${word(hex.length / 2)}${hex.padEnd(Math.ceil(hex.length / 64) * 64, "0")}`;
}

async function addNft(id: number, number: bigint): Promise<void> {
  await store.db
    .insertInto("nft")
    .values({
      id,
      token_id: CONTRACT,
      token_number: amountColumn(number),
      owner_id: HOLDER,
      form: TRANSFER_FORMS.indexOf("erc721"),
      minted_position: 0,
    })
    .execute();
}

const rows = () => store.db.selectFrom("nft_metadata").selectAll().orderBy("nft_id").execute();

/** Runs the reader until the rows are as wanted. */
async function run(
  isDone: (rows: NftMetadataTable[]) => boolean | Promise<boolean>,
  options: Partial<MetadataOptions> = {},
): Promise<NftMetadataTable[]> {
  const stop = new AbortController();
  const running = runMetadata({
    store,
    client: openEvm(await serveNode(), { maxBytes: URI_ANSWER_BYTES, timeoutMs: 120_000 }),
    now: () => nowMs,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 1)),
    signal: stop.signal,
    log: SILENT,
    ...options,
  });
  let found = await rows();
  for (const deadline = Date.now() + 120_000; !(await isDone(found)); found = await rows()) {
    if (Date.now() > deadline) throw new Error(`not in time: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  stop.abort();
  await running;
  return found;
}

const count = (wanted: number) => (found: readonly unknown[]) => found.length === wanted;

describe("the reader of NFT metadata", () => {
  it("reads every token once, even with 10 MB of metadata or none", async () => {
    for (let id = 1; id <= 40; id++) await addNft(id, BigInt(id));
    const requested: bigint[] = [];
    uriOf = (tokenId) => {
      requested.push(tokenId);
      if (tokenId === 5n) return `data:,${"x".repeat(10 * 1024 * 1024)}`;
      if (tokenId === 6n) return undefined;
      return tokenId === 7n ? "\ud800" : `data:,{"name":"${tokenId}"}`;
    };
    const found = await run(count(40));
    expect(found.map(({ status }) => status)).toEqual(
      Array.from({ length: 40 }, (_, i) => {
        if (i === 4) return "METADATA_CONTENT_TOO_LARGE";
        return i === 5 || i === 6 ? "INVALID_TOKEN_URI" : "INDEXED";
      }),
    );
    expect(requested.length).toBe(40);
    expect(found[39]).toMatchObject({ metadata: '{"name":"40"}', updated_at: 1_700_000_000 });
  });

  it("does not wait for one token that the node has no answer for", async () => {
    await addNft(1, 0xdeadn);
    await addNft(2, 2n);
    uriOf = () => "data:,{}";
    expect(await run(count(2))).toMatchObject([
      { status: "UNINDEXED", attempts: 1, due_at_ms: nowMs + 60_000 },
      { status: "INDEXED" },
    ]);
  });

  it("does not take a node without state for a contract without a URI", async () => {
    await addNft(1, 1n);
    uriOf = () => PRUNED;
    expect(await run(count(1))).toMatchObject([{ status: "UNINDEXED", attempts: 1 }]);
    nowMs += 60_000;
    uriOf = () => undefined;
    expect(await run((all) => all[0]?.attempts === 2)).toMatchObject([{ status: "INVALID_TOKEN_URI" }]);
  });

  it("waits for a node that is away, then goes on", async () => {
    await addNft(1, 1n);
    uriOf = () => "data:,{}";
    nodeIsAway = true;
    let waits = 0;
    const sleep = async (ms: number) => {
      if (ms >= 5_000 && ++waits === 3) nodeIsAway = false;
      await new Promise((resolve) => setTimeout(resolve, 1));
    };
    expect(await run(count(1), { sleep })).toMatchObject([{ status: "INDEXED", attempts: 0 }]);
    expect(waits).toBe(3);
    await addNft(2, 2n);
    expect(await run(count(2))).toMatchObject([{ nft_id: 1 }, { nft_id: 2, status: "INDEXED" }]);
  });

  it("fetches nothing until that is allowed, then everything that is due", async () => {
    let requests = 0;
    const origin = await serve((_, response) => response.end(JSON.stringify({ name: `n${++requests}` })));
    await addNft(1, 1n);
    uriOf = () => `${origin}/1.json`;
    expect(await run(count(1))).toMatchObject([{ status: "UNINDEXED", token_uri: `${origin}/1.json` }]);
    expect(requests).toBe(0);
    const ipfsOnly = openMedia({ http: false, ipfs: origin });
    await addNft(2, 2n);
    expect(await run(count(2), { media: ipfsOnly })).toMatchObject([{ status: "UNINDEXED" }, {}]);
    expect(requests).toBe(0);
    const media = openMedia({ http: true }, { trusted: [origin] });
    const found = await run((all) => all.every(({ status }) => status === "INDEXED"), { media });
    expect(found.map(({ metadata }) => metadata).sort()).toEqual(['{"name":"n1"}', '{"name":"n2"}']);
  });

  it("tries a failing server again later, and never a server in the private network", async () => {
    let requests = 0;
    const origin = await serve((_, response) => {
      requests += 1;
      response.writeHead(requests === 1 ? 429 : 200).end("{}");
    });
    await addNft(1, 1n);
    await addNft(2, 2n);
    uriOf = (tokenId) => (tokenId === 1n ? origin : "http://169.254.169.254/latest/meta-data");
    const media = openMedia({ http: true }, { trusted: [origin] });
    const failed = await run((all) => all.length === 2 && all.every(({ attempts }) => attempts === 1), {
      media,
    });
    expect(failed.map(({ status }) => status)).toEqual(["THROTTLED_TOKEN_URI", "UNREACHABLE_TOKEN_URI"]);
    nowMs += 60_000;
    const second = await run((all) => all[0]?.status === "INDEXED" && all[1]?.attempts === 2, { media });
    expect(second[1]?.due_at_ms).toBe(nowMs + 240_000);
    expect(requests).toBe(2);
  });

  it("reads tokens again when their contract announces a change", async () => {
    for (const id of [1, 2, 3]) await addNft(id, BigInt(id));
    uriOf = () => 'data:,{"name":"old"}';
    await run(count(3));
    uriOf = () => 'data:,{"name":"new"}';
    const first_number = amountColumn(2n);
    const last_number = amountColumn(2n ** 256n - 1n);
    await store.db
      .insertInto("metadata_update")
      .values({ token_id: CONTRACT, first_number, last_number })
      .execute();
    const found = await run((all) => all[2]?.metadata === '{"name":"new"}');
    expect(found.map(({ metadata }) => metadata)).toEqual(
      ["old", "new", "new"].map((name) => JSON.stringify({ name })),
    );
  });

  it("does not overwrite an announced change with an older document", async () => {
    await addNft(1, 1n);
    let version = 1;
    const origin = await serve(async (request, response) => {
      if (request.url === "/1" && version === 1) {
        version = 2;
        const number = amountColumn(1n);
        await store.db
          .insertInto("metadata_update")
          .values({ token_id: CONTRACT, first_number: number, last_number: number })
          .execute();
        while ((await rows())[0]?.token_uri !== `${origin}/2`)
          await new Promise((resolve) => setTimeout(resolve, 1));
      }
      response.end(JSON.stringify({ name: request.url }));
    });
    uriOf = () => `${origin}/${version}`;
    const media = openMedia({ http: true }, { trusted: [origin] });
    const [row] = await run(([first]) => first?.metadata === '{"name":"/2"}', { media });
    expect(row).toMatchObject({ token_uri: `${origin}/2`, status: "INDEXED" });
  });
});

it("can request the URI of every possible token id", async () => {
  const largest = 2n ** 256n - 1n;
  await addNft(1, largest);
  uriOf = (tokenId) => `data:,{"name":"${tokenId}"}`;
  expect(await run(count(1))).toMatchObject([{ metadata: `{"name":"${largest}"}` }]);
  expect(toHex(amountColumn(largest))).toBe(`0x20${"ff".repeat(32)}`);
});
