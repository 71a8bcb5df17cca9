import { beforeAll, describe, expect, it } from "vitest";
import { openRecording, type Recording } from "../../devnet/recording";
import { type CBlock, decodeCBlock } from "../c/block";
import { fromHex, toHex } from "../codec/bytes";
import { decodeContainer } from "../proposer/proposervm";
import { type EvmReceipt, encodeReceipt } from "./receipt";
import { decodeTransaction, encodeTransaction } from "./transaction";
import { type TokenTransfer, transfersOf } from "./transfers";
import { orderedTrieRoot } from "./trie";

describe.each(["custom-network", "local-network"])("the EVM blocks of %s", (name) => {
  let recording: Recording;
  let blocks: CBlock[];

  beforeAll(async () => {
    recording = await openRecording(name);
    blocks = recording.containers["C/block"].map(({ bytes }) =>
      decodeCBlock(decodeContainer(fromHex(bytes), "c").inner),
    );
  });

  it("have the transactions their headers commit to, which encode to their original bytes", () => {
    const types = new Map<number, number>();
    for (const { header, transactions } of blocks) {
      const bytes = transactions.map((transaction) => transaction.bytes);
      expect(toHex(orderedTrieRoot(bytes))).toBe(toHex(header.transactionsRoot));
      for (const raw of bytes) {
        const decoded = decodeTransaction(raw);
        expect(toHex(encodeTransaction(decoded))).toBe(toHex(raw));
        types.set(decoded.type, (types.get(decoded.type) ?? 0) + 1);
      }
    }
    console.info(`${name}: EVM transactions by type ${JSON.stringify([...types])}`);
    expect(types.size).toBeGreaterThan(1);
  });

  it("have the receipts their headers commit to; since Helicon those of the blocks a header settles", () => {
    let settledBefore: bigint | undefined;
    for (const { header } of blocks) {
      const height = Number(header.number);
      const { settledHeight } = header;
      let receipts = receiptsOf(recording, height);
      if (settledHeight !== undefined) {
        const from = settledBefore ?? settledHeight;
        receipts = Array.from({ length: Number(settledHeight - from) }, (_, i) => Number(from) + 1 + i)
          .filter((settled) => blocks[settled - 1]?.header.settledHeight !== undefined)
          .flatMap((settled) => receiptsOf(recording, settled));
        settledBefore = settledHeight;
      }
      expect(toHex(orderedTrieRoot(receipts)), `block ${height}`).toBe(toHex(header.receiptsRoot));
    }
  });

  it("move tokens as the events in their receipts say", () => {
    const forms = new Map<TokenTransfer["form"], number>();
    for (const { receipts } of recording.evm) {
      for (const log of receipts.flatMap(({ logs }) => logs as RpcLog[])) {
        const found = transfersOf({ topics: log.topics.map(fromHex), data: fromHex(log.data) });
        for (const { form } of found) forms.set(form, (forms.get(form) ?? 0) + 1);
      }
    }
    expect([...forms.keys()].sort()).toEqual(["erc1155", "erc20", "erc721"]);
  });
});

interface RpcLog {
  address: string;
  topics: string[];
  data: string;
}

function receiptsOf(recording: Recording, height: number): Uint8Array[] {
  return (recording.evm[height]?.receipts ?? []).map((receipt) => encodeReceipt(readReceipt(receipt)));
}

function readReceipt(receipt: Record<string, unknown>): EvmReceipt {
  const logs = receipt.logs as RpcLog[];
  return {
    type: Number(receipt.type),
    status: quantity(receipt.status),
    cumulativeGasUsed: quantity(receipt.cumulativeGasUsed),
    logsBloom: fromHex(String(receipt.logsBloom)),
    logs: logs.map(({ address, topics, data }) => ({
      address: fromHex(address),
      topics: topics.map(fromHex),
      data: fromHex(data),
    })),
  };
}

function quantity(hex: unknown): Uint8Array {
  const digits = BigInt(String(hex)).toString(16);
  return digits === "0"
    ? new Uint8Array()
    : fromHex(digits.padStart(digits.length + (digits.length % 2), "0"));
}
