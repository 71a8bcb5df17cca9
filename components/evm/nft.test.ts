import { expect, test } from "vitest";
import type { NftToken } from "@/lib/contract/data/nfts";
import { attributesOf } from "./attributes";
import { queryOfTokenPage, readTokenPageParams } from "./list-params";
import { imageOf } from "./metadata-state";

function token(metadata: Partial<NftToken["metadata"]> & { attributes?: string }): NftToken {
  return {
    ...{ address: "0x", name: "", symbol: "", ercType: "ERC-721", tokenId: "1", tokenUri: "" },
    metadata: { indexStatus: "indexed", ...metadata },
  };
}

test("attributes are what metadata list, whatever else they hold", () => {
  const attributes = JSON.stringify([
    { trait_type: "Ice", value: "Blue" },
    { value: 7 },
    null,
    { value: {} },
    3,
  ]);
  expect(attributesOf(token({ attributes }))).toEqual([
    { name: "Ice", value: "Blue" },
    { name: "", value: "7" },
  ]);
  expect(attributesOf(token({ attributes: '{"Sun":{"value":"None"},"Layers":3}' }))).toEqual([
    { name: "Sun", value: "None" },
    { name: "Layers", value: "3" },
  ]);
  for (const broken of ["{", "null", '"text"'])
    expect(attributesOf(token({ attributes: broken }))).toEqual([]);
});

test("an image is shown when the metadata hold it, and never asked for", () => {
  expect(imageOf(token({ imageUri: "data:image/png;base64,AA==" }))).toEqual({
    source: "data:image/png;base64,AA==",
  });
  const refused = [
    ["https://example.org/a.png", "Not loaded from example.org"],
    ["ipfs://bafy/1.png", "Not loaded from ipfs:"],
    ["data:text/html,<script>1</script>", "Not loaded from data:"],
    ["javascript:alert(1)", "Not loaded from javascript:"],
    [`data:image/png;base64,${"A".repeat(300_000)}`, "Image too large to show here"],
  ] as const;
  for (const [imageUri, why] of refused) expect(imageOf(token({ imageUri }))).toEqual({ why });
  expect(imageOf(token({ indexStatus: "UNINDEXED" }))).toEqual({ why: "Not read yet" });
});

test("the address of a token's page names one list and a place in it", () => {
  const hash = `0x${"ab".repeat(32)}`;
  const holder = `0x${"11".repeat(20)}`;
  const whole = [
    [{ tab: "holders", after: holder }, false],
    [{ tab: "table", after: "7" }, true],
    [{ tab: "transfers", before: { txHash: hash, logIndex: 3 } }, true],
  ] as const;
  for (const [params, isCollection] of whole) {
    const query = Object.fromEntries(new URLSearchParams(queryOfTokenPage(params, isCollection)));
    expect(readTokenPageParams(query, isCollection)).toEqual(params);
  }
  expect(readTokenPageParams({ before: `${hash}-3` }, true)?.tab).toBe("transfers");
  expect(readTokenPageParams({}, true)).toEqual({ tab: "gallery" });
  const bad = [{ tab: "gallery" }, { after: "7" }, { tab: "holders", after: "7" }, { before: "nope" }];
  for (const search of bad) expect(readTokenPageParams(search, false)).toBeUndefined();
});
