import { ASSET_TYPES } from "@/components/asset/words";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Name, quoteName } from "@/components/ui/name";
import { equalBytes } from "@/lib/avalanche/codec/bytes";
import { type AssetEffect, effectsOfKind } from "@/lib/avalanche/effects";
import { formatId } from "@/lib/avalanche/ids";
import { hrefTo } from "@/lib/contract/pages";
import { plural } from "@/lib/words/format";
import { formatAssetAmount, formatList } from "./format";
import type { Describers, TxDetails } from "./tx-context";

/** Sentences about assets. Names and symbols are free text, so they are quoted. */
export const assetDescribers: Describers<AssetEffect> = {
  "asset.created": {
    rank: 6,
    describe: ({ name, symbol, cap }) =>
      `Created asset ${quoteName(name)}, symbol ${quoteName(symbol)}, ${cap} supply`,
  },
};

/** Asset panel: what was created. */
export function AssetDetails({ details }: { details: TxDetails }) {
  const [created] = effectsOfKind(details.effects, "asset.created");
  if (created === undefined) return null;
  return (
    <KeyValue>
      <Fact label="Asset" aside="the id of this transaction">
        <HashLink
          value={formatId(details.txId)}
          href={hrefTo("asset", { id: formatId(details.txId) })}
          full
          label="asset"
        />
      </Fact>
      <Fact label="Name">
        <Name>{created.name}</Name>
      </Fact>
      <Fact label="Symbol">
        <Name>{created.symbol}</Name>
      </Fact>
      <Fact label="Decimals">{created.denomination}</Fact>
      <Fact label="Kind">{ASSET_TYPES[created.type]}</Fact>
      <Fact label="Supply">
        {created.cap === "fixed" ? "Fixed: nobody can mint more" : "Variable: minters can mint more"}
      </Fact>
      <Fact label="Initial state">{formatInitialState(details)}</Fact>
    </KeyValue>
  );
}

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
