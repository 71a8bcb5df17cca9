import { differences } from "@/components/tx/known";
import type { CChainTransaction } from "@/lib/contract/data/c-chain";
import type { PChainTransaction } from "@/lib/contract/data/p-chain";
import type { XChainTransaction } from "@/lib/contract/data/x-chain";

/** What a row needs of a transaction. A whole transaction with its UTXOs is ten times as long. */
export interface TxRowFacts {
  txHash: string;
  txType: string;
  /** Unix seconds; for what a vertex held, when the node accepted it live. Absent where it did so later. */
  time?: number | undefined;
  /** Where it is: the height of its block, or the id of its vertex. */
  container: { block: string } | { vertex: string; height: number };
  /** nAVAX, decimal. Absent if nothing was burned. */
  burned?: string;
}

/** A transaction of any chain as the API lists it. */
export type ListedTx = PChainTransaction | XChainTransaction | CChainTransaction;

/** The row of a transaction. */
export function rowFactsOf(tx: ListedTx): TxRowFacts {
  const { txHash, txType } = tx;
  if ("blockNumber" in tx) {
    const avax = tx.amountBurned.find(({ symbol }) => symbol === "AVAX");
    return {
      txHash,
      txType,
      time: tx.blockTimestamp,
      container: { block: tx.blockNumber },
      ...burnedOf(avax),
    };
  }
  const asset = [...tx.amountUnlocked].find(({ symbol }) => symbol === "AVAX");
  const avax = differences(tx.amountUnlocked, tx.amountCreated).find(
    ({ assetId }) => assetId === asset?.assetId,
  );
  return { txHash, txType, time: tx.timestamp, container: containerOf(tx), ...burnedOf(avax) };
}

/** Name under which `/<chain>/txs/sentences` is asked for a row's sentence. */
export function containerName({ container }: TxRowFacts): string {
  return "block" in container ? container.block : container.vertex;
}

function containerOf(tx: XChainTransaction | CChainTransaction): TxRowFacts["container"] {
  if ("blockHeight" in tx) return { block: String(tx.blockHeight) };
  const [vertex] = tx.vertices;
  return { vertex: vertex?.hash ?? "", height: vertex?.height ?? 0 };
}

function burnedOf(avax: { amount: string } | undefined): { burned?: string } {
  return avax === undefined || BigInt(avax.amount) <= 0n ? {} : { burned: avax.amount };
}
