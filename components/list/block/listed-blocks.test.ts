import { expect, test } from "vitest";
import { coreBlocksOf } from "@/components/home/core-blocks";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import type { PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import { evmQueryOf, withEvm } from "./listed-blocks";

const hashOf = (height: number) => `0x${String(height).padStart(64, "0")}`;

function blockAt(height: number, txCount: number): PrimaryNetworkBlock {
  return {
    blockNumber: String(height),
    blockHash: hashOf(height),
    parentHash: hashOf(height - 1),
    blockTimestamp: 1,
    blockType: "Standard",
    txCount,
    transactions: [],
    blockSizeBytes: 1500,
  };
}

function evmBlockAt(height: number, txCount: number): EvmBlock {
  return {
    chainId: "43112",
    blockNumber: String(height),
    blockTimestamp: 1,
    blockHash: hashOf(height),
    txCount,
    baseFee: "1",
    gasUsed: "30",
    gasLimit: "100",
    gasCost: "0",
    parentHash: hashOf(height - 1),
    feesSpent: "30",
    feeRecipient: `0x01${"00".repeat(19)}`,
    cumulativeTransactions: "1",
  };
}

test("a C-Chain block counts EVM and atomic transactions separately", () => {
  const blocks = [blockAt(9, 0), blockAt(8, 2), blockAt(7, 1), blockAt(6, 0)];
  const page = withEvm({ blocks }, [evmBlockAt(9, 3), evmBlockAt(8, 0), evmBlockAt(7, 1), evmBlockAt(6, 0)]);
  expect(coreBlocksOf("c", page).map(({ txs }) => txs)).toEqual([
    "3 txs",
    "2 atomic",
    "1 tx, 1 atomic",
    "0 txs",
  ]);
});

test("a block whose EVM side is not indexed yet counts what is known, and shows no gas", () => {
  const page = withEvm({ blocks: [blockAt(9, 0), blockAt(8, 1)] }, [evmBlockAt(8, 4)]);
  expect(coreBlocksOf("c", page)).toMatchObject([
    { txs: "0 atomic", fullness: "1.5 kB", fill: { sizeBytes: 1500 } },
    { txs: "4 txs, 1 atomic", fill: { share: 0.3 } },
  ]);
});

test("the EVM side of a page is requested by height and matched by hash", () => {
  const blocks = [blockAt(9, 0), blockAt(8, 0)];
  expect(evmQueryOf({ blocks })).toEqual({ before: 10, pageSize: 2 });
  expect(evmQueryOf({ blocks: [] })).toBeUndefined();
  const other = { ...evmBlockAt(9, 5), blockHash: hashOf(1) };
  expect(withEvm({ blocks, nextPageToken: "t" }, [other])).toEqual({ blocks, nextPageToken: "t" });
});
