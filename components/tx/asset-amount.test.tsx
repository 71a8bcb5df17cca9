import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AssetAmount } from "./asset-amount";

test("an amount of an unknown asset is in base units, and says so", () => {
  const assetId = new Uint8Array(32).fill(7);
  const network = { hrp: "custom", avaxAssetId: new Uint8Array(32), chains: [] };
  const unknown = renderToStaticMarkup(<AssetAmount amount={1_500n} assetId={assetId} network={network} />);
  expect(unknown).toContain("1,500");
  expect(unknown).toContain("base units");
  const asset = { id: assetId, name: "Token", symbol: "TOK", denomination: 3 };
  const known = renderToStaticMarkup(
    <AssetAmount amount={1_500n} assetId={assetId} network={{ ...network, assets: [asset] }} />,
  );
  expect(known).toContain("TOK");
  expect(known).not.toContain("base units");
});
