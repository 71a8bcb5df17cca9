import { expect, test } from "vitest";
import { attributesOf } from "@/lib/avalanche/evm/nft-attributes";
import type { NftToken } from "@/lib/contract/data/nfts";
import { hrefTo } from "@/lib/contract/pages";
import { queryOfTokenPage, readTokenPageParams } from "../list-params";
import { imageOf } from "./metadata-state";

function token(metadata: Partial<NftToken["metadata"]> & { attributes?: string }): NftToken {
  return {
    address: "0x",
    name: "",
    symbol: "",
    ercType: "ERC-721",
    tokenId: "1",
    tokenUri: "",
    metadata: { indexStatus: "indexed", ...metadata },
  };
}

test("attributes are what the metadata lists, whatever else it holds", () => {
  const attributes = JSON.stringify([
    { trait_type: "Ice", value: "Blue" },
    { value: 7 },
    null,
    { value: {} },
    3,
  ]);
  expect(attributesOf({ attributes })).toEqual([
    { name: "Ice", value: "Blue" },
    { name: "", value: "7" },
  ]);
  expect(attributesOf({ attributes: '{"Sun":{"value":"None"},"Layers":3}' })).toEqual([
    { name: "Sun", value: "None" },
    { name: "Layers", value: "3" },
  ]);
  for (const broken of ["{", "null", '"text"']) expect(attributesOf({ attributes: broken })).toEqual([]);
});

test("an image comes from the metadata or from Firn's copy, never from another host", () => {
  const shown = (imageUri: string) => imageOf(token({ imageUri }), "43114", ["http"]);
  expect(shown("data:image/png;base64,AA==")).toEqual({ source: "data:image/png;base64,AA==" });
  const copy = { source: "/firn/v1/chains/43114/nfts/0x/1/image" };
  for (const uri of ["https://example.org/a.png", "http://example.org", "HTTPS://user:key@example.org"])
    expect(shown(uri)).toEqual(copy);
  const refusal = (source: string) => ({ why: `Not fetched from ${source}`, icon: "eyeoff" });
  expect(shown(`ipfs://${"b".repeat(59)}/1.png`)).toEqual(refusal("ipfs:"));
  const remote = token({ imageUri: "https://user:key@example.org/a.png" });
  expect(imageOf(remote, "1", [])).toEqual(refusal("example.org"));
  const refused = [
    ["data:text/html,<script>1</script>", "The metadata holds no image"],
    ["javascript:alert(1)", "Firn can’t read the image’s URI"],
    ["file:///etc/passwd", "Firn can’t read the image’s URI"],
    ["1.png", "Firn can’t read the image’s URI"],
    [`data:image/png;base64,${"A".repeat(300_000)}`, "Image too large to show here"],
  ] as const;
  for (const [imageUri, why] of refused) expect(shown(imageUri)).toEqual({ why, icon: "ring" });
  const unread = { ...token({ indexStatus: "UNINDEXED" }), tokenUri: "https://example.org/1.json" };
  expect(imageOf(unread, "1", ["http"])).toEqual({ why: "Metadata: Not read yet", icon: "pend" });
  expect(imageOf(unread, "1", ["ipfs"])).toEqual({
    why: "Metadata: Not fetched from example.org",
    icon: "eyeoff",
  });
});

test("the address of a token's page has one tab and a position in it", () => {
  const hash = `0x${"ab".repeat(32)}`;
  const holder = `0x${"11".repeat(20)}`;
  const whole = [
    [{ tab: "holders", after: holder }, false],
    [{ tab: "table", after: "7" }, true],
    [{ tab: "gallery", owner: holder, after: "7" }, true],
    [{ tab: "transfers", before: { txHash: hash, logIndex: 3 } }, true],
  ] as const;
  for (const [params, isCollection] of whole) {
    const href = hrefTo(
      "collection",
      { chain: "c", contract: holder },
      queryOfTokenPage(params, isCollection),
    );
    const query = Object.fromEntries(new URL(href, "http://firn").searchParams);
    expect(readTokenPageParams(query, isCollection)).toEqual(params);
  }
  expect(readTokenPageParams({ before: `${hash}-3` }, true)?.tab).toBe("transfers");
  expect(readTokenPageParams({}, true)).toEqual({ tab: "gallery" });
  expect(readTokenPageParams({ find: " 0012 " }, true)).toEqual({ tab: "gallery", token: "12" });
  const bad = [{ tab: "gallery" }, { after: "7" }, { tab: "holders", after: "7" }, { before: "nope" }];
  for (const search of [...bad, { find: "7" }]) expect(readTokenPageParams(search, false)).toBeUndefined();
  for (const search of [{ find: "ice" }, { find: "7", tab: "holders" }])
    expect(readTokenPageParams(search, true)).toBeUndefined();
});
