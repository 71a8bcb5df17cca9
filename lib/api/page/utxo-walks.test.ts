import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { fromHex } from "../../avalanche/codec/bytes";
import { formatAddress, parseAddress } from "../../avalanche/ids";
import {
  listCChainTransactions,
  listPChainTransactions,
  listXChainTransactions,
} from "../../contract/data/primary-network-transactions";
import { openPublishedShapes } from "../../testbed/published/shapes";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** Lists of outputs, walked page by page and compared with what the transactions created and spent. */

/** Fields common to outputs of P, X and C. */
const output = z.object({
  utxoId: z.string(),
  addresses: z.array(z.string()),
  asset: z.object({ assetId: z.string(), amount: z.string() }),
  createdOnChainId: z.string(),
  consumedOnChainId: z.string(),
  txHash: z.string().optional(),
  creationTxHash: z.string().optional(),
  outputIndex: z.union([z.string(), z.number()]),
  blockTimestamp: z.number().optional(),
  timestamp: z.number().optional(),
  staked: z.boolean().optional(),
  consumingTxHash: z.string().optional(),
});
type Output = z.infer<typeof output>;
const page = z.object({ utxos: z.array(output), nextPageToken: z.string().optional() });

const CHAINS = ["p-chain", "x-chain", "c-chain"] as const;
const LISTS = {
  "p-chain": listPChainTransactions,
  "x-chain": listXChainTransactions,
  "c-chain": listCChainTransactions,
};
const timeOf = (utxo: Output) => utxo.blockTimestamp ?? utxo.timestamp ?? 0;
const nameOf = (utxo: Output) => `${utxo.txHash ?? utxo.creationTxHash}:${utxo.outputIndex}`;

describe.each(["custom-network", "local-network"])("outputs in the recording %s", (name) => {
  let indexed: IndexedRecording;
  let addresses: string[];
  /** All outputs that transactions created, and whether one spent them, by id. */
  let made: Map<string, { utxo: Output; spent: boolean }>;

  /** Outputs that each transaction of a chain created and spent, in order. */
  const txs: Record<string, { txHash: string; time: number; emitted: Output[]; consumed: Output[] }[]> = {};

  beforeAll(async () => {
    indexed = await indexRecording(name);
    addresses = indexed.recording.answers
      .filter(({ method }) => method === "platform.getBalance")
      .flatMap(({ params }) => (JSON.parse(params) as { addresses: string[] }).addresses)
      .map((address) => address.replace(/^P-/, ""));
    made = new Map();
    for (const chain of CHAINS) await collect(chain);
  });
  afterAll(() => indexed.close());

  const pathOf = (chain: string) => `${indexed.url}/v1/networks/fuji/blockchains/${chain}`;

  async function ask(url: string): Promise<unknown> {
    const response = await fetch(url);
    const body = await response.json();
    expect(response.status, `${url}: ${JSON.stringify(body)}`).toBe(200);
    return body;
  }

  async function collect(chain: (typeof CHAINS)[number]): Promise<void> {
    for (let token = ""; ; ) {
      const body = LISTS[chain].response.parse(
        await ask(`${pathOf(chain)}/transactions?pageSize=100&sortOrder=asc${token}`),
      );
      for (const tx of body.transactions) {
        const emitted = "emittedUtxos" in tx ? tx.emittedUtxos : [];
        const consumed = "consumedUtxos" in tx ? tx.consumedUtxos : [];
        txs[chain] = [
          ...(txs[chain] ?? []),
          {
            txHash: tx.txHash,
            // Every transaction of a recording is in a block, and blocks have times.
            time:
              ("timestamp" in tx ? tx.timestamp : "blockTimestamp" in tx ? tx.blockTimestamp : undefined) ??
              Number.NaN,
            emitted: emitted.map((one) => output.parse(one)),
            consumed: consumed.map((one) => output.parse(one)),
          },
        ];
        for (const utxo of emitted.map((one) => output.parse(one)))
          made.set(utxo.utxoId, { utxo, spent: made.get(utxo.utxoId)?.spent ?? false });
        for (const utxo of consumed.map((one) => output.parse(one)))
          made.set(utxo.utxoId, { utxo: made.get(utxo.utxoId)?.utxo ?? utxo, spent: true });
      }
      if (body.nextPageToken === undefined) return;
      token = `&pageToken=${body.nextPageToken}`;
    }
  }

  async function walk(chain: string, query: string): Promise<Output[]> {
    const all: Output[] = [];
    for (let token = ""; ; ) {
      const body = page.parse(await ask(`${pathOf(chain)}/utxos?${query}${token}`));
      all.push(...body.utxos);
      if (body.nextPageToken === undefined) return all;
      token = `&pageToken=${body.nextPageToken}`;
    }
  }

  test.each(CHAINS)("%s: with spent ones, they are all that transactions created", async (chain) => {
    const listed = await walk(chain, `includeSpent=true&pageSize=100&addresses=${addresses.join(",")}`);
    const ids = new Set(listed.map(({ utxoId }) => utxoId));
    expect(ids.size).toBe(listed.length);
    const chainIds = new Set(listed.flatMap((utxo) => [utxo.createdOnChainId, utxo.consumedOnChainId]));
    expect(chainIds.size).toBeLessThanOrEqual(3);
    for (const address of addresses) {
      const own = await walk(chain, `includeSpent=true&pageSize=100&addresses=${address}`);
      expect(own).toEqual(listed.filter((utxo) => utxo.addresses.includes(address)));
      const live = await walk(chain, `pageSize=7&addresses=${address}`);
      const isSpent = (utxo: Output) => made.get(utxo.utxoId)?.spent === true;
      expect(live.map(({ utxoId }) => utxoId)).toEqual(
        own.filter((utxo) => !isSpent(utxo)).map(({ utxoId }) => utxoId),
      );
    }
    const here = { "p-chain": "P", "x-chain": "X", "c-chain": "C" }[chain];
    const chainId =
      here === "P"
        ? "11111111111111111111111111111111LpoYY"
        : indexed.recording.network[here === "X" ? "xChainId" : "cChainId"];
    const truth = [...made.values()]
      .map(({ utxo }) => utxo)
      .filter((utxo) => [utxo.createdOnChainId, utxo.consumedOnChainId].includes(chainId))
      .filter((utxo) => utxo.addresses.some((address) => addresses.includes(address)));
    for (const utxo of truth) expect(ids.has(utxo.utxoId), nameOf(utxo)).toBe(true);
    expect(truth.length).toBeGreaterThan(0);
  });

  test("pages of any size give the whole list, by time and by amount, in both orders", async () => {
    const all = addresses.join(",");
    for (const chain of CHAINS)
      for (const sortBy of ["timestamp", "amount"])
        for (const spent of ["true", "false"]) {
          const query = `addresses=${all}&sortBy=${sortBy}&includeSpent=${spent}`;
          const whole = await walk(chain, `${query}&pageSize=100`);
          const keys = whole.map((utxo) => (sortBy === "amount" ? BigInt(utxo.asset.amount) : timeOf(utxo)));
          for (const [index, key] of keys.entries()) expect(key <= (keys[index - 1] ?? key)).toBe(true);
          expect(await walk(chain, `${query}&pageSize=17`)).toEqual(whole);
          expect(await walk(chain, `${query}&pageSize=29&sortOrder=asc`)).toEqual([...whole].reverse());
          const middle = whole[Math.floor(whole.length / 2)];
          if (middle)
            expect(await walk(chain, `${query}&pageSize=100&before=${nameOf(middle)}`)).toEqual(
              whole.slice(Math.floor(whole.length / 2) + 1),
            );
        }
  });

  test("an EVM account is not the owner of outputs with the same bytes", async () => {
    const body = listCChainTransactions.response.parse(
      await ask(`${pathOf("c-chain")}/transactions?pageSize=100`),
    );
    const accounts = body.transactions.flatMap((tx) =>
      tx.txType === "ExportTx"
        ? tx.evmInputs.map(({ fromAddress }) => fromAddress)
        : tx.evmOutputs.map(({ toAddress }) => toAddress),
    );
    const { hrp } = parseAddress(addresses[0] ?? "");
    for (const account of new Set(accounts)) {
      const list = `${pathOf("c-chain")}/transactions?pageSize=100&addresses=`;
      const bytes = fromHex(account.toLowerCase());
      const asAccount = listCChainTransactions.response.parse(await ask(`${list}${account}`));
      expect(asAccount.transactions.length).toBeGreaterThan(0);
      const asOwner = listCChainTransactions.response.parse(
        await ask(`${list}C-${formatAddress(hrp, bytes)}`),
      );
      expect(asOwner.transactions).toEqual([]);
    }
  });

  test("an address has the chains whose transactions created or spent its outputs, with the last of them", async () => {
    const fits = openPublishedShapes();
    const idOf = (chain: string) =>
      chain === "p-chain"
        ? "11111111111111111111111111111111LpoYY"
        : indexed.recording.network[chain === "x-chain" ? "xChainId" : "cChainId"];
    const found: { address: string; blockchainIds: string[] }[] = [];
    for (const who of [...addresses.map((address) => [address]), addresses]) {
      const isOwn = (utxo: Output) => utxo.addresses.some((address) => who.includes(address));
      const blockchainIds: string[] = [];
      for (const chain of CHAINS) {
        const last = txs[chain]?.findLast(({ emitted, consumed }) => [...emitted, ...consumed].some(isOwn));
        const url = `${pathOf(chain)}/lastActivityTimestampByAddresses`;
        const response = await fetch(`${url}?addresses=${who.join(",")}`);
        const body = (await response.json()) as object;
        if (last === undefined) {
          expect(response.status).toBe(404);
          continue;
        }
        blockchainIds.push(idOf(chain));
        expect(fits("LastActivityTimestamp", body)).toBeUndefined();
        const made = last.emitted.findLast(isOwn);
        const spent = last.consumed.findLast(isOwn);
        expect(body).toMatchObject({
          txHash: last.txHash,
          timestamp: last.time,
          utxoId: (made ?? spent)?.utxoId,
          isConsumed: made === undefined,
          chainName: chain,
          network: "fuji",
        });
        const sent = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ addresses: who.map((address) => `P-${address}`).join(",") }),
        });
        expect(await sent.json()).toEqual(body);
      }
      const [address] = who;
      if (who.length === 1 && address !== undefined && blockchainIds.length > 0)
        found.push({ address, blockchainIds });
    }
    expect(found.some(({ blockchainIds }) => blockchainIds.length > 1)).toBe(true);
    const { hrp } = parseAddress(addresses[0] ?? "");
    const stranger = formatAddress(hrp, new Uint8Array(20).fill(9));
    const list = `${indexed.url}/v1/networks/fuji/addresses:listChainIds?addresses=${[...addresses, stranger].join(",")}`;
    expect(await ask(list)).toEqual({ addresses: found });
  });

  test("asset and minimum amount narrow the list", async () => {
    const query = `addresses=${addresses.join(",")}&includeSpent=true&pageSize=100`;
    const whole = await walk("x-chain", query);
    const assets = new Set(whole.map(({ asset }) => asset.assetId));
    expect(assets.size).toBeGreaterThan(2);
    for (const assetId of assets)
      expect(await walk("x-chain", `${query}&assetId=${assetId}`)).toEqual(
        whole.filter(({ asset }) => asset.assetId === assetId),
      );
    const amounts = whole.map(({ asset }) => BigInt(asset.amount)).sort((a, b) => (a < b ? -1 : 1));
    const least = amounts[Math.floor(amounts.length / 2)] ?? 0n;
    expect(await walk("x-chain", `${query}&minUtxoAmount=${least}`)).toEqual(
      whole.filter(({ asset }) => BigInt(asset.amount) >= least),
    );
    expect(await walk("x-chain", `${query}&minUtxoAmount=${2n ** 64n - 1n}`)).toEqual([]);
  });
});
