import { Fact, KeyValue } from "@/components/ui/key-value";
import type { AssetEffect } from "@/lib/avalanche/effects";
import { effectsOfKind, type Story, type Tellers } from "./scene";
import { tell } from "./words";

/** Words of assets. Names and symbols are free text: quoted. */
export const assetTellers: Tellers<AssetEffect> = {
  "asset.created": {
    rank: 6,
    say: (effect) =>
      tell("Create", "Created", `asset “${effect.name}” (${effect.symbol}), ${effect.cap} supply`),
  },
};

/** Asset panel: what was created. */
export function AssetDetails({ story }: { story: Story }) {
  const [created] = effectsOfKind(story.effects, "asset.created");
  if (created === undefined) return null;
  return (
    <KeyValue>
      <Fact label="Name">{created.name}</Fact>
      <Fact label="Symbol">{created.symbol}</Fact>
      <Fact label="Decimals">{created.denomination}</Fact>
      <Fact label="Supply">{created.cap}</Fact>
    </KeyValue>
  );
}
