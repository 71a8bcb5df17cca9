import { toHex } from "../../avalanche/codec/bytes";
import type { Effect } from "../../avalanche/effects";
import { findAssets } from "../../store/queries/by-key";
import { readConsumed, readEmitted, readLearned } from "../../store/queries/utxo";
import type { ChainCode } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import type { Presenting } from "../present/asset";
import type { UtxoFacts } from "../present/utxo/stored-output";

/** The outputs of a chain's transactions, by position. */
export async function readUtxoFacts(
  { db }: RequestContext,
  chain: ChainCode,
  positions: readonly number[],
): Promise<(position: number) => UtxoFacts> {
  const emitted = groupBy(
    await readEmitted(db, chain, positions),
    (row) => row.created_position ?? row.position,
  );
  const consumed = groupBy(await readConsumed(db, chain, positions), (row) => row.consumed_position);
  const learned = groupBy(await readLearned(db, chain, positions), (row) => row.consumed_position);
  return (position) => ({
    consumed: consumed.get(position) ?? [],
    learned: learned.get(position) ?? [],
    emitted: emitted.get(position) ?? [],
  });
}

/** The context for presenting transactions, with the names of all assets in them. */
export async function readPresenting(
  { db, network, dialect }: RequestContext,
  txs: readonly (UtxoFacts & { effects: readonly Effect[] })[],
): Promise<Presenting> {
  const ids = new Map<string, Uint8Array>();
  const add = (assetId: Uint8Array) => ids.set(toHex(assetId), assetId);
  for (const { effects, consumed, learned, emitted } of txs) {
    for (const row of [...consumed, ...learned, ...emitted]) add(row.asset_id);
    for (const effect of effects)
      if (effect.kind.startsWith("utxo.") && "assetId" in effect) add(effect.assetId);
  }
  const rows = await findAssets(db, [...ids.values()]);
  return {
    network,
    dialect,
    assets: new Map(rows.map((row) => [toHex(row.asset_id), row])),
    texts: new Map(),
  };
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => number | null): Map<number | null, Row[]> {
  const groups = new Map<number | null, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
