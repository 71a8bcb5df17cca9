import { setTimeout as sleep } from "node:timers/promises";
import { encodeAbiParameters, toEventSelector } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDataClient } from "../../client/data";
import { getNft, listNftTransfers } from "../../contract/firn/nfts";
import { getToken } from "../../contract/firn/tokens";
import { VmChain, type VmExecuted } from "../../testbed/evm/chain";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
/** The metadata of all tokens: the first while the contract holds 0, the second once it holds 1. */
const DOCUMENTS = [
  {
    image: `data:image/png;base64,${PNG.toString("base64")}`,
    attributes: [
      { trait_type: "Ice", value: "Blue" },
      { trait_type: "Layers", value: 7 },
      { trait_type: "Ice", value: "Blue" },
    ],
  },
  { image: "https://169.254.169.254/latest", attributes: [{ trait_type: "Ice", value: "Violet" }] },
];
const HIGHEST = 2n ** 256n - 1n;

/**
 * A hand-written ERC-721: a call of 36 bytes reads the URI, 32 bytes are stored and choose it, four words are the
 * topics of an event.
 */
function contractCode(): string {
  const texts = DOCUMENTS.map((document) => {
    const text = `data:,${JSON.stringify(document)}`.padEnd(400);
    return encodeAbiParameters([{ type: "string" }], [text]).slice(2);
  });
  const push2 = (value: number) => `61${value.toString(16).padStart(4, "0")}`;
  const size = push2((texts[0]?.length ?? 0) / 2);
  const code = (base: number) =>
    [
      "3660241460",
      "20",
      "57",
      "3660201460",
      "38",
      "57", // calldatasize 36: jump to the URI; 32: to the store
      "60603560403560203560003560006000a400", // four topics, no data
      "5b",
      size,
      "600054",
      size,
      "02",
      push2(base),
      "01",
      "600039",
      size,
      "6000f3",
      "5b",
      "60003560005500",
    ].join("");
  return code(code(0).length / 2) + texts.join("");
}

const words = (...values: bigint[]) =>
  `0x${values.map((value) => value.toString(16).padStart(64, "0")).join("")}`;
const TRANSFER = BigInt(toEventSelector("Transfer(address,address,uint256)"));

describe("an NFT", () => {
  let node: VmNode;
  let firn: IndexedChains;
  let to = "";
  let mined: VmExecuted[];
  let base = "";

  beforeAll(async () => {
    const chain = await VmChain.open({ chainId: 99_405 });
    const code = contractCode();
    const length = (code.length / 2).toString(16).padStart(4, "0");
    const [made] = (await chain.mine([{ from: 0, data: `0x61${length}80600c6000396000f3${code}` }]))
      .transactions;
    to = made?.contractAddress ?? "";
    const move = (from: bigint, receiver: bigint, tokenId: bigint) => ({
      from: 0,
      to,
      data: words(TRANSFER, from, receiver, tokenId),
    });
    const first = await chain.mine([move(0n, 7n, 5n), move(0n, 7n, HIGHEST), move(0n, 7n, 6n)]);
    const second = await chain.mine([move(7n, 8n, 5n), move(8n, 9n, 5n)]);
    mined = [...first.transactions, ...second.transactions];
    node = await serveVmNode(chain);
    firn = await indexChains();
    firn.add(node);
    await firn.reach(node);
    base = `${firn.url}/firn/v1/chains/99405/nfts/${to}`;
  });
  afterAll(async () => {
    await firn.close();
    await node.close();
  });

  const ask = () => openDataClient({ baseUrl: firn.url });
  const params = (tokenId: bigint) => ({ chainId: "99405", address: to, tokenId: String(tokenId) });
  /** Returns the NFT once so many of the collection were read. */
  const readOf = async (
    tokenId: bigint,
    isThere: (tokensRead: number, value: string | undefined) => boolean,
  ) => {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(20)) {
      const nft = await ask().get(getNft, { params: params(tokenId) });
      if (isThere(nft.tokensRead, nft.attributes[0]?.value)) return nft;
    }
    throw new Error("its metadata were not read in time");
  };

  it("has its minting, its neighbours, and the share of each attribute", async () => {
    const nft = await readOf(5n, (tokensRead) => tokensRead === 3);
    expect(nft).toEqual({
      mintTxHash: mined[0]?.hash,
      mintTimestamp: expect.any(Number),
      ownerSince: expect.any(Number),
      nextTokenId: "6",
      attributes: [
        { name: "Ice", value: "Blue", tokens: 3 },
        { name: "Layers", value: "7", tokens: 3 },
      ],
      tokensRead: 3,
      document: JSON.stringify(DOCUMENTS[0]),
    });
    const last = await ask().get(getNft, { params: params(HIGHEST) });
    expect(last).toMatchObject({ previousTokenId: "6", mintTxHash: mined[1]?.hash });
    expect(last.nextTokenId).toBeUndefined();
    expect(last.ownerSince).toBe(last.mintTimestamp);
    const token = await ask().get(getToken, { params: params(5n) });
    expect(token).toMatchObject({ totalSupply: "3", burned: 0, metadataRead: 3 });
  });

  it("has its transfers, page by page and after any of them", async () => {
    const whole = [4, 3, 0].map((at) => mined[at]?.hash);
    const walked: (string | undefined)[] = [];
    let pageToken: string | undefined;
    do {
      const query = { pageSize: 1, ...(pageToken && { pageToken }) };
      const page = await ask().get(listNftTransfers, { params: params(5n), query });
      walked.push(...page.transfers.map(({ txHash }) => txHash));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    expect(walked).toEqual(whole);
    const { transfers } = await ask().get(listNftTransfers, { params: params(5n) });
    expect(transfers[0]).toMatchObject({ erc721Token: { tokenId: "5" } });
    expect(transfers.map(({ to }) => BigInt(to.address))).toEqual([9n, 8n, 7n]);
    for (const [at, { txHash, logIndex }] of transfers.entries()) {
      const behind = { before: `${txHash}-${logIndex}` };
      const page = await ask().get(listNftTransfers, { params: params(5n), query: behind });
      expect(page.transfers).toEqual(transfers.slice(at + 1));
    }
    const unknown = { before: `0x${"1".repeat(64)}-0` };
    await expect(ask().get(listNftTransfers, { params: params(5n), query: unknown })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("has an image that cannot run scripts", async () => {
    await readOf(6n, (tokensRead) => tokensRead === 3);
    const answer = await fetch(`${base}/6/image`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
    const etag = answer.headers.get("etag") ?? "";
    expect((await fetch(`${base}/6/image`, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await ask().forward(new URL(`${base}/6/image`))).headers.get("content-type")).toBe("image/png");
  });

  it("is read again on request, once an hour", async () => {
    await readOf(5n, (tokensRead) => tokensRead === 3);
    await node.chain.mine([{ from: 0, to, data: words(1n) }]);
    await firn.reach(node);
    const urlOf = (tokenId: string) =>
      new URL(`${firn.url}/v1/chains/99405/nfts/collections/${to}/tokens/${tokenId}:reindex`);
    const again = (tokenId: string) => fetch(urlOf(tokenId), { method: "POST" });
    const taken = await again("05");
    expect([taken.status, await taken.text()]).toEqual([201, ""]);
    const nft = await readOf(5n, (_, value) => value === "Violet");
    expect(nft).toMatchObject({ attributes: [{ name: "Ice", value: "Violet", tokens: 1 }], tokensRead: 3 });
    const other = await ask().get(getNft, { params: params(6n) });
    expect(other.attributes).toEqual([
      { name: "Ice", value: "Blue", tokens: 2 },
      { name: "Layers", value: "7", tokens: 2 },
    ]);
    const refused = await again("5");
    expect([refused.status, await refused.json()]).toEqual([
      429,
      {
        message: "a token's metadata is read again once an hour: ask again in 60 min",
        error: "Too Many Requests",
        statusCode: 429,
      },
    ]);
    const statuses = async (...tokenIds: string[]) =>
      Promise.all(tokenIds.map(async (tokenId) => (await again(tokenId)).status));
    const passed = await ask().forward(urlOf("6"), { method: "post" });
    expect([passed.status, await passed.text()]).toEqual([201, ""]);
    expect(await statuses("4", "x", String(2n ** 256n), String(HIGHEST))).toEqual([404, 400, 400, 201]);
    const image = await fetch(`${base}/5/image`);
    expect([image.status, await image.json()]).toMatchObject([
      404,
      { message: "Firn does not fetch from 169.254.169.254: FIRN_MEDIA lists the allowed sources" },
    ]);
  });
});
