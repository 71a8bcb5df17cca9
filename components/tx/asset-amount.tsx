import { assetOf, isAvax } from "@/components/effects/format";
import type { NetworkFacts } from "@/components/effects/tx-context";
import { Amount } from "@/components/ui/amount";

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
  if (isAvax(assetId, network)) return <Amount value={amount} decimals={9} unit="AVAX" large={large} />;
  const known = assetOf(assetId, network);
  return <Amount value={amount} decimals={known?.denomination} unit={known?.symbol ?? ""} large={large} />;
}
