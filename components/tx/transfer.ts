import type { ChainTx } from "@/components/block/inside";
import { type AssetSum, sumByAsset } from "@/components/effects/format";
import type { TxContext } from "@/components/effects/tx-context";
import type { Chain } from "@/components/ui/chains";
import { movesOf, type Output } from "@/lib/avalanche/effects";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import type { KnownTx, KnownUtxo } from "./known";

/** One transaction of a transfer: where it is, what it does, what Firn knows of it. */
export interface TransferSide {
  chain: Chain;
  container: FirnContainer;
  tx: ChainTx;
  context: TxContext;
  known: KnownTx;
}

/** An exported output, and what became of it. */
export interface MemoryOutput {
  outputIndex: number;
  output: Output;
  known: KnownUtxo | undefined;
  place: Place;
}

/**
 * Where an exported output is: imported by a transaction that Firn has, `gone` by one in a block that Firn does not
 * have, in shared memory, or `unknown` while the node does not say which of these two.
 */
export type Place = "imported" | "gone" | "waiting" | "unknown";

/** An export whose import may be in a block that Firn does not have. */
export function isUnseen({ place }: Pick<MemoryOutput, "place">): boolean {
  return place === "gone" || place === "unknown";
}

/** What a transaction paid to accounts and UTXOs, by asset. */
export function arrivedAt({ context }: TransferSide): Map<string, AssetSum> {
  const moves = movesOf(context.effects);
  return sumByAsset(moves.filter((move) => move.of === "produced"));
}
