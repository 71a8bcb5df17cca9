import { expect, test } from "vitest";
import { formatId, PRIMARY_NETWORK_ID } from "@/lib/avalanche/ids";
import { PRIMARY_NETWORK } from "./chains";

test("the Primary Network has the id that its bytes give", () => {
  expect(PRIMARY_NETWORK).toBe(formatId(PRIMARY_NETWORK_ID));
});
