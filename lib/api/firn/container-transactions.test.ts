import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeCBlock } from "../../avalanche/c/block";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import { decodePBlock } from "../../avalanche/p/block";
import { decodeContainer } from "../../avalanche/proposer/proposervm";
import { decodeXBlock } from "../../avalanche/x/block";
import { type ContainerTransactions, listContainerTransactions } from "../../contract/firn/containers";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { addGraph, type Graph, linearizeAt } from "../../testbed/x-graph";

/** Transactions of blocks page by page, beside the blocks' bytes. */

const TXS = 2_000;
const MADE = Date.UTC(2026, 10, 21, 5, 30);

let graph: Graph;
let indexed: IndexedRecording;
beforeAll(async () => {
  indexed = await indexRecording("custom-network", {
    alter(recording) {
      graph = addGraph(recording, MADE - 60_000);
      linearizeAt(recording, graph, MADE, { txCount: TXS });
    },
  });
});
afterAll(() => indexed.close());

const urlOf = (chain: string, id: string | number) => `${indexed.url}/firn/v1/containers/${chain}/${id}`;

async function ask(path: string): Promise<{ page: ContainerTransactions; length: number }> {
  const text = await (await fetch(path)).text();
  return { page: listContainerTransactions.response.parse(JSON.parse(text)), length: text.length };
}

async function readAll(path: string, pageSize: number) {
  const pages: Awaited<ReturnType<typeof ask>>[] = [];
  let token = "";
  do {
    const next = await ask(`${path}/transactions?pageSize=${pageSize}${token}`);
    pages.push(next);
    token = next.page.nextPageToken === undefined ? "" : `&pageToken=${next.page.nextPageToken}`;
  } while (token !== "");
  return { pages, transactions: pages.flatMap(({ page }) => page.transactions) };
}

const hexOf = (txs: readonly { bytes: Uint8Array }[]) => txs.map(({ bytes }) => toHex(bytes));

test("the pages of a block of thousands are the whole block, and each is as small as its rows", async () => {
  const whole = await (await fetch(urlOf("x", 1))).text();
  const { bytes } = JSON.parse(whole) as { bytes: string };
  const { txs } = decodeXBlock(decodeContainer(fromHex(bytes), "x").inner);
  expect(txs).toHaveLength(TXS);
  const { pages, transactions } = await readAll(urlOf("x", 1), 25);
  expect(transactions.map((tx) => tx.bytes)).toEqual(hexOf(txs));
  expect(pages.map(({ page }) => page.first)).toEqual(pages.map((_, at) => 1 + at * 25));
  for (const { page } of pages)
    expect(page).toMatchObject({ count: TXS, height: 1, stream: "X/block", time: MADE / 1_000 });
  const longest = Math.max(...pages.map(({ length }) => length));
  expect(longest).toBeLessThan(whole.length / 40);
  // A number is a position for ever.
  const { page } = await ask(`${urlOf("x", 1)}/transactions?after=1990`);
  expect([page.first, page.transactions]).toEqual([1_991, transactions.slice(1_990)]);
  // By its own id a transaction comes alone.
  const one = await ask(`${urlOf("x", formatId(txs[1_234]?.txId ?? new Uint8Array()))}/transactions`);
  expect([one.page.first, one.page.transactions]).toEqual([1_235, transactions.slice(1_234, 1_235)]);
  expect(one.page.nextPageToken).toBeUndefined();
});

test("blocks of P with their proposals, atomic transactions of C, and vertices", async () => {
  const { P, C } = indexed.accepted();
  let proposals = 0;
  for (let height = 1; height <= P; height++) {
    const { bytes } = (await (await fetch(urlOf("p", height))).json()) as { bytes: string };
    const block = decodePBlock(decodeContainer(fromHex(bytes), "p").inner);
    const { transactions } = await readAll(urlOf("p", height), 1);
    const proposal = block.proposalTx === undefined ? [] : [block.proposalTx];
    proposals += proposal.length;
    expect(transactions.map((tx) => tx.bytes)).toEqual(hexOf([...block.txs, ...proposal]));
    expect(transactions.flatMap((tx) => (tx.isProposal ? [tx.bytes] : []))).toEqual(hexOf(proposal));
  }
  expect(proposals).toBeGreaterThan(0);
  for (let height = 1; height <= C; height += 7) {
    const { bytes } = (await (await fetch(urlOf("c", height))).json()) as { bytes: string };
    const { atomic } = decodeCBlock(decodeContainer(fromHex(bytes), "c").inner);
    const { transactions } = await readAll(urlOf("c", height), 1);
    expect(transactions.map((tx) => tx.bytes)).toEqual(hexOf(atomic.txs));
  }
  const [first] = graph.vertices;
  await expect
    .poll(async () => (await fetch(urlOf("x", first?.id ?? ""))).status, { timeout: 60_000 })
    .toBe(200);
  const { transactions } = await readAll(urlOf("x", first?.id ?? ""), 1);
  expect(transactions.map((tx) => tx.bytes)).toEqual(hexOf(graph.txs.slice(0, 2)));
});
