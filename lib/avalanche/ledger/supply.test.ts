import { expect, it } from "vitest";
import { PRIMARY_NETWORK_ID } from "../ids";
import { DAY, id, noted, START, sampleBooks } from "./sample-books";
import { changeSupply, mintPotentialReward } from "./supply";

const PERIOD = { start: START, end: START + DAY, weight: 1_000_000n };

it("keeps a separate supply for each subnet", () => {
  const books = sampleBooks();
  const reward = { ...books.rules.reward, supplyCap: 2_000_000n };
  books.state.putSubnet({ subnetId: id(9), supply: 1_000_000n, transformation: { assetId: id(8), reward } });
  const minted = mintPotentialReward(books, id(9), PERIOD);
  expect(minted).toBe(274n);
  expect(noted(books, "supply.changed")).toEqual([
    { kind: "supply.changed", subnetId: id(9), supply: 1_000_274n, change: 274n },
  ]);
});

it("has no effect if nothing is minted", () => {
  const books = sampleBooks();
  changeSupply(books, PRIMARY_NETWORK_ID, 0n);
  expect(books.effects).toEqual([]);
});

it("refuses a supply below 0, and subnets without supply or without rules", () => {
  const books = sampleBooks();
  expect(() => changeSupply(books, PRIMARY_NETWORK_ID, -(10n ** 30n))).toThrow("the supply would be -");
  expect(() => changeSupply(books, id(9), 1n)).toThrow("has no supply of a staked asset");
  books.state.putSubnet({ subnetId: id(9), supply: 1n });
  expect(() => mintPotentialReward(books, id(9), PERIOD)).toThrow("was never transformed");
});
