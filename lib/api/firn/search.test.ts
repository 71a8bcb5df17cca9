import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDataClient } from "../../client/data";
import { openNode } from "../../client/node";
import { getAssetDetails } from "../../contract/data/primary-network-assets";
import { getContainer } from "../../contract/firn/containers";
import { getNodeTx } from "../../contract/firn/node-txs";
import { type SearchReading, search } from "../../contract/firn/search";
import { openRecording } from "../../devnet/recording";
import { serveDevnet } from "../../devnet/serve";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** Names, beginnings of ids, and what only the node knows, over a recording that has not ended. */

const TX = "2VJpCre4PSxHrQKT8ndc7Gkr2DocvEPm3QCkYZcgxWxEjo6KPB";
const X_ASSET = "7rJNYyigpwGXNDbMSNyVZ4c7TXbkBeACTGQAYb15te2n7bsmP";
const NODE = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const ALICE = "custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj";
const SUBNET = "ZtpFPCFYPHCqu9581pKgL8x9bfqUGhw8WbKaixCSJsCj6Pxfd";
const VALIDATION = "rnjiYAwaHpWnHYwXysUYz4pNmZR4DG1BvkD2o2EpZdiEhRztG";
const UNKNOWN = "WBVaWFoundqRbet928VeZtChcB6fYkrLq9SVruMP7vb3Gsp43";

let indexed: IndexedRecording;
beforeAll(async () => {
  indexed = await indexRecording("custom-network");
});
afterAll(() => indexed.close());

const client = () => openDataClient({ baseUrl: indexed.url });
const readingsOf = async (q: string): Promise<SearchReading[]> =>
  (await client().get(search, { params: {}, query: { q } })).readings;
const hrefsOf = async (q: string) =>
  (await readingsOf(q)).filter(({ found }) => found === "yes").map(({ href }) => href);

describe("the beginning of an id", () => {
  it.each([
    ["a transaction's", TX, `/p/tx/${TX}`],
    ["a subnet's", SUBNET, `/l1/${SUBNET}`],
    ["a validation's", VALIDATION, `/validation/${VALIDATION}`],
    ["a node's", NODE, `/validator/${NODE}`],
    ["an address's", ALICE, `/address/${ALICE}`],
  ])("of %s leads to it, however long it is", async (_, id, href) => {
    const least = id.startsWith("NodeID-") ? 11 : id.startsWith("custom1") ? 11 : 4;
    for (const length of [least, least + 3, 30, id.length - 1, id.length])
      expect(await hrefsOf(id.slice(0, length)), `${length}`).toContain(href);
  });

  it("may stand without NodeID-, in hex, and with the chain of an address", async () => {
    expect(await hrefsOf(NODE.slice(7, 14))).toEqual([`/validator/${NODE}`]);
    expect(await hrefsOf(`P-${ALICE.slice(0, 20)}`)).toEqual([`/address/${ALICE}`]);
    const { blockId } = await client().get(getContainer, { params: { chain: "c", id: "42" } });
    expect(await hrefsOf(blockId.slice(0, 10))).toEqual(["/c/block/42"]);
    expect(await hrefsOf(blockId.slice(0, 12).toUpperCase())).toEqual(["/c/block/42"]);
  });

  it("has at least four characters", async () => {
    expect(await hrefsOf(TX.slice(0, 3))).toEqual([]);
    expect(await hrefsOf(NODE.slice(0, 10))).toEqual([]);
  });

  it("is not called wrong while it is being typed", async () => {
    for (const q of [
      "0x",
      "0x12ab34",
      "NodeID-",
      "NodeID-7Xhw2mDxuDS45",
      `${UNKNOWN.slice(0, 40)}`,
      "custom1zzzzzz",
    ])
      expect(await readingsOf(q), q).toMatchObject([
        { found: "no", detail: "Nothing here begins like this" },
      ]);
  });
});

describe("a name", () => {
  it("of an asset, its symbol or their beginning leads to its page, as its id does", async () => {
    const params = { network: "fuji", blockchainId: "x-chain", assetId: X_ASSET } as const;
    const { name, symbol } = await client().get(getAssetDetails, { params });
    for (const q of [name, symbol, name.toUpperCase(), name.slice(0, 3)])
      expect(await hrefsOf(q), q).toContain(`/x/asset/${X_ASSET}`);
    expect(await hrefsOf(X_ASSET)).toEqual([`/x/tx/${X_ASSET}`, `/x/asset/${X_ASSET}`]);
  });

  it("of AVAX leads to its page, as its id does", async () => {
    const avax = { reading: "Avalanche", kind: "asset", found: "yes" };
    const [found] = await readingsOf("avax");
    expect(found).toMatchObject({ ...avax, href: expect.stringMatching(/^\/x\/asset\//) });
    expect(await readingsOf(found?.href?.split("/").at(-1) ?? "")).toContainEqual(
      expect.objectContaining({ ...avax, href: found?.href }),
    );
  });
});

describe("what is found", () => {
  it("always has a page", async () => {
    const { containers } = indexed.recording;
    const vertices = (containers["X/vtx"] ?? []).slice(0, 3).map(({ id }) => id);
    const texts = ["42", "P-Chain", "11111111111111111111111111111111LpoYY", TX, ...vertices];
    for (const text of texts)
      for (const { found, href } of await readingsOf(text))
        if (found === "yes") expect(href, text).toMatch(/^\//);
    expect(vertices.length === 0 || (await hrefsOf(vertices[0] ?? "")).length > 0).toBe(true);
  });

  it("is the same for every spelling of it", async () => {
    const { blockId } = await client().get(getContainer, { params: { chain: "c", id: "42" } });
    for (const q of [
      blockId.slice(2),
      `0X${blockId.slice(2).toUpperCase()}`,
      `https://other.example/block/${blockId}?a=b`,
    ])
      expect(await hrefsOf(q), q).toEqual(["/c/block/42"]);
    expect(await hrefsOf(ALICE.toUpperCase())).toEqual([`/address/${ALICE}`]);
  });

  it("is not what an address with a wrong checksum names, unless one goes on", async () => {
    const typed = "0x1d813260280Edc736dDd3F0cc1F90a794Ec41377";
    expect(await readingsOf(typed)).toEqual([
      {
        reading: "EVM address",
        kind: "evm",
        found: "impossible",
        href: `/address/${typed.toLowerCase()}`,
        detail: "Its checksum does not match: a character or its case is wrong. Open it without the checksum",
      },
    ]);
    expect((await readingsOf(typed.toLowerCase()))[0]?.found).toBe("yes");
  });
});

/** The blocks after this share of the recording are mostly P-Chain blocks. */
const START = 0.87;

describe("a transaction that no index has", () => {
  it("is found at the node while it is decided, until Firn has it", async () => {
    const recording = await openRecording("custom-network");
    const node = await serveDevnet({ recording, port: 0, acceptance: START });
    const firn = await indexRecording("custom-network", {
      devnet: { acceptance: START },
      node: openNode(node.url),
    });
    try {
      const api = openDataClient({ baseUrl: firn.url });
      // The node prefers one block at a time, of any chain.
      let txId = "";
      const ask = () => api.get(getNodeTx, { params: { chain: "p", txId } });
      do {
        if (txId !== "") node.acceptNext();
        txId = await txAfter(node.accepted().P);
      } while ((await ask()).status !== "processing");
      const find = async () => (await api.get(search, { params: {}, query: { q: txId } })).readings[0];
      expect(await find()).toMatchObject({
        found: "yes",
        href: `/p/tx/${txId}`,
        detail: expect.stringMatching(/^Processing/),
      });
      node.acceptNext();
      expect(await ask()).toMatchObject({ status: "accepted" });
      expect(await api.get(getNodeTx, { params: { chain: "p", txId: UNKNOWN } })).toMatchObject({
        status: "unknown",
      });
      expect(await api.get(getNodeTx, { params: { chain: "x", txId: X_ASSET } })).toMatchObject({
        status: "accepted",
      });
      await firn.accept(node.accepted().P - firn.accepted().P);
      expect(await find()).toMatchObject({ found: "yes", detail: `In block ${firn.accepted().P}` });
    } finally {
      await firn.close();
      await node.close();
    }
  });

  it("is not said to be unknown while the node cannot be asked", async () => {
    const asked = client().get(getNodeTx, { params: { chain: "p", txId: UNKNOWN } });
    await expect(asked).rejects.toThrow("no node is known");
  });

  /** The first transaction of a P-Chain block above a height. */
  async function txAfter(height: number): Promise<string> {
    const path = `/v1/networks/fuji/blockchains/p-chain/blocks/${height + 1}`;
    const body = (await (await fetch(indexed.url + path)).json()) as { transactions: string[] };
    return body.transactions[0] ?? "";
  }
});
