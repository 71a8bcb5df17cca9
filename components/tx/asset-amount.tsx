import type { NetworkFacts } from "@/components/effects/tx-context";
import { Amount } from "@/components/ui/amount";
import { formOfAsset } from "./asset-form";

interface AssetAmountProps {
  /** Base units. */
  amount: bigint;
  /** 32 bytes. */
  assetId: Uint8Array;
  network: NetworkFacts;
  large?: boolean;
}

/** An amount with its asset's decimals and symbol, or in base units if Firn does not know the asset. */
export function AssetAmount({ amount, assetId, network, large = false }: AssetAmountProps) {
  const { decimals, unit } = formOfAsset(assetId, network);
  return <Amount value={amount} decimals={decimals} unit={unit} large={large} />;
}
