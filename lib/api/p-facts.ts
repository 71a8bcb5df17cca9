import { fromHex } from "../avalanche/bytes";
import { decodeGenesis } from "../avalanche/genesis";
import { allTxs, decodePBlock } from "../avalanche/p/block";
import { effectsOf } from "../avalanche/p/txs";
import { decodeContainer } from "../avalanche/proposervm";
import { StoreError } from "../errors";
import { CHAIN, heightOf, indexInBlockOf } from "../store/columns";
import { readBlocks } from "../store/queries/block";
import { readContainers } from "../store/queries/container-run";
import { readL1Points } from "../store/queries/l1-validator";
import { readStakes } from "../store/queries/stake";
import { readConsumed, readEmitted, readLearned } from "../store/queries/utxo";
import type { RequestContext } from "./handler";
import type { PTxFacts } from "./present/p-transaction";

/**
 * P-Chain transactions at some positions, in the order given: decoded again from the bytes of their containers, with
 * what the store knows of their outputs, stakes and validations.
 */
export async function readPTxFacts(
  context: RequestContext,
  positions: readonly number[],
): Promise<PTxFacts[]> {
  const { db } = context;
  if (positions.length === 0) return [];
  const decoded = await decodeTxs(context, positions);
  const stakes = await readStakes(db, positions);
  const emitted = groupBy(
    await readEmitted(db, CHAIN.p, positions),
    (row) => row.created_position ?? row.position,
  );
  const consumed = groupBy(await readConsumed(db, CHAIN.p, positions), (row) => row.consumed_position);
  const learned = groupBy(await readLearned(db, CHAIN.p, positions), (row) => row.consumed_position);
  const facts: PTxFacts[] = [];
  for (const [position, { tx, block }] of decoded) {
    const effects = effectsOf(tx);
    const validationIds = effects.flatMap((effect) =>
      "validationId" in effect ? [effect.validationId] : [],
    );
    facts.push({
      tx,
      effects,
      block,
      consumed: consumed.get(position) ?? [],
      learned: learned.get(position) ?? [],
      emitted: emitted.get(position) ?? [],
      stake: stakes.get(position),
      l1Points: validationIds.length === 0 ? [] : await readL1Points(db, { position, validationIds }),
    });
  }
  return facts;
}

type Placed = Pick<PTxFacts, "tx" | "block">;

async function decodeTxs(
  { db, facts }: RequestContext,
  positions: readonly number[],
): Promise<Map<number, Placed>> {
  const blocks = await readBlocks(db, CHAIN.p, [...new Set(positions.map(heightOf))]);
  const indexes = [...blocks.values()].map((block) => block.container_index);
  const containers = await readContainers(db, "P/block", indexes);
  const txsOf = new Map<number, Placed[]>();
  for (const block of blocks.values()) {
    const container = containers.get(block.container_index);
    if (container === undefined) continue;
    const txs = allTxs(decodePBlock(decodeContainer(container.bytes, "p").inner));
    txsOf.set(
      block.height,
      txs.map((tx) => ({ tx, block })),
    );
  }
  if (facts.genesis !== undefined && positions.some((position) => heightOf(position) === 0))
    txsOf.set(0, decodeGenesisTxs(fromHex(facts.genesis)));
  return new Map(
    positions.map((position) => {
      const placed = txsOf.get(heightOf(position))?.[indexInBlockOf(position)];
      if (placed === undefined)
        throw new StoreError("STORE_FAILED", `the bytes of position ${position} are not stored`);
      return [position, placed];
    }),
  );
}

/** Transactions of height 0 stand in no container. Their indexes begin at 1: 0 is left to the allocations. */
function decodeGenesisTxs(bytes: Uint8Array): Placed[] {
  const { validators, chains, time, block } = decodeGenesis(bytes);
  const placed: Placed[] = [];
  for (const [index, tx] of [...validators, ...chains].entries())
    placed[index + 1] = { tx, block: { height: 0, block_id: block.blockId, time: Number(time) } };
  return placed;
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
