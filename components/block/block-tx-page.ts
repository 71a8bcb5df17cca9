import { describeTx } from "@/components/effects/describe-tx";
import { isAvax } from "@/components/effects/format";
import type { TxContext } from "@/components/effects/tx-context";
import { type ListSlice, type NumberedPage, pageOfSlice } from "@/components/list/position";
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

/** Some transactions of a block, in order of effect. */
export type BlockTxPage = NumberedPage<BlockTxRow>;

/** A page of a block's transactions, whose bytes browsers need not decode. */
export function blockTxPage(slice: ListSlice<{ tx: ChainTx; context: TxContext }>): BlockTxPage {
  return pageOfSlice(slice, ({ tx, context }) => ({
    chain: context.chain,
    id: formatId(context.txId),
    type: tx.txType,
    sentence: describeTx(context),
    fee: String(feeOf(context)),
  }));
}

function feeOf({ effects, network }: TxContext): bigint {
  return balancesOf(effects).find(({ assetId }) => isAvax(assetId, network))?.fee ?? 0n;
}
