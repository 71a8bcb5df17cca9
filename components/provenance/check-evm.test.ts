import { runInNewContext } from "node:vm";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeCBlock } from "@/lib/avalanche/c/block";
import { headerBytes } from "@/lib/avalanche/c/header-hash";
import { fromHex, toHex } from "@/lib/avalanche/codec/bytes";
import { minimalBytes } from "@/lib/avalanche/codec/rlp";
import { encodeReceipt } from "@/lib/avalanche/evm/receipt";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import { decodeContainer } from "@/lib/avalanche/proposer/proposervm";
import type { EvmBlockProof } from "@/lib/contract/firn/evm";
import { openRecording, type Recording } from "@/lib/devnet/recording";
import { checkEvmTx, type EvmTxClaims } from "./check-evm";
import { type EvmEvidence, VERIFY_EVM } from "./evidence-evm";

const verify: (evidence: EvmEvidence) => Promise<[string, boolean][]> = runInNewContext(
  `${VERIFY_EVM}; verify`,
);

interface RpcReceipt {
  from: string;
  status: string;
  gasUsed: string;
  cumulativeGasUsed: string;
  type: string;
  logsBloom: string;
  logs: { address: string; topics: string[]; data: string }[];
}

/** Every transaction of blocks that prove their own receipts, with a page's claims and the bytes that prove them. */
function claimsOf(recording: Recording): { claims: EvmTxClaims; proof: EvmBlockProof }[] {
  return recording.containers["C/block"].flatMap(({ bytes }) => {
    const { inner } = decodeContainer(fromHex(bytes), "c");
    const { header, blockId, transactions } = decodeCBlock(inner);
    if (header.settledHeight !== undefined) return [];
    const height = Number(header.number);
    const receipts = (recording.evm[height]?.receipts ?? []) as unknown as RpcReceipt[];
    const proof = {
      header: toHex(headerBytes(inner)),
      transactions: transactions.map((tx) => toHex(tx.bytes)),
      execution: {
        height,
        header: toHex(headerBytes(inner)),
        first: 0,
        receipts: receipts.map((receipt) => toHex(encode(receipt))),
      },
    };
    return transactions.map((tx, txIndex) => ({
      proof,
      claims: {
        ...({
          kind: "evmTx",
          chainId: "1",
          height: String(height),
          blockHash: toHex(blockId),
          txIndex,
        } as const),
        tx: toHex(tx.bytes),
        txHash: toHex(tx.hash),
        from: formatEvmAddress(fromHex(receipts[txIndex]?.from ?? "0x")),
        status: String(Number(receipts[txIndex]?.status)),
        gasUsed: String(Number(receipts[txIndex]?.gasUsed)),
        logCount: receipts[txIndex]?.logs.length ?? -1,
      },
    }));
  });
}

function encode({ type, status, cumulativeGasUsed, logsBloom, logs }: RpcReceipt): Uint8Array {
  return encodeReceipt({
    type: Number(type),
    status: minimalBytes(BigInt(status)),
    cumulativeGasUsed: minimalBytes(BigInt(cumulativeGasUsed)),
    logsBloom: fromHex(logsBloom),
    logs: logs.map(({ address, topics, data }) => ({
      address: fromHex(address),
      topics: topics.map(fromHex),
      data: fromHex(data),
    })),
  });
}

describe("an EVM transaction", () => {
  let all: ReturnType<typeof claimsOf> = [];
  let largest: (typeof all)[number] | undefined;

  beforeAll(async () => {
    all = claimsOf(await openRecording("custom-network"));
    largest = all.toSorted((a, b) => b.proof.transactions.length - a.proof.transactions.length)[0];
  });

  const statesOf = (claims: EvmTxClaims, proof: EvmBlockProof | undefined) =>
    checkEvmTx(claims, proof).checks.map(({ state }) => state);

  it("is proved by its own and its block's bytes", () => {
    expect(all.length).toBeGreaterThan(200);
    for (const { claims, proof } of all) {
      const report = checkEvmTx(claims, proof);
      expect(report.proof?.id).toBe(claims.txHash);
      expect(report.checks.filter(({ state }) => state !== "ok")).toEqual([]);
    }
  });

  it("fails the check of the one thing that was changed", () => {
    if (largest === undefined) throw new Error("the recording is empty");
    const { claims, proof } = largest;
    const zero = formatEvmAddress(new Uint8Array(20));
    expect(statesOf({ ...claims, from: zero }, proof)).toEqual(["bad", "ok", "ok"]);
    expect(statesOf({ ...claims, blockHash: `0x${"0".repeat(64)}` }, proof)).toEqual(["ok", "bad", "ok"]);
    expect(statesOf({ ...claims, gasUsed: "1" }, proof)).toEqual(["ok", "ok", "bad"]);
    expect(statesOf(claims, { ...proof, transactions: proof.transactions.slice(1) })).toEqual([
      "ok",
      "bad",
      "ok",
    ]);
    expect(statesOf(claims, undefined)).toEqual(["ok", "unchecked", "unchecked"]);
  });

  it("is proved again by its evidence, which fails for what was changed", async () => {
    const evidenceOf = ({ claims, proof }: (typeof all)[number]) =>
      ({ title: "t", chain: "C-Chain", madeBy: "Firn", ...claims, ...proof }) as EvmEvidence;
    const some = all.filter((_, at) => at % 25 === 0);
    for (const one of largest === undefined ? some : [...some, largest]) {
      const results = await verify(evidenceOf(one));
      expect(results).toHaveLength(5);
      expect(results.filter(([, holds]) => !holds)).toEqual([]);
    }
    if (largest === undefined) throw new Error("the recording is empty");
    const whole = evidenceOf(largest);
    const execution = { ...largest.proof.execution, receipts: largest.proof.execution?.receipts.slice(1) };
    const touched = await verify({ ...whole, execution } as EvmEvidence);
    expect(touched.map(([, holds]) => holds)).toEqual([true, true, true, true, false]);
    const moved = await verify({ ...whole, transactions: whole.transactions.toReversed() });
    expect(moved.map(([, holds]) => holds)).toEqual([true, true, false, false, true]);
  });
});
