import { afterAll, beforeAll, expect, it } from "vitest";
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network } from "../l1-network";

/** Every Warp message of a real L1 and its C-Chain is listed, and has a page with each transaction that met it. */

let network: L1Network;

beforeAll(async () => {
  network = await followL1Network();
}, L1_NETWORK_TIMEOUT_MS);
afterAll(() => network?.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into
type Json = any;

const WARP = `0x02${"00".repeat(18)}05`;

const blocksOf = (chainId: string): Json[] =>
  chainId === C ? network.firn.recording.evm : (network.firn.recording.evmChains[0]?.blocks ?? []);

const get = async (path: string): Promise<Json> => (await fetch(`${network.firn.url}${path}`)).json();

it("is listed where it was sent, or where it arrived from the P-Chain, with every step", async () => {
  /** Transactions by message, as the recorded receipts and access lists have them. */
  const sent = new Map<string, string[]>();
  const brought = new Map<string, string[]>();
  const broughtTo = new Map<string, Set<string>>();
  const add = (to: Map<string, string[]>, id: string, txHash: string) =>
    to.set(id, [...(to.get(id) ?? []), txHash]);
  for (const chainId of [L1, C])
    for (const { block, receipts } of blocksOf(chainId))
      for (const [i, transaction] of block.transactions.entries()) {
        const isMet =
          receipts[i].logs.some(({ address }: Json) => address.toLowerCase() === WARP) ||
          transaction.accessList?.some(({ address }: Json) => address.toLowerCase() === WARP);
        if (!isMet) continue;
        const warp = await get(`/firn/v1/chains/${chainId}/transactions/${transaction.hash}/warp`);
        for (const { messageId } of warp.sent) add(sent, messageId, transaction.hash);
        for (const { messageId, isValid } of warp.brought)
          if (isValid === true) {
            add(brought, messageId, transaction.hash);
            broughtTo.set(chainId, (broughtTo.get(chainId) ?? new Set()).add(messageId));
          }
      }
  expect([sent.size, brought.size].every((size) => size > 5)).toBe(true);

  const { messages, unread } = await get("/firn/v1/messages?pageSize=100");
  expect(unread).toEqual([]);
  const listed = messages.map(({ messageId }: Json) => messageId);
  expect(listed.toSorted()).toEqual([...new Set([...sent.keys(), ...brought.keys()])].sort());
  const times = messages.map(({ sent: first, arrived }: Json) => (first ?? arrived).blockTimestamp);
  expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
  for (const messageId of listed) {
    const { steps, carriedBy, status, signers } = await get(`/firn/v1/messages/${messageId}`);
    const hashesOf = (kind: string) =>
      steps.filter((step: Json) => step.kind === kind).map(({ txHash }: Json) => txHash);
    expect(hashesOf("sent").toSorted(), messageId).toEqual((sent.get(messageId) ?? []).toSorted());
    expect(new Set(hashesOf("arrived")), messageId).toEqual(new Set(brought.get(messageId) ?? []));
    const isThere = carriedBy.length > 0 || brought.has(messageId);
    expect(status === "delivered", messageId).toBe(isThere);
    // One validator made the L1's blocks, and the network has one.
    expect(signers).toBe(isThere ? 1 : undefined);
  }
  expect(await get("/v1/icm/messages")).toEqual({ messages: [] });

  // At either end of a chain stand those that it sent, and those that it was brought.
  for (const chainId of [L1, C]) {
    const own = await get(`/firn/v1/messages?blockchainId=${chainId}&pageSize=100`);
    const isOf = ({ sourceChainId, messageId }: Json) =>
      sourceChainId === chainId || broughtTo.get(chainId)?.has(messageId) === true;
    const wanted = messages.filter(isOf).map(({ messageId }: Json) => messageId);
    expect(own.messages.map(({ messageId }: Json) => messageId).toSorted(), chainId).toEqual(
      wanted.toSorted(),
    );
  }
}, 60_000);

it("is signed by validators that the node has at that height, and what a block refuses by nobody", async () => {
  const rpc = async (method: string, params: Json): Promise<Json> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: `platform.${method}`, params });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${network.firn.nodeUrl}/ext/bc/P`, { method: "POST", body, headers });
    return ((await response.json()) as Json).result;
  };
  const { messages } = await get("/firn/v1/messages?pageSize=100");
  const counts = { proved: 0, other: 0, carried: 0 };
  for (const { messageId, status } of messages as Json[]) {
    const path = `/firn/v1/messages/${messageId}`;
    const { signers, carriedBy } = await get(path);
    const told = await get(`${path}/signers?pageSize=1`);
    if (status !== "delivered") {
      expect(told).toEqual({ first: 1, validators: [], without: "notArrived" });
      counts.other += 1;
      continue;
    }
    expect(told, messageId).toMatchObject({ signers, set: { subnetId: expect.any(String) } });
    const { subnetId, pChainHeight, signedWeight, signingWeight, totalWeight, validatorCount } = told.set;
    const { validatorSets } = await rpc("getAllValidatorsAt", { height: Number(pChainHeight) });
    const set = validatorSets[subnetId];
    const validators: Json[] = [];
    for (let page = told; ; ) {
      validators.push(...page.validators);
      if (page.nextPageToken === undefined) break;
      page = await get(`${path}/signers?pageSize=1&pageToken=${page.nextPageToken}`);
    }
    expect(validators.map(({ hasSigned: _, nodeIds: nodeIDs, ...each }) => ({ ...each, nodeIDs }))).toEqual(
      set.validators,
    );
    const signed = validators.filter(({ hasSigned }) => hasSigned);
    expect(signed).toHaveLength(signers);
    const weight = signed.reduce((sum, each) => sum + BigInt(each.weight), 0n);
    expect([signedWeight, totalWeight]).toEqual([String(weight), set.totalWeight]);
    const signing = validators.reduce((sum, each) => sum + BigInt(each.weight), 0n);
    expect([validatorCount, signingWeight]).toEqual([validators.length, String(signing)]);
    // No chain takes a message that less than two thirds of the weight signed.
    expect(Number(weight) / Number(set.totalWeight), messageId).toBeGreaterThanOrEqual(0.67);
    if (carriedBy.length > 0) counts.carried += 1;
    else counts.proved += 1;
  }
  expect(Object.values(counts).every((count) => count > 1)).toBe(true);
}, 60_000);
