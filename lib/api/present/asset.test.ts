import { expect, it } from "vitest";
import { formatId } from "../../avalanche/ids";
import { DIALECTS } from "../request/dialect";
import { presentAmount } from "./asset";

const ids = { avaxAssetId: undefined, xChainId: undefined, cChainId: undefined };
const network = { id: 54321, hrp: "custom", servedAs: "fuji", ...ids } as const;
const assetId = new Uint8Array(32).fill(7);

it("an asset whose creation is not indexed has no decimals; SDKs get 0", () => {
  const seed = presentAmount({ network, dialect: DIALECTS.seed, assets: new Map() }, assetId, 5n);
  expect(JSON.parse(JSON.stringify(seed))).toEqual({
    assetId: formatId(assetId),
    type: "secp256k1",
    amount: "5",
  });
  const sdk = presentAmount({ network, dialect: DIALECTS.sdk, assets: new Map() }, assetId, 5n);
  expect(sdk).toMatchObject({ name: "", symbol: "", denomination: 0 });
});
