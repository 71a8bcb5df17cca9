import { toHex } from "../../avalanche/codec/bytes";
import { effectsOfKind } from "../../avalanche/effects";
import type { PGenesis } from "../../avalanche/genesis/genesis";
import { allTxs, decodePBlock } from "../../avalanche/p/block";
import { effectsOf } from "../../avalanche/p/txs";
import { decodeContainer } from "../../avalanche/proposer/proposervm";
import { readL1Points } from "../../store/queries/l1-validator";
import { readStakes } from "../../store/queries/stake";
import { CHAIN, heightOf, indexInBlockOf } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import type { PTxFacts } from "../present/tx/p-transaction";
import { bytesMissing, readBlockBytes } from "./block-bytes";
import { readUtxoFacts } from "./utxo-facts";

/**
 * P-Chain transactions at some positions, in the given order: decoded from the bytes of their containers, with stored
 * facts of their outputs, stakes and validations.
 */
export async function readPTxFacts(
  context: RequestContext,
  positions: readonly number[],
): Promise<PTxFacts[]> {
  const { db } = context;
  if (positions.length === 0) return [];
  const decoded = await decodePTxs(context, positions);
  const stakes = await readStakes(db, positions);
  const utxosOf = await readUtxoFacts(context, CHAIN.p, positions);
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
      ...utxosOf(position),
      stake: stakes.get(position),
      l1Points: await readPoints(context, { position, validationIds }),
    });
  }
  return facts;
}

/** Validations right after a transaction, with the proofs from their registrations. */
async function readPoints(
  context: RequestContext,
  place: { position: number; validationIds: readonly Uint8Array[] },
): Promise<PTxFacts["l1Points"]> {
  if (place.validationIds.length === 0) return [];
  const points = await readL1Points(context.db, place);
  const proofs = await readProofs(
    context,
    points.map(({ registered_position }) => registered_position),
  );
  return points.map((point) => ({ point, proof: proofs.get(toHex(point.validation_id)) }));
}

/** Proofs of possession from registering transactions, by validation id as hex. */
export async function readProofs(
  context: RequestContext,
  positions: readonly number[],
): Promise<Map<string, Uint8Array>> {
  if (positions.length === 0) return new Map();
  const decoded = await decodePTxs(context, [...new Set(positions)]);
  const registered = [...decoded.values()].flatMap(({ tx }) =>
    effectsOfKind(effectsOf(tx), "l1Validator.registered"),
  );
  return new Map(
    registered.flatMap(({ validationId, bls: { proofOfPossession } }) =>
      proofOfPossession ? [[toHex(validationId), proofOfPossession] as const] : [],
    ),
  );
}

type Placed = Pick<PTxFacts, "tx" | "block">;

/** Decoded P-Chain transactions at some positions, by position. @throws StoreError when the bytes of one are missing */
export async function decodePTxs(
  context: RequestContext,
  positions: readonly number[],
): Promise<Map<number, Placed>> {
  const { genesis } = context;
  const txsOf = new Map<number, Placed[]>();
  for (const { block, bytes } of await readBlockBytes(
    context,
    { chain: CHAIN.p, stream: "P/block" },
    positions,
  )) {
    const txs = allTxs(decodePBlock(decodeContainer(bytes, "p").inner));
    txsOf.set(
      block.height,
      txs.map((tx) => ({ tx, block })),
    );
  }
  if (genesis && positions.some((position) => heightOf(position) === 0))
    txsOf.set(0, placeGenesisTxs(genesis));
  return new Map(
    positions.map((position) => {
      const placed = txsOf.get(heightOf(position))?.[indexInBlockOf(position)];
      if (placed === undefined) throw bytesMissing(position);
      return [position, placed];
    }),
  );
}

/** Transactions of height 0 are in no container. Their indexes begin at 1, as 0 is used for the allocations. */
function placeGenesisTxs({ validators, chains, time, block }: PGenesis): Placed[] {
  const placed: Placed[] = [];
  for (const [index, tx] of [...validators, ...chains].entries())
    placed[index + 1] = { tx, block: { height: 0, block_id: block.blockId, time: Number(time) } };
  return placed;
}
