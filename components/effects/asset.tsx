import { plural } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { equalBytes } from "@/lib/avalanche/codec/bytes";
import { type AssetEffect, effectsOfKind } from "@/lib/avalanche/effects";
import { formatId } from "@/lib/avalanche/ids";
import type { Story, Tellers } from "./scene";
import { sayAmount, sayList, tell } from "./words";

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
      <Fact label="Asset" aside="the id of this transaction">
        <HashLink value={formatId(story.txId)} full noun="asset" />
      </Fact>
      <Fact label="Name">{created.name}</Fact>
      <Fact label="Symbol">{created.symbol}</Fact>
      <Fact label="Decimals">{created.denomination}</Fact>
      <Fact label="Kind">{KINDS[created.type]}</Fact>
      <Fact label="Supply">
        {created.cap === "fixed" ? "Fixed: nobody can mint more" : "Variable: minters can make more"}
      </Fact>
      <Fact label="At first">{sayFirst(story)}</Fact>
    </KeyValue>
  );
}

const KINDS = {
  secp256k1: "Fungible",
  nft: "NFTs",
  property: "Properties",
} as const satisfies Record<AssetEffect["type"], string>;

/** What there is of the asset from the start: an amount, and rights to make more. */
function sayFirst({ effects, txId, network }: Story): string {
  const made = effectsOfKind(effects, "utxo.produced").filter(({ output }) =>
    equalBytes(output.assetId, txId),
  );
  const amount = made.reduce((sum, { output }) => sum + output.amount, 0n);
  const rights = made.filter(({ output }) => output.outputType.endsWith(".mint")).length;
  return sayList([
    ...(amount > 0n ? [sayAmount(amount, txId, network)] : []),
    ...(rights > 0 ? [plural(rights, "right to mint", "rights to mint")] : []),
  ]);
}
