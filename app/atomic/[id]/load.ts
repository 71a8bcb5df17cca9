import { cache } from "react";
import { chainParams, sourceOf } from "@/app/[chain]/commands";
import { networkFacts } from "@/app/[chain]/network";
import { insideOf, readContainer, readKnownTx, requireStatus } from "@/app/[chain]/read";
import { readTold } from "@/app/[chain]/told";
import { api, toResult } from "@/app/server";
import type { BlockInside, ChainTx } from "@/components/block/inside";
import { effectsOfTx } from "@/components/block/inside";
import { txContext } from "@/components/block/tx-contexts";
import type { NetworkFacts } from "@/components/effects/tx-context";
import type { AtomicViewProps } from "@/components/tx/atomic-view";
import type { KnownUtxo } from "@/components/tx/known";
import type { Place, TransferSide } from "@/components/tx/transfer";
import { CHAIN_LETTERS, type Chain } from "@/components/ui/chains";
import { equalBytes } from "@/lib/avalanche/codec/bytes";
import { crossingOf, effectsOfKind, type Move, movesOf } from "@/lib/avalanche/effects";
import { formatId } from "@/lib/avalanche/ids";
import { getTxByHash } from "@/lib/contract/data/primary-network-transactions";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import { getSharedMemory } from "@/lib/contract/firn/shared-memory";
import type { FirnStatus, HistoryGap } from "@/lib/contract/firn/status";
import { fillRoute } from "@/lib/contract/route";
import { FirnError, InputError } from "@/lib/errors";
import { mayBeImported } from "@/lib/words/gap";

/** Imports of one export that a page reads and shows: each has a container of its own. */
const MOST_IMPORTS = 10;

/** A transaction that crosses chains, and its block. */
export interface Crossing {
  chain: Chain;
  container: FirnContainer;
  block: BlockInside;
  tx: ChainTx;
}

/**
 * The export or import with an id (cb58 or hex), searched on all three chains. Undefined if it is neither.
 * @throws FirnError if one of them could not answer, which is not "not found"
 */
export const findTransfer: (id: string) => Promise<Crossing | undefined> = cache(async (id) => {
  const found = await Promise.all(
    CHAIN_LETTERS.map(async (chain) => ({ chain, container: await toResult(readContainer(chain, id)) })),
  );
  for (const { chain, container } of found) {
    if (container instanceof FirnError) {
      if (container.code !== "NOT_FOUND" && container.code !== "BAD_PARAMETER") throw container;
      continue;
    }
    const block = insideOf(container);
    const tx = block.txs[container.txIndex ?? -1];
    const crosses = tx !== undefined && movesOf(effectsOfTx(chain, tx)).some(isCrossing);
    if (crosses) return { chain, container, block, tx };
  }
  return undefined;
});

function isCrossing(move: Move): boolean {
  return crossingOf(move) !== undefined;
}

/** Reads a transfer by its export's id. @throws FirnError */
export const loadTransfer: (text: string) => Promise<{ view: AtomicViewProps; status: FirnStatus }> = cache(
  async (id) => {
    const crossing = await findTransfer(id);
    if (crossing === undefined) throw new InputError("NOT_FOUND", `${id} neither exports nor imports`);
    return readBothSides(crossing);
  },
);

async function readBothSides(crossing: Crossing): Promise<{ view: AtomicViewProps; status: FirnStatus }> {
  const status = await requireStatus();
  const { network } = await readTold(networkFacts(status), {
    chain: crossing.chain,
    txs: [crossing.tx],
    outcome: undefined,
  });
  const exported = await readSide(crossing, network);
  const effects = effectsOfKind(exported.context.effects, "utxo.exported");
  const destinationId = effects[0]?.destinationChain;
  const destination = network.chains.find(
    ({ id }) => destinationId !== undefined && equalBytes(id, destinationId),
  );
  const gap = mayBeImported(status.gaps, { to: destination?.letter, time: exported.known.time });
  const placeOf = await readPlaces(exported, gap);
  const outputs = effects.map((effect) => {
    const known = exported.known.emitted.find(({ outputIndex }) => outputIndex === effect.outputIndex);
    return { ...effect, known, place: placeOf(effect.outputIndex, known) };
  });
  const ids = [...new Set(outputs.flatMap(({ known }) => known?.consumingTxHash ?? []))];
  const imports = await Promise.all(
    ids.slice(0, MOST_IMPORTS).map(async (id) => {
      const found = await findTransfer(id);
      if (found === undefined) throw new InputError("NOT_FOUND", `${id} imports nothing`);
      return readSide(found, network);
    }),
  );
  const params = { ...chainParams(status, exported.chain), txHash: exported.known.txHash };
  const jsonPath = fillRoute(getTxByHash, { params });
  const view = {
    exported,
    imports,
    outputs,
    network,
    destination,
    gap,
    otherImports: ids.length - imports.length,
    now: Math.floor(Date.now() / 1000),
    source: await sourceOf(jsonPath),
  };
  return { view, status };
}

/** Where each output of an export is. If its import may be in a block that Firn does not have, the node is asked. */
async function readPlaces(
  { known: { txHash, emitted } }: TransferSide,
  gap: HistoryGap | undefined,
): Promise<(outputIndex: number, known: KnownUtxo | undefined) => Place> {
  const isAsked = gap !== undefined && emitted.some(({ consumingTxHash }) => consumingTxHash === undefined);
  const answer = isAsked ? await toResult(api().get(getSharedMemory, { params: { txHash } })) : undefined;
  const said = answer === undefined || answer instanceof FirnError ? [] : answer.outputs;
  return (outputIndex, known) => {
    if (known?.consumingTxHash !== undefined) return "imported";
    if (gap === undefined) return "waiting";
    const isWaiting = said.find((each) => each.outputIndex === outputIndex)?.isWaiting;
    return isWaiting === undefined ? "unknown" : isWaiting ? "waiting" : "gone";
  };
}

async function readSide(
  { chain, container, block, tx }: Crossing,
  network: NetworkFacts,
): Promise<TransferSide> {
  const known = await readKnownTx(chain, formatId(tx.txId));
  const time = known.time === undefined ? undefined : BigInt(known.time);
  const context = txContext(tx, block, { network, time, outcome: undefined });
  return { chain, container, tx, context, known };
}
