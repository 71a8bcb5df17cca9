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
  const found: { txHash: string; message: Json }[] = [];
  for (let token = ""; ; ) {
    const page = await get(`/v1/chains/${chainId}/transactions?pageSize=100${token}`);
    for (const { txHash } of page.transactions) {
      const { sent } = await get(`/firn/v1/chains/${chainId}/transactions/${txHash}/warp`);
      for (const message of sent) found.push({ txHash, message });
    }
    if (page.nextPageToken === undefined) return found;
    token = `&pageToken=${page.nextPageToken}`;
  }
}

it("a message is found by its id, with its sender, the transaction that carries it, or how long it waits", async () => {
  const counts = { sent: 0, carried: 0, waiting: 0 };
  for (const chainId of [L1, C]) {
    for (const { txHash, message } of await sentOn(chainId)) {
      const found = await get(`/firn/v1/warp-messages/${message.messageId}`);
      expect(found.sent, message.messageId).toMatchObject({ chainId, txHash, message });
      const { readings } = await get(`/firn/v1/search?q=${message.messageId}`);
      expect(readings[0]).toMatchObject({ reading: "Message between chains", found: "yes" });
      expect(readings[0].href).toContain(txHash);
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
      expect(txType).toBe(kind === "RegisterL1Validator" ? "RegisterL1ValidatorTx" : "SetL1ValidatorWeightTx");
      const carrier = await get(`/v1/networks/fuji/blockchains/p-chain/transactions/${id}`);
      expect(carrier.l1ValidatorDetails[0].validationId).toBe(message.l1Message.validationId);
      counts.carried += 1;
    }
  }
  expect(counts.sent).toBe(12);
  expect(counts.carried + counts.waiting).toBeGreaterThan(0);
  const nothing = await get(`/firn/v1/warp-messages/0x${"17".repeat(32)}`);
  expect(nothing).toMatchObject({ statusCode: 404, message: expect.stringContaining("177177 from block 0 on") });
  console.log(counts);
});
