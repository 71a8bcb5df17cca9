import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeAbiParameters } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readLabels } from "../../api/labels/labels";
import { openPrices } from "../../api/labels/prices";
import { presentNetworkToken } from "../../api/present/evm/chain";
import { DIALECTS } from "../../api/request/dialect";
import { fromHex } from "../../avalanche/codec/bytes";
import { messageStepOf } from "../../avalanche/evm/message-steps";
import { formatEvmAddress } from "../../avalanche/evm-address";
import { formatId, parseId } from "../../avalanche/ids";
import { messageRows } from "../../indexer/evm/rows/messages";
import { SILENT } from "../../log";
import { listUnreadNfts } from "../../store/queries/evm/nft-metadata";
import { findTransaction } from "../../store/queries/evm/transaction";
import { heightOf, indexInBlockOf } from "../../store/rows/columns";
import { newEvmBatch, writeEvmBatch } from "../../store/rows/evm-batch";
import { startApi } from "../api";
import { type IndexedCChain, indexCChain } from "../c-chain";
import { openPublishedShapes } from "../published/shapes";

type Body = Record<string, unknown>;
interface Receipt {
  transactionHash: string;
  from: string;
  to: string | null;
  contractAddress: string | null;
  logs: { address: string }[];
}

/** An ERC-20 of the recording with 18 decimals, and its non-standard `airdrop`. */
const TOKEN = "0xee17b30dc2d7c3842e0079a2d365956e04a094aa";
const AIRDROP = "0xf1bb35d5d28ec59626b952e2b73cf5f11dbc5c2588ac02c6f107cdec11dd3516";
const TOKEN_URI = "0xc87b56dd";
const URI = "0x0e89341c";
const NFT = "0x20bc04ad10b6300f542e694f8c3ab44db8caac65";
const NOBODY = `0x${"11".repeat(20)}`;

const fits = openPublishedShapes();

describe("what answers say besides transactions and movements", () => {
  let firn: IndexedCChain;
  let api: Awaited<ReturnType<typeof startApi>>;
  let chainId = "";
  let receipts: Receipt[];
  const folder = mkdtempSync(join(tmpdir(), "firn-details-"));

  beforeAll(async () => {
    firn = await indexCChain("custom-network");
    chainId = firn.chainId;
    receipts = firn.recording.evm.flatMap((block) => block.receipts as unknown as Receipt[]);
    await untilRead(firn);
    writeLabels(join(folder, "labels"), chainId);
    writeFileSync(join(folder, "prices.json"), JSON.stringify({ [chainId]: PRICES }));
    await writeMessages(firn, receipts);
    api = await startApi({
      stores: firn.stores,
      labels: join(folder, "labels"),
      prices: join(folder, "prices.json"),
    });
  });

  afterAll(async () => {
    await api.close();
    await firn.close();
    rmSync(folder, { recursive: true });
  });

  const get = async (path: string, dialect = "seed"): Promise<Body> => {
    const headers = { "x-firn-dialect": dialect };
    const response = await fetch(`${api.url}/v1/chains/${chainId}${path}`, { headers });
    const body = (await response.json()) as Body;
    expect(response.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
    return body;
  };

  it("has every token URI that the node gave, and the metadata in it", async () => {
    let compared = 0;
    const moved = new Set<string>();
    for (const contract of new Set(recordedUris(firn).map((each) => each.contract))) {
      const { tokens } = await get(`/nfts/collections/${contract}/tokens?pageSize=100`);
      for (const { tokenId } of tokens as Body[]) moved.add(`${contract} ${tokenId}`);
    }
    for (const { contract, tokenId, uri } of recordedUris(firn)) {
      // An ERC-1155 contract also has a URI for tokens that do not exist.
      if (!moved.has(`${contract} ${tokenId}`)) continue;
      const token = await get(`/nfts/collections/${contract}/tokens/${tokenId}`, "sdk");
      const shape = token.ercType === "ERC-721" ? "Erc721Token" : "Erc1155Token";
      expect(fits(shape, token)).toBeUndefined();
      const document = JSON.parse(Buffer.from(uri.split(",")[1] ?? "", "base64").toString()) as Body;
      const { attributes, properties, ...metadata } = token.metadata as Body;
      expect({ ...token, metadata }).toMatchObject({
        tokenId,
        tokenUri: uri,
        metadata: { indexStatus: "INDEXED", name: document.name, imageUri: document.image },
      });
      const json = token.ercType === "ERC-721" ? attributes : properties;
      expect(json).toBe(
        JSON.stringify(token.ercType === "ERC-721" ? document.attributes : document.properties),
      );
      expect(metadata.metadataLastUpdatedTimestamp).toBeGreaterThan(1.7e9);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });

  it("writes one state in lower case in the seed's dialect, and the same one in every list", async () => {
    const [token] = recordedUris(firn);
    const { contract = "", tokenId = "" } = token ?? {};
    const alone = await get(`/nfts/collections/${contract}/tokens/${tokenId}`);
    expect((alone.metadata as Body).indexStatus).toBe("indexed");
    const { tokens } = (await get(`/nfts/collections/${contract}/tokens?pageSize=100`)) as { tokens: Body[] };
    expect(tokens.find((each) => each.tokenId === tokenId)).toEqual(alone);
    const owner = String(alone.ownerAddress);
    const { collectibleBalances } = (await get(
      `/addresses/${owner}/balances:listCollectibles?pageSize=500&contractAddress=${contract}`,
    )) as { collectibleBalances: Body[] };
    expect(collectibleBalances.find((each) => each.tokenId === tokenId)).toEqual({ ...alone, chainId });
    const { transfers } = (await get(`/tokens/${contract}/transfers?pageSize=100`)) as { transfers: Body[] };
    const moved = transfers.find(({ erc721Token }) => (erc721Token as Body | undefined)?.tokenId === tokenId);
    const { ownerAddress: _, ...same } = alone;
    expect(moved?.erc721Token).toEqual(same);
    const detail = await get(`/transactions/${moved?.txHash}`);
    expect((detail.erc721Transfers as Body[]).map(({ erc721Token }) => erc721Token)).toContainEqual(same);
  });

  it("says of a burned token that it is missing", async () => {
    const { tokens } = (await get(`/nfts/collections/${NFT}/tokens?pageSize=100`)) as { tokens: Body[] };
    const burned = tokens.filter(({ ownerAddress }) => /^0x0+$/.test(String(ownerAddress)));
    expect(burned.length).toBeGreaterThan(0);
    for (const { tokenUri, metadata } of burned)
      expect([tokenUri, metadata]).toEqual([undefined, { indexStatus: "MISSING_TOKEN" }]);
  });

  it("uses the operator's labels of functions, addresses, contracts and the chain", async () => {
    const airdrop = await get(`/transactions/${AIRDROP}`, "sdk");
    expect(fits("GetTransactionResponse", airdrop)).toBeUndefined();
    expect(airdrop.nativeTransaction).toMatchObject({
      method: { methodHash: "0xc204642c", methodName: "airdrop(address[],uint256)" },
      to: { name: "Labelled", logoUri: "https://example.org/token.png", decimals: 18 },
    });
    const [transfer] = airdrop.erc20Transfers as Body[];
    expect(transfer?.erc20Token).toMatchObject({
      name: "Labelled",
      logoUri: "https://example.org/token.png",
    });
    const metadata = await get(`/addresses/${TOKEN}`, "sdk");
    const label = {
      name: "Labelled",
      officialSite: "https://example.org",
      email: "info@example.org",
      color: "#123456",
      tags: ["test"],
      resourceLinks: [{ type: "Website", url: "https://example.org" }],
      logoAsset: { imageUri: "https://example.org/token.png" },
      bannerAsset: { imageUri: "https://example.org/banner.png" },
    };
    expect(metadata).toMatchObject({ ...label, ercType: "ERC-20", symbol: expect.any(String) });
    const deployer = (metadata.deploymentDetails as Body).deployerAddress;
    const deployed = await get(`/contracts/${deployer}/deployments?pageSize=100`, "sdk");
    expect(fits("ListContractsResponse", deployed)).toBeUndefined();
    expect((deployed.contracts as Body[]).find(({ name }) => name === "Labelled")).toEqual(metadata);
    expect(await get(`/addresses/${NOBODY}`)).toEqual({
      address: formatEvmAddress(fromHex(NOBODY)),
      ercType: "UNKNOWN",
      name: "Nobody",
    });
    expect(await get("", "sdk")).toMatchObject({
      chainName: "My chain",
      description: "of the test",
      chainLogoUri: "https://example.org/chain.png",
      networkToken: { name: "Avalanche", symbol: "AVAX", logoUri: "https://example.org/avax.png" },
    });
  });

  it("has prices from the feed only: of tokens and of balances, in the requested currency", async () => {
    const detail = await get(`/transactions/${AIRDROP}`);
    const usd = (value: unknown) => ({ currencyCode: "usd", value });
    expect(detail.networkTokenDetails).toMatchObject({ currentPrice: usd("42.42") });
    expect((detail.erc20Transfers as Body[])[0]?.erc20Token).toMatchObject({ price: usd("0.5") });
    expect((await get(`/transactions/${AIRDROP}`, "sdk")).networkTokenDetails).toMatchObject({
      currentPrice: usd(42.42),
    });
    const made = await get(`/contracts/${TOKEN}/transactions:getDeployment?currency=eur`);
    expect(made.networkTokenDetails).toMatchObject({ currentPrice: { currencyCode: "eur", value: "39" } });
    const none = await get(`/contracts/${TOKEN}/transactions:getDeployment?currency=jpy`);
    expect(JSON.stringify(none)).not.toContain("currencyCode");

    const holder = receipts.find(({ transactionHash }) => transactionHash === AIRDROP)?.from ?? "";
    const path = `/addresses/${holder}/balances:listErc20?currency=usd&contractAddresses=${TOKEN}`;
    const balances = await get(path, "sdk");
    const [held] = balances.erc20TokenBalances as { balance: string; balanceValue: Body; price: Body }[];
    expect(fits("Erc20Token", held)).toBeUndefined();
    expect(held?.price).toEqual(usd(0.5));
    expect(held?.balanceValue).toEqual(usd(Number(held?.balance) / 2e18));

    const account = firn.recording.answers
      .filter(({ method }) => method === "eth_getBalance")
      .map(({ params }) => JSON.parse(params) as [string, string])
      .find(([, at]) => at === "latest")?.[0];
    const now = await get(`/addresses/${account}/balances:getNative?currency=eur`);
    expect(now.nativeTokenBalance).toMatchObject({ price: { currencyCode: "eur", value: "39" } });
    const { balance, balanceValue } = now.nativeTokenBalance as { balance: string; balanceValue: Body };
    const digits = String(BigInt(balance) * 39n).padStart(19, "0");
    expect(balanceValue.value).toBe(`${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, ""));
  });

  it("has the price of the day for a transaction of more than a day ago", async () => {
    const { networkTokenDetails, nativeTransaction } = await get(`/transactions/${AIRDROP}`);
    const day = new Date(Number((nativeTransaction as Body).blockTimestamp) * 1000)
      .toISOString()
      .slice(0, 10);
    const feed = { [chainId]: { native: { history: { [day]: { usd: "24.05" } } } } };
    writeFileSync(join(folder, "past.json"), JSON.stringify(feed));
    const at = async (nowMs: number) => {
      const prices = await openPrices({ feed: join(folder, "past.json"), nowMs: () => nowMs, log: SILENT });
      await prices.close();
      const context = {
        facts: {},
        labels: readLabels({}, SILENT).of(chainId),
        prices: prices.of(chainId),
        dialect: DIALECTS.seed,
        currency: "usd" as const,
      };
      return presentNetworkToken(context, Number((nativeTransaction as Body).blockTimestamp), nowMs);
    };
    expect(networkTokenDetails).not.toHaveProperty("historicalPrice");
    const then = Number((nativeTransaction as Body).blockTimestamp) * 1000;
    expect(await at(then + 86_400_001)).toMatchObject({
      historicalPrice: { currencyCode: "usd", value: "24.05" },
    });
    expect(await at(then + 86_400_000)).not.toHaveProperty("historicalPrice");
  });

  it("has messages between chains, with the other chain's name", async () => {
    const [sent, received, far] = receipts.map(({ transactionHash }) => transactionHash);
    const messageOf = async (hash: string | undefined) => {
      const detail = await get(`/transactions/${hash}`, "sdk");
      expect(fits("GetTransactionResponse", detail)).toBeUndefined();
      return detail.teleporterMessageInfo;
    };
    expect(await messageOf(sent)).toEqual({
      teleporterMessageId: "01".repeat(32),
      direction: "SOURCE_TRANSACTION",
      destinationChainId: chainId,
    });
    expect(await messageOf(received)).toEqual({
      teleporterMessageId: "02".repeat(32),
      direction: "DESTINATION_TRANSACTION",
      sourceChainId: chainId,
    });
    expect(await messageOf(far)).toMatchObject({ destinationChainId: formatId(FAR) });
    expect(await messageOf(AIRDROP)).toBeUndefined();
  });

  it.each([
    `/contracts/${TOKEN}/transactions:getDeployment`,
    `/addresses/${TOKEN}/balances:getNative`,
    `/addresses/${TOKEN}/balances:listErc20`,
  ])("refuses a currency that is not in the list at %s", async (path) => {
    for (const currency of ["doge", "USD", ""]) {
      const response = await fetch(`${api.url}/v1/chains/${chainId}${path}?currency=${currency}`);
      expect([response.status, ((await response.json()) as Body).message]).toEqual([
        400,
        expect.stringContaining("currency must be one of usd, eur"),
      ]);
    }
  });
});

const PRICES = {
  native: { current: { usd: "42.42", eur: 39 } },
  [TOKEN]: { current: { usd: 0.5 } },
};

function writeLabels(folder: string, chainId: string): void {
  mkdirSync(folder);
  const token = {
    name: "Labelled",
    officialSite: "https://example.org",
    email: "info@example.org",
    color: "#123456",
    tags: ["test"],
    resourceLinks: [{ type: "Website", url: "https://example.org" }],
    logoUri: "https://example.org/token.png",
    bannerUri: "https://example.org/banner.png",
  };
  const chain = {
    name: "My chain",
    description: "of the test",
    logoUri: "https://example.org/chain.png",
    networkToken: { logoUri: "https://example.org/avax.png" },
    addresses: { [TOKEN]: token, [NOBODY]: { name: "Nobody" } },
  };
  writeFileSync(join(folder, "labels.json"), JSON.stringify({ chains: { [chainId]: chain } }));
  const airdrop = {
    type: "function",
    name: "airdrop",
    inputs: [{ type: "address[]" }, { type: "uint256" }],
  };
  writeFileSync(join(folder, "token.abi.json"), JSON.stringify([airdrop]));
}

const MESSENGER = fromHex("0x253b2784c75e510dd0ff1da844684a1ac0aa5fcf");
const SENT = fromHex("0x2a211ad4a59ab9d003852404f9c57c690704ee755f3c79d2c2812ad32da99df8");
const RECEIVED = fromHex("0x292ee90bbaf70b5d4936025e09d56ba08f3e421156b6a568cf3c2840d9343e34");
const FAR = new Uint8Array(32).fill(9);

/**
 * No recording has a message between chains: receipts with such events are made by hand, and their rows are written to
 * the recording's first transactions.
 */
async function writeMessages(
  { recording, stores, chainId }: IndexedCChain,
  receipts: readonly Receipt[],
): Promise<void> {
  const cChain = parseId(recording.network.cChainId);
  const topics = [
    [SENT, new Uint8Array(32).fill(1), cChain],
    [RECEIVED, new Uint8Array(32).fill(2), cChain, new Uint8Array(32)],
    [SENT, new Uint8Array(32).fill(3), FAR],
  ];
  const store = await stores.open(`evm/${chainId}`, { mode: "write", nowMs: 0 });
  const batch = newEvmBatch();
  for (const [i, own] of topics.entries()) {
    const row = await findTransaction(store.db, fromHex(receipts[i]?.transactionHash ?? ""));
    const { position = 0 } = row ?? {};
    const message = messageStepOf({ address: MESSENGER, topics: own, data: new Uint8Array() });
    const before = Array.from({ length: indexInBlockOf(position) }, () => ({ brought: [], events: [] }));
    const says = { brought: [], events: [{ message }] };
    for (const step of messageRows(heightOf(position), [...before, says])) batch.message_step.push(step);
  }
  await writeEvmBatch(store.db, batch);
  await store.close();
}

/** Returns once the node was asked for the URI of every NFT. */
async function untilRead({ stores, chainId }: IndexedCChain): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(50)) {
    const store = await stores.open(`evm/${chainId}`, { mode: "read" });
    const unread = await listUnreadNfts(store.db, 1);
    await store.close();
    if (unread.length === 0) return;
  }
  throw new Error("the NFTs' metadata was not read in time");
}

/** Token URIs that contracts returned while recording. */
function recordedUris({ recording }: IndexedCChain): { contract: string; tokenId: string; uri: string }[] {
  return recording.answers.flatMap(({ method, params, reply }) => {
    if (method !== "eth_call") return [];
    const [{ to, data = "", input = data }] = JSON.parse(params) as [Call];
    const { result } = JSON.parse(reply) as { result?: string };
    if (result === undefined || ![TOKEN_URI, URI].includes(input.slice(0, 10))) return [];
    const [uri] = decodeAbiParameters([{ type: "string" }], result as `0x${string}`);
    return [{ contract: to, tokenId: String(BigInt(`0x${input.slice(10)}`)), uri }];
  });
}

interface Call {
  to: string;
  data?: string;
  input?: string;
}
