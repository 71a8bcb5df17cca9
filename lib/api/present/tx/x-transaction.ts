import { toHex } from "../../../avalanche/codec/bytes";
import { crossingOf, effectsOfKind, movesOf } from "../../../avalanche/effects";
import { formatId } from "../../../avalanche/ids";
import type { XTx } from "../../../avalanche/x/txs";
import type { AssetDetails } from "../../../contract/data/primary-network";
import type { XChainTransaction } from "../../../contract/data/x-chain";
import type { VertexRow } from "../../../store/queries/vertex";
import type { BlockTable } from "../../../store/tables/chain";
import { type Presenting, presentAmount } from "../asset";
import { presentConsumed, type Spending } from "../utxo/consumed-utxos";
import { presentUtxo } from "../utxo/utxo";
import { presentCredentials } from "./credential";
import { presentMoved } from "./moved-amounts";

/** Everything known of an X-Chain transaction: its decoded bytes, and facts from the store. */
export interface XTxFacts extends Spending {
  tx: XTx;
  /** Where it was accepted: in a block, or before Cortina in vertices. Transactions of the genesis are in neither. */
  place: Pick<BlockTable, "height" | "block_id" | "time"> | readonly VertexRow[];
}

/** An X-Chain transaction in its public form. Its effects decide which fields it has, not its type. */
export function presentXTransaction(facts: XTxFacts, as: Presenting): XChainTransaction {
  const { tx, place, effects } = facts;
  const body = {
    txHash: formatId(tx.txId),
    txType: tx.txType,
    memo: toHex(tx.unsigned.base.memo),
    consumedUtxos: presentConsumed(as, facts, presentCredentials(tx)),
    emittedUtxos: facts.emitted.map((row) => presentUtxo(as, row)),
    assetCreated: presentCreated(as, facts),
    ...presentMoved(as, effects),
    ...presentWays(facts),
  };
  if ("height" in place)
    return {
      timestamp: place.time,
      chainFormat: "linear",
      blockHeight: place.height,
      blockHash: formatId(place.block_id),
      ...body,
    };
  const vertices = place.map((row) => ({
    hash: formatId(row.vertex_id),
    height: row.height,
    timestamp: row.time ?? as.dialect.unknownNumber,
  }));
  const timestamp = facts.time ?? as.dialect.unknownNumber;
  return { timestamp, chainFormat: "non-linear", vertices, ...body };
}

function presentWays({ effects }: XTxFacts) {
  const [way] = movesOf(effects).flatMap((move) => crossingOf(move) ?? []);
  if (way === undefined) return {};
  return "sourceChain" in way
    ? { sourceChain: formatId(way.sourceChain) }
    : { destinationChain: formatId(way.destinationChain) };
}

function presentCreated(as: Presenting, { tx, effects, time }: XTxFacts): AssetDetails | undefined {
  const [created] = effectsOfKind(effects, "asset.created");
  if (created === undefined) return undefined;
  const { name, symbol, denomination, cap } = created;
  const { amount: _, ...named } = presentAmount(as, tx.txId, 0n);
  return {
    ...named,
    name,
    symbol,
    denomination,
    cap,
    createdAtTimestamp: time ?? as.dialect.unknownNumber,
  };
}
