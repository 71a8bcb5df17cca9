import { plural } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { equalBytes } from "@/lib/avalanche/codec/bytes";
import { type AssetEffect, effectsOfKind } from "@/lib/avalanche/effects";
import { formatId } from "@/lib/avalanche/ids";
import { formatAssetAmount, formatList } from "./format";
import { sentence } from "./sentence";
import type { Describers, TxDetails } from "./tx-context";

/** Sentences about assets. Names and symbols are free text, so they are quoted. */
export const assetDescribers: Describers<AssetEffect> = {
  "asset.created": {
    rank: 6,
    describe: (effect) =>
      sentence("Create", "Created", `asset “${effect.name}” (${effect.symbol}), ${effect.cap} supply`),
  },
};

/** Asset panel: what was created. */
export function AssetDetails({ details }: { details: TxDetails }) {
  const [created] = effectsOfKind(details.effects, "asset.created");
  if (created === undefined) return null;
  return (
    <KeyValue>
      <Fact label="Asset" aside="the id of this transaction">
        <HashLink value={formatId(details.txId)} full label="asset" />
      </Fact>
      <Fact label="Name">{created.name}</Fact>
      <Fact label="Symbol">{created.symbol}</Fact>
      <Fact label="Decimals">{created.denomination}</Fact>
      <Fact label="Kind">{KINDS[created.type]}</Fact>
      <Fact label="Supply">
        {created.cap === "fixed" ? "Fixed: nobody can mint more" : "Variable: minters can mint more"}
      </Fact>
      <Fact label="Initial state">{formatInitialState(details)}</Fact>
    </KeyValue>
  );
}

const KINDS = {
  secp256k1: "Fungible",
  nft: "NFTs",
  property: "Properties",
} as const satisfies Record<AssetEffect["type"], string>;

/** The asset's initial outputs: an amount, and rights to mint. */
function formatInitialState({ effects, txId, network }: TxDetails): string {
  const outputs = effectsOfKind(effects, "utxo.produced").filter(({ output }) =>
    equalBytes(output.assetId, txId),
  );
  const amount = outputs.reduce((sum, { output }) => sum + output.amount, 0n);
  const rights = outputs.filter(({ output }) => output.outputType.endsWith(".mint")).length;
  return formatList([
    ...(amount > 0n ? [formatAssetAmount(amount, txId, network)] : []),
    ...(rights > 0 ? [plural(rights, "right to mint", "rights to mint")] : []),
  ]);
}
