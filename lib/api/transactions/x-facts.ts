import { equalBytes } from "../../avalanche/codec/bytes";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { decodeContainer } from "../../avalanche/proposer/proposervm";
import { decodeXBlock } from "../../avalanche/x/block";
import { decodeXGenesis, type GenesisAsset } from "../../avalanche/x/genesis";
import { decodeXTx, effectsOf, type XTx } from "../../avalanche/x/txs";
import { readContainers } from "../../store/queries/container-run";
import { readTxs } from "../../store/queries/tx";
import { findVerticesOfTx } from "../../store/queries/vertex";
import {
  CHAIN,
  dagIndexOf,
  dagPosition,
  heightOf,
  indexInBlockOf,
  xGenesisPosition,
} from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import type { XTxFacts } from "../present/tx/x-transaction";
import { bytesMissing, readBlockBytes } from "./block-bytes";
import { readUtxoFacts } from "./utxo-facts";
import { readVertexBytes } from "./vertex-bytes";

/**
 * X-Chain transactions at some positions, in the given order: decoded from the bytes of their blocks, or from their own
 * containers before linearisation, with stored facts of their outputs.
 */
export async function readXTxFacts(
  context: RequestContext,
  positions: readonly number[],
): Promise<XTxFacts[]> {
  if (positions.length === 0) return [];
  const placed = await decodePlaced(context, positions);
  const rows = await readTxs(context.db, CHAIN.x, positions);
  const utxosOf = await readUtxoFacts(context, CHAIN.x, positions);
  return positions.map((position) => {
    const one = placed.get(position);
    const row = rows.get(position);
    if (one === undefined || row === undefined) throw bytesMissing(position);
    return {
      ...one,
      ...utxosOf(position),
      effects: effectsOf(one.tx),
      time: row.time,
      blockchainId: context.network.xChainId ?? PRIMARY_NETWORK_ID,
    };
  });
}

type Placed = Pick<XTxFacts, "tx" | "place">;

async function decodePlaced(
  context: RequestContext,
  positions: readonly number[],
): Promise<Map<number, Placed>> {
  const placed = new Map<number, Placed>();
  const inBlocks = positions.filter((position) => position >= 0);
  const blocks = await readBlockBytes(context, { chain: CHAIN.x, stream: "X/block" }, inBlocks);
  const txsOf = new Map(
    blocks.map(({ block, bytes }) => [
      block.height,
      { block, txs: decodeXBlock(decodeContainer(bytes, "x").inner).txs },
    ]),
  );
  for (const position of inBlocks) {
    const found = txsOf.get(heightOf(position));
    const tx = found?.txs[indexInBlockOf(position)];
    if (found !== undefined && tx !== undefined) placed.set(position, { tx, place: found.block });
  }
  for (const [position, tx] of await readGraphTxs(context, positions))
    placed.set(position, { tx, place: await readPlaces(context, tx) });
  if (positions.some((position) => position < dagPosition(0)))
    for (const [place, { tx }] of genesisAssets(context).entries())
      placed.set(xGenesisPosition(place), { tx, place: [] });
  return placed;
}

/** Transactions of the genesis are in no container. */
function genesisAssets({ genesis, network }: RequestContext): GenesisAsset[] {
  for (const { txId, unsigned } of genesis?.chains ?? [])
    if ("genesisData" in unsigned && network.xChainId !== undefined && equalBytes(txId, network.xChainId))
      return decodeXGenesis(unsigned.genesisData);
  return [];
}

/** Transactions from before linearisation, each in its own container. */
async function readGraphTxs({ db }: RequestContext, positions: readonly number[]): Promise<Map<number, XTx>> {
  const indexes = new Map<number, number>();
  for (const position of positions) {
    const index = dagIndexOf(position);
    if (index !== undefined) indexes.set(index, position);
  }
  const containers = await readContainers(db, "X/tx", [...indexes.keys()]);
  const txs = new Map<number, XTx>();
  for (const [index, position] of indexes) {
    const container = containers.get(index);
    if (container !== undefined) txs.set(position, decodeXTx(container.bytes));
  }
  return txs;
}

/** The vertices that contain a transaction. */
async function readPlaces(context: RequestContext, { txId }: XTx) {
  const candidates = await findVerticesOfTx(context.db, txId);
  const vertices = await readVertexBytes(context, candidates);
  return vertices
    .filter(({ vertex }) => vertex.content?.txs.some((tx) => equalBytes(tx.txId, txId)))
    .map(({ row }) => row);
}
