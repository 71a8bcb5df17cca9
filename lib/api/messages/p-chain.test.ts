import { afterAll, beforeAll, expect, it } from "vitest";
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network } from "../../testbed/l1-network";

/** Messages of a recorded L1, found again by their ids. */

// biome-ignore lint/suspicious/noExplicitAny: answers as they are
type Json = Record<string, any>;

let network: L1Network;

beforeAll(async () => {
  network = await followL1Network();
}, L1_NETWORK_TIMEOUT_MS);

afterAll(() => network.close());

const get = async (path: string): Promise<Json> => (await fetch(`${network.firn.url}${path}`)).json() as Json;

/** Every message that a transaction of a chain sent, with the transaction. */
async function sentOn(chainId: string): Promise<{ txHash: string; message: Json }[]> {
  const messenger = `0x02${"00".repeat(18)}05`;
  const { result } = await get(`/${chainId}/api?module=logs&action=getLogs&address=${messenger}`);
  const hashes = new Set<string>(result.map(({ transactionHash }: Json) => transactionHash));
  const found: { txHash: string; message: Json }[] = [];
  for (const txHash of hashes) {
    const { sent } = await get(`/firn/v1/chains/${chainId}/transactions/${txHash}/warp`);
    for (const message of sent) found.push({ txHash, message });
  }
  return found;
}

it("a message is found by its id, with its sender, the transaction that carries it, or how long it waits", async () => {
  const counts = { sent: 0, carried: 0, waiting: 0 };
  for (const chainId of [L1, C]) {
    const sent = await sentOn(chainId);
    for (const { message } of sent) {
      const found = await get(`/firn/v1/messages/${message.messageId}`);
      const { networkId: _, sender, ...says } = message;
      expect(found).toMatchObject({ ...says, from: sender, form: "warp" });
      const senders = sent.filter((other) => other.message.messageId === message.messageId);
      expect(found.steps.filter(({ kind }: Json) => kind === "sent")).toMatchObject(
        senders.map((each) => ({ chainId, txHash: each.txHash })),
      );
      const { readings } = await get(`/firn/v1/search?q=${message.messageId}`);
      expect(readings[0]).toMatchObject({ reading: "Message between chains", found: "yes" });
      expect(readings[0].href).toBe(`/message/${message.messageId}`);
      counts.sent += 1;
      const kind = message.l1Message?.kind;
      if (kind !== "RegisterL1Validator" && kind !== "L1ValidatorWeight") {
        expect(found.waitingSeconds).toBeUndefined();
        continue;
      }
      if (found.carriedBy.length === 0) {
        expect(found.waitingSeconds).toBeGreaterThan(0);
        counts.waiting += 1;
        continue;
      }
      expect(found.waitingSeconds).toBeUndefined();
      const [{ txHash: id, txType }] = found.carriedBy;
      expect(txType).toBe(
        kind === "RegisterL1Validator" ? "RegisterL1ValidatorTx" : "SetL1ValidatorWeightTx",
      );
      const carrier = await get(`/v1/networks/fuji/blockchains/p-chain/transactions/${id}`);
      expect(carrier.l1ValidatorDetails[0].validationId).toBe(message.l1Message.validationId);
      counts.carried += 1;
    }
  }
  expect((await get(`/firn/v1/messages/0x${"17".repeat(32)}`)).statusCode).toBe(404);
  expect(counts).toEqual({ sent: 12, carried: 6, waiting: 0 });
});

it("a manager's message that no transaction carries waits, unless it has expired", async () => {
  const store = await network.firn.stores.open("primary", { mode: "write", nowMs: Date.now() });
  // As if no transaction had changed a validation yet.
  await store.db.deleteFrom("l1_point").execute();
  await store.close();
  const kinds: Json = {};
  for (const { message } of await sentOn(L1)) {
    const { carriedBy, waitingSeconds, sent } = await get(`/firn/v1/messages/${message.messageId}`);
    expect(carriedBy).toEqual([]);
    if (waitingSeconds === undefined) continue;
    const seconds = Date.now() / 1_000 - sent.blockTimestamp;
    expect(Math.abs(seconds - waitingSeconds)).toBeLessThan(60);
    const { kind } = message.l1Message;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  // Registrations are valid for a day.
  expect(kinds).toEqual({ L1ValidatorWeight: 3 });
});
