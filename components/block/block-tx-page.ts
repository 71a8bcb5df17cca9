import { describeTx } from "@/components/effects/describe-tx";
import { isAvax } from "@/components/effects/format";
import type { TxContext } from "@/components/effects/tx-context";
import { type ListSlice, neighboursOf } from "@/components/list/position";
import { balancesOf } from "@/components/tx/amounts";
import type { Chain } from "@/components/ui/chains";
import { formatId } from "@/lib/avalanche/ids";
import type { ChainTx } from "./inside";

/** A transaction as a block's list shows it. */
export interface BlockTxRow {
  chain: Chain;
  id: string;
  type: string;
  sentence: string;
  /** nAVAX. */
  fee: string;
}

/** Some transactions of a block, in order of effect. The token is the number of the next one, counted from 1. */
export interface BlockTxPage {
  rows: readonly BlockTxRow[];
  nextPageToken?: string;
}

/** A page of a block's transactions, whose bytes browsers need not decode. */
export function blockTxPage(slice: ListSlice<{ tx: ChainTx; context: TxContext }>): BlockTxPage {
  const { after } = neighboursOf(slice);
  const rows = slice.rows.map(({ tx, context }) => ({
    chain: context.chain,
    id: formatId(context.txId),
    type: tx.txType,
    sentence: describeTx(context),
    fee: String(feeOf(context)),
  }));
  return { rows, ...(after !== undefined && { nextPageToken: String(after.from) }) };
}

function feeOf({ effects, network }: TxContext): bigint {
  return balancesOf(effects).find(({ assetId }) => isAvax(assetId, network))?.fee ?? 0n;
}
