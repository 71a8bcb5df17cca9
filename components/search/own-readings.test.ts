import { expect, test } from "vitest";
import { ownReadings } from "./own-readings";

const WATCHED = [
  { address: "custom1rerjkwd3qhf5n0xsd8z2wyd5fghllw8zx4rldf", name: "Cold wallet" },
  { address: "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC", name: "Hot wallet" },
  { address: "0x0000000000000000000000000000000000000001", name: "" },
];

test("an address is found by a part of its private name in any case", () => {
  expect(ownReadings(" WALL", WATCHED).map(({ reading }) => reading)).toEqual(["Cold wallet", "Hot wallet"]);
  expect(ownReadings("hot", WATCHED)).toMatchObject([
    { href: "/address/0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC", found: "yes", chain: "c" },
  ]);
});

test("nothing typed finds nothing, and neither does a name that nobody gave", () => {
  expect(ownReadings("  ", WATCHED)).toEqual([]);
  expect(ownReadings("0x", WATCHED)).toEqual([]);
});
