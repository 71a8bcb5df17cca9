import { expect, test } from "vitest";
import type { AddressTransaction } from "@/lib/contract/data/evm-transactions";
import { NARROW } from "@/lib/words/format";
import { changeOfEvm, describeEvmTxFor, tokenChangesOf } from "./evm-tx";

const MINE = `0x${"11".repeat(20)}`;
const OTHER = `0x${"22".repeat(20)}`;
const AVAX = 10n ** 18n;

test("a transfer is sent to one account and received by the other, and only the sender pays its fee", () => {
  const tx = txOf({ value: String(3n * AVAX) });
  expect(describeFor(tx, MINE)).toBe("Sent 3 AVAX to 0x222222…222222");
  expect(describeFor(tx, OTHER)).toBe("Received 3 AVAX from 0x111111…111111");
  expect(changeOfEvm(tx, MINE)).toBe(-3n * AVAX - 1_000n);
  expect(changeOfEvm(tx, OTHER)).toBe(3n * AVAX);
});

test("a failed transaction moves nothing but its fee", () => {
  const tx = txOf({ value: String(AVAX), txStatus: "0" });
  expect(describeFor(tx, OTHER)).toBe("Failed to send 1 AVAX to 0x222222…222222");
  expect(changeOfEvm(tx, MINE)).toBe(-1_000n);
  expect(changeOfEvm(tx, OTHER)).toBe(0n);
});

test("value moves with calls and self-destruction, not with delegate calls", () => {
  const call = (internalTxType: "CALL" | "UNKNOWN" | "DELEGATECALL", isReverted = false) => ({
    from: { address: OTHER },
    to: { address: MINE },
    value: String(AVAX),
    gasUsed: "0",
    gasLimit: "0",
    internalTxType,
    isReverted,
  });
  const internalTransactions = [call("CALL"), call("UNKNOWN"), call("DELEGATECALL"), call("CALL", true)];
  expect(changeOfEvm({ ...txOf({}), internalTransactions }, MINE)).toBe(2n * AVAX - 1_000n);
});

test("without known internal calls the change is unknown, except for a failure", () => {
  expect(changeOfEvm({ ...txOf({}), untraced: true }, MINE)).toBeUndefined();
  expect(changeOfEvm({ ...txOf({ txStatus: "0" }), untraced: true }, MINE)).toBe(-1_000n);
});

function describeFor(tx: AddressTransaction, account: string): string {
  return describeEvmTxFor(tx, account, "AVAX").replaceAll(NARROW, " ");
}

function txOf({ value = "0", txStatus = "1" }): AddressTransaction {
  return {
    nativeTransaction: {
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
      gasPrice: "20",
      nonce: "0",
      from: { address: MINE },
      to: { address: OTHER },
      value,
    },
  };
}

test("tokens that came and went are told one by one, fungible ones net", () => {
  const erc20 = (symbol: string, from: string, to: string, value: string) => ({
    from: { address: from },
    to: { address: to },
    logIndex: 0,
    value,
    erc20Token: {
      address: `0x${symbol.repeat(40).slice(0, 40)}`,
      symbol,
      name: symbol,
      decimals: 1,
      ercType: "ERC-20" as const,
    },
  });
  const swap = {
    ...txOf({}),
    erc20Transfers: [
      erc20("aa", MINE, OTHER, "50"),
      erc20("aa", OTHER, MINE, "20"),
      erc20("bb", OTHER, MINE, "15"),
      erc20("cc", OTHER, OTHER, "7"),
    ],
  };
  const plain = (texts: string[]) =>
    texts.map((text) => text.replace(/[\u2068\u2069]/g, "").replaceAll(NARROW, " "));
  expect(plain(tokenChangesOf(swap, MINE))).toEqual(["−3 “aa”", "+1.5 “bb”"]);
  expect(
    tokenChangesOf({ ...swap, nativeTransaction: txOf({ txStatus: "0" }).nativeTransaction }, MINE),
  ).toEqual([]);
  const many = {
    ...txOf({}),
    erc20Transfers: ["a1", "a2", "a3", "a4"].map((one) => erc20(one, OTHER, MINE, "10")),
  };
  expect(plain(tokenChangesOf(many, MINE))).toEqual(["+1 “a1”", "+1 “a2”", "2 more tokens"]);
});
