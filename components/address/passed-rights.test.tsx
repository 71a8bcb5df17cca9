import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { EvmChain } from "@/components/evm/chain";
import type { Approval, RightThroughContract } from "@/lib/contract/firn/approvals";
import { ACCOUNT_LISTS, amountOfRight, atRiskOf, untilOf } from "./account-lists";
import { RightsThrough } from "./rights-through";

const CHAIN: EvmChain = {
  evmChainId: "43114",
  segment: "c",
  name: "C-Chain",
  symbol: "AVAX",
  tag: "C",
  rpcUrl: "",
};
const address = (byte: string) => `0x${byte.repeat(20)}`;
const token = { address: address("11"), name: "Snow", symbol: "SNOW", decimals: 6 };
const at = { txHash: `0x${"ab".repeat(32)}`, blockNumber: "7", blockTimestamp: 1_700_000_000 };
const MOST = String(2n ** 160n - 1n);

test("an approval's row says whom it is passed on to", () => {
  const passedOn = [
    { spender: { address: address("33"), name: "Router" }, approved: MOST, isConfirmed: false, ...at },
    {
      spender: { address: address("44") },
      approved: "9",
      left: "5",
      expiresAt: 1_900_000_000,
      isConfirmed: true,
      ...at,
    },
  ];
  const terms = {
    form: "amount",
    token,
    approved: "100",
    left: "70",
    balance: "60",
    isConfirmed: true,
  } as const;
  const approvals: Approval[] = [{ ...terms, ...at, spender: { address: address("22") }, passedOn }];
  const [row] = ACCOUNT_LISTS.approvals.rowsOf({ approvals }, CHAIN);
  expect(row?.atRisk).toEqual({ value: "60", decimals: 6, unit: "SNOW" });
  expect(row?.passedOn).toEqual([
    {
      address: address("33"),
      name: "Router",
      href: `/address/${address("33")}?chain=c`,
      amount: { words: "Unlimited" },
      isUnconfirmed: true,
      until: undefined,
    },
    {
      address: address("44"),
      name: undefined,
      href: `/address/${address("44")}?chain=c`,
      amount: { value: "5", decimals: 6, unit: "SNOW" },
      isUnconfirmed: false,
      until: "17 Mar 2030",
    },
  ]);
});

test("what can be taken is the least of its limits, and not known while one of them is not", () => {
  expect(atRiskOf(token, ["30", "4", "100"])?.value).toBe("4");
  expect(atRiskOf(token, ["30", "0", "100"])?.value).toBe("0");
  expect(atRiskOf(token, ["30", undefined])).toBeUndefined();
});

test("an end that nobody will see is none", () => {
  expect(untilOf(2 ** 48 - 1)).toBeUndefined();
  expect(untilOf(undefined)).toBeUndefined();
  expect(amountOfRight({ token, approved: "7" })).toEqual({ value: "7", decimals: 6, unit: "SNOW" });
});

test("a spender's rights stand with token, owner, contract and what can be taken", () => {
  const right: RightThroughContract = {
    approved: "9000000",
    left: "5000000",
    leftToThrough: "3000000",
    balance: "4000000",
    isConfirmed: true,
    token,
    owner: { address: address("22") },
    through: { address: address("55") },
    ...at,
  };
  const html = renderToStaticMarkup(
    <RightsThrough chain={CHAIN} page={{ rights: [right], unread: [], nextPageToken: "x" }} />,
  );
  const text = html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  expect(text).toMatch(/Snow 5 ?\S* SNOW 3 ?\S* SNOW can be taken now of/);
  expect(text).toContain("These are the newest");
  for (const party of ["22", "55"]) expect(html).toContain(`/address/${address(party)}`);
  expect(renderToStaticMarkup(<RightsThrough chain={CHAIN} page={{ rights: [], unread: [] }} />)).toBe("");
  const older = <RightsThrough chain={CHAIN} page={{ rights: [], unread: [], nextPageToken: "x" }} />;
  expect(renderToStaticMarkup(older)).toContain("None of the newest stands");
  const unread = renderToStaticMarkup(
    <RightsThrough chain={CHAIN} page={{ rights: [], unread: ["0 to 9: FIRN_LOGS is off"] }} />,
  );
  expect(unread).toContain("Events of these blocks are not stored: 0 to 9: FIRN_LOGS is off.");
});
