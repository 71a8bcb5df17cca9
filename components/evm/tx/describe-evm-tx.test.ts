import { describe, expect, test } from "vitest";
import type { TxFailureShape } from "@/lib/contract/data/evm";
import type { TransactionDetail } from "@/lib/contract/data/evm-transactions";
import type { FirnEvmTransaction } from "@/lib/contract/firn/evm-transactions";
import type { FoundEvmTransaction } from "@/lib/contract/firn/evm-tx-search";
import { indexCChain } from "@/lib/testbed/c-chain";
import { NARROW } from "../../../lib/words/format";
import { NOBODY } from "../chain";
import { describeEvmTx, describeFirnEvmTx, describeFoundTx } from "./describe-evm-tx";

const WALLET = `0x${"11".repeat(20)}`;
const POOL = `0x${"22".repeat(20)}`;
const TOKEN = `0x${"33".repeat(20)}`;

describe("the sentence of an EVM transaction", () => {
  test("a plain transfer has its whole amount", () => {
    expect(describeDone({ value: "1000000000000000001", callType: "NATIVE_TRANSFER" })).toBe(
      "Sent 1.000000000000000001 AVAX to 0x222222…222222",
    );
  });
  test("a call that gives one thing for another is a swap", () => {
    const paid = { from: { address: POOL }, to: { address: WALLET }, value: "2000000000000000000" };
    const call = { ...paid, internalTxType: "CALL", isReverted: false, gasUsed: "0", gasLimit: "0" } as const;
    const given = transfer(WALLET, POOL, "1250000000");
    expect(describeDone({}, { erc20Transfers: [given], internalTransactions: [call] })).toBe(
      "Swapped 1,250 “USDC” for 2 AVAX",
    );
    const undone = { ...call, isReverted: true };
    expect(describeDone({}, { erc20Transfers: [given], internalTransactions: [undone] })).toBe(
      "Sent 1,250 “USDC” to 0x222222…222222",
    );
  });
  test("tokens without known decimals are counted in base units, and say so", () => {
    const { decimals: _, ...erc20Token } = transfer(WALLET, POOL, "1").erc20Token;
    const sent = { ...transfer(WALLET, POOL, "135802467"), erc20Token };
    expect(describeDone({}, { erc20Transfers: [sent] })).toBe(
      "Sent 135,802,467 base units of “USDC” to 0x222222…222222",
    );
  });
  test("tokens from the zero address are minted, tokens to it burned", () => {
    expect(describeDone({}, { erc20Transfers: [transfer(NOBODY, WALLET, "1")] })).toBe(
      "Minted 0.000001 “USDC”",
    );
    expect(describeDone({}, { erc20Transfers: [transfer(WALLET, NOBODY, "1")] })).toBe(
      "Burned 0.000001 “USDC”",
    );
  });
  test("a failure says why, as far as that is known", () => {
    const failed = (failure: object) =>
      describeDone({ txStatus: "0", failure: { depth: 0, reverted: true, ...failure } });
    expect(failed({ kind: "message", text: "only\u202e owner" })).toBe(
      "swap on 0x222222…222222 reverted: “only owner”",
    );
    expect(failed({ kind: "message", text: "" })).toBe(
      "swap on 0x222222…222222 reverted with an empty message",
    );
    expect(failed({ kind: "panic", code: "0x11", text: "arithmetic overflow or underflow" })).toBe(
      "swap on 0x222222…222222 reverted: arithmetic overflow or underflow (panic 0x11)",
    );
    const custom = { name: "TooPoor", args: [{ name: "", type: "uint256", value: "5" }], by: "guess" };
    expect(failed({ kind: "custom", custom })).toBe("swap on 0x222222…222222 reverted: probably TooPoor(5)");
    expect(failed({ kind: "data", output: "0x01" })).toBe(
      "swap on 0x222222…222222 reverted with 1 byte that no known ABI explains",
    );
    expect(failed({ kind: "silent" })).toBe("swap on 0x222222…222222 reverted without a reason");
    expect(failed({ kind: "halted", text: "out of gas", reverted: false })).toBe(
      "swap on 0x222222…222222 ran out of gas",
    );
    expect(failed({ kind: "refused", text: "cannot mint", reverted: false })).toBe(
      "swap on 0x222222…222222 was refused: “cannot mint”",
    );
    expect(failed({ kind: "neverRan", reverted: false })).toBe(
      "swap on 0x222222…222222 was refused before it ran",
    );
  });
  test("anything else is a call, and a failure says so", () => {
    const moves = { erc20Transfers: [transfer(POOL, TOKEN, "1"), transfer(TOKEN, POOL, "1")] };
    expect(describeDone({ value: "7" }, moves)).toBe("Called swap on 0x222222…222222 with 7 wei");
    expect(describeDone({ txStatus: "0" })).toBe("Failed to call swap on 0x222222…222222");
    expect(describeDone({ txStatus: "0", callType: "CONTRACT_CREATION", to: NOBODY })).toBe(
      "Failed to deploy a contract",
    );
  });
});

test("a swap is told by what changed for its sender", () => {
  const nativeTransaction = {
    txStatus: "1",
    value: "0",
    from: { address: WALLET },
    to: { address: POOL },
    method: { callType: "CONTRACT_CALL", methodHash: "0x12345678", methodName: "swap()" },
  };
  const { erc20Token: token } = transfer(WALLET, POOL, "1");
  const changes = [{ amount: "2000000000000000000" }, { amount: "-1250000000", token }];
  const detail = { nativeTransaction, changes, transferCount: 2, movesNfts: false };
  const sentenceOf = (other: Partial<FirnEvmTransaction>) =>
    plain(describeFirnEvmTx({ ...detail, ...other } as unknown as FirnEvmTransaction, "AVAX"));
  expect(sentenceOf({})).toBe("Swapped 1,250 “USDC” for 2 AVAX");
  expect(sentenceOf({ movesNfts: true })).toBe("Called swap on 0x222222…222222");
});

test("the sentence needs none of a transaction’s lists: it is the same for every recorded one, on its page and in a list", async () => {
  const firn = await indexCChain("custom-network");
  try {
    const get = async (path: string) => (await fetch(firn.url + path)).json();
    const hashes = firn.recording.evm.flatMap(({ receipts }) =>
      receipts.map(({ transactionHash }) => transactionHash),
    );
    const listed = new Map<string, string>();
    for (let token: string | undefined = ""; token !== undefined; ) {
      const page: { transactions: FoundEvmTransaction[]; nextPageToken?: string } = await get(
        `/firn/v1/chains/${firn.chainId}/transactions?pageSize=100${token && `&pageToken=${token}`}`,
      );
      for (const tx of page.transactions) listed.set(tx.txHash, describeFoundTx(tx, "AVAX"));
      token = page.nextPageToken;
    }
    expect(listed.size).toBe(hashes.length);
    const sentences = new Set<string>();
    for (const hash of hashes) {
      const path = `/chains/${firn.chainId}/transactions/${hash}`;
      const whole = describeEvmTx((await get(`/v1${path}`)) as TransactionDetail, "AVAX");
      expect(describeFirnEvmTx((await get(`/firn/v1${path}`)) as FirnEvmTransaction, "AVAX")).toBe(whole);
      expect(listed.get(hash)).toBe(whole);
      sentences.add(whole.split(" ")[0] ?? "");
    }
    expect([...sentences]).toEqual(expect.arrayContaining(["Sent", "Called", "Burned", "Minted"]));
  } finally {
    await firn.close();
  }
}, 300_000);

interface Given {
  value?: string;
  txStatus?: string;
  to?: string;
  callType?: "NATIVE_TRANSFER" | "CONTRACT_CALL" | "CONTRACT_CREATION";
  failure?: object;
}

function describeDone(
  { value = "0", txStatus = "1", to = POOL, callType = "CONTRACT_CALL", failure }: Given,
  happened: Partial<TransactionDetail> = {},
): string {
  const nativeTransaction: TransactionDetail["nativeTransaction"] = {
    blockNumber: "7",
    blockTimestamp: 1_700_000_000,
    blockHash: `0x${"44".repeat(32)}`,
    chainId: "43114",
    blockIndex: 0,
    txHash: `0x${"55".repeat(32)}`,
    txStatus,
    txType: 2,
    gasLimit: "100",
    gasUsed: "50",
    gasPrice: "1",
    nonce: "0",
    from: { address: WALLET },
    to: { address: to },
    method: { callType, methodHash: "0x12345678", methodName: "swap(uint256)" },
    value,
    input: "0x",
    baseFeePerGas: "1",
    ...(failure && { failure: failure as TxFailureShape }),
  };
  const networkTokenDetails = { networkToken: { name: "Avalanche", symbol: "AVAX", decimals: 18 } };
  const sentence = describeEvmTx({ nativeTransaction, networkTokenDetails, ...happened }, "AVAX");
  return plain(sentence);
}

function transfer(from: string, to: string, value: string) {
  return {
    from: { address: from },
    to: { address: to },
    logIndex: 0,
    value,
    erc20Token: { address: TOKEN, name: "USD Coin", symbol: "USDC", decimals: 6, ercType: "ERC-20" as const },
  };
}

/** Without the marks around names and within numbers. */
function plain(sentence: string): string {
  return sentence.replaceAll(NARROW, " ").replaceAll(/[\u2068\u2069]/g, "");
}
