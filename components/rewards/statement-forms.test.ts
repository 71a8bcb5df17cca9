import { describe, expect, test } from "vitest";
import type { RewardStatementLine } from "@/lib/contract/firn/rewards";
import { toCsv } from "@/lib/csv";
import { STATEMENT_FORMS } from "./statement-forms";

const LINE: RewardStatementLine = {
  addresses: ["avax1owner", "avax1other"],
  txHash: "stake",
  amountStaked: "2000000000000",
  nodeId: "NodeID-A",
  startTimestamp: 1_700_000_000,
  endTimestamp: 1_701_000_000,
  rewardType: "VALIDATOR_FEE",
  utxoId: "utxo",
  outputIndex: 2,
  reward: {
    assetId: "avax",
    name: "Avalanche",
    symbol: "AVAX",
    denomination: 9,
    type: "secp256k1",
    amount: "1050000000",
  },
  rewardTxHash: "paid",
  rewardTimestamp: 1_701_000_001,
  runningTotal: "120000000001",
  price: { currencyCode: "eur", value: "20" },
  value: { currencyCode: "eur", value: "21" },
};

/** The cells of one line under their heads. */
function written(name: keyof typeof STATEMENT_FORMS, line: RewardStatementLine): Record<string, string> {
  const { head, cells } = STATEMENT_FORMS[name];
  const texts = toCsv([cells(line)])
    .trimEnd()
    .split(/,(?! )/);
  expect(texts).toHaveLength(head.length);
  return Object.fromEntries(head.map((title, index) => [title, texts[index] ?? ""]));
}

describe("a line of a statement is written", () => {
  test("in Firn's own form", () => {
    expect(written("plain", LINE)).toMatchObject({
      paid_utc: "2023-11-26T12:00:01.000Z",
      kind: "VALIDATOR_FEE",
      amount: "1.05",
      unit: "AVAX",
      amount_base_units: "1050000000",
      running_total: "120.000000001",
      price: "20",
      value: "21",
      currency: "eur",
      reward_transaction: "paid",
      output_index: "2",
      addresses: "avax1owner avax1other",
    });
  });

  test("for Koinly", () => {
    expect(written("koinly", LINE)).toEqual({
      "Koinly Date": "2023-11-26 12:00:01 UTC",
      Amount: "1.05",
      Currency: "AVAX",
      "Net Worth Amount": "21",
      "Net Worth Currency": "EUR",
      Label: "reward",
      TxHash: "paid",
      Description: '"Share of delegators\' rewards, NodeID-A"',
    });
  });

  test("for CoinTracking and CoinTracker", () => {
    expect(written("cointracking", LINE)).toMatchObject({
      Type: "Staking",
      "Buy Amount": "1.05",
      "Buy Currency": "AVAX",
      "Sell Amount": "",
      Date: "2023-11-26 12:00:01",
      "Tx-ID": "paid",
    });
    expect(written("cointracker", LINE)).toMatchObject({
      Date: "11/26/2023 12:00:01",
      "Received Quantity": "1.05",
      "Received Currency": "AVAX",
      Tag: "staked",
    });
  });

  test("without a time, a price or decimals where nobody knows them", () => {
    const { rewardTimestamp: _time, price: _price, value: _value, ...rest } = LINE;
    const { denomination: _decimals, symbol: _symbol, ...reward } = LINE.reward;
    const line = { ...rest, reward };
    expect(written("plain", line)).toMatchObject({
      paid_utc: "",
      price: "",
      amount: "1050000000",
      unit: "avax",
    });
    for (const name of ["koinly", "cointracking", "cointracker"] as const) {
      const cells = Object.entries(written(name, line));
      expect(cells.find(([title]) => title.includes("Date"))?.[1]).toBe("");
    }
  });
});
