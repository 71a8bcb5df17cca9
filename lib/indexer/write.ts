import type { Kysely } from "kysely";
import type { NetworkRules } from "../avalanche/ledger/rules";
import { StoreError } from "../errors";
import { Batch } from "../store/batch";
import { encodeRun, splitRuns } from "../store/container-run";
import type { Claim } from "../store/lease";
import type { PrimaryTables } from "../store/tables";
import type { CheckpointTable } from "../store/tables/checkpoint";
import { commit } from "./commit";
import type { DecodedBlock } from "./decode";
import { blockFailure } from "./failure";
import { prepare } from "./prepare";
import { projectBlock, projectGenesis, type SettledBlock } from "./project";
import { newPlaces, type Projection } from "./projection";
import { type Beginning, begin, settleBlocks } from "./settle";
import type { StreamState } from "./state";

export interface WriteOptions {
  db: Kysely<PrimaryTables>;
  rules: NetworkRules;
  /** The P-Chain genesis bytes whose block has this id, if known. Asked for once, with block 1's parent. */
  genesisFor: (blockId: Uint8Array) => Uint8Array | undefined;
  lease: Omit<Claim, "nowMs">;
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  observe: (verb: "project" | "commit", milliseconds: number) => void;
}

/** A disk that fails for a moment is tried again, after these milliseconds. */
const COMMIT_RETRIES_MS = [200, 1_000];

/**
 * Projects blocks and stores their rows, bytes and books in one commit; `state` then stands at the last of them. After
 * a throw nothing is stored and `state` must be loaded again.
 * @throws BlockFailure for the first block that contradicts what is stored
 * @throws StoreError when it could not be stored
 */
export async function writeBlocks(
  state: StreamState,
  blocks: readonly DecodedBlock[],
  options: WriteOptions,
): Promise<void> {
  const [first] = blocks;
  const last = blocks.at(-1);
  if (!first || !last) return;
  const startedAt = options.now();
  const beginning = state.checkpoint ? undefined : begin(first, options);
  const ledger = beginning ? beginning.ledger : state.ledger;
  const settled = settleBlocks(state, ledger, blocks);
  const batch = await project(state, { settled, beginning }, options);
  const to = checkpointAt(state.stream, settled.at(-1), last);
  options.observe("project", options.now() - startedAt);

  const books = ledger?.takeChanges() ?? [];
  const facts = beginning?.facts ?? {};
  await commitSurely({ from: state.checkpoint, to, batch, ledger: books, facts }, options);
  state.checkpoint = to;
  if (beginning) {
    state.ledger = ledger;
    state.avaxAssetId = beginning.avaxAssetId;
  }
}

async function project(
  state: StreamState,
  { settled, beginning }: { settled: SettledBlock[]; beginning: Beginning | undefined },
  { db, now }: WriteOptions,
): Promise<Batch> {
  const projection: Projection = {
    batch: new Batch(),
    addresses: state.addresses,
    assets: state.assets,
    places: newPlaces(),
    lastPositions: new Map(),
    signers: new Map(),
    validations: new Map(),
    lastValidation: state.lastValidation,
    complete: (beginning ? beginning.ledger : state.ledger) !== undefined,
    avaxAssetId: beginning?.avaxAssetId ?? state.avaxAssetId ?? new Uint8Array(32),
  };
  const genesis = beginning?.deeds;
  await prepare(db, projection, { blocks: settled, genesis });
  if (genesis) projectGenesis(projection, genesis);
  for (const [index, block] of settled.entries()) {
    blockFailure(index, () => projectBlock(projection, block, now()));
  }
  for (const run of splitRuns(settled.map(({ container }) => container))) {
    projection.batch.insert("container_run", encodeRun(state.stream, run));
  }
  return projection.batch;
}

function checkpointAt(
  stream: string,
  settled: SettledBlock | undefined,
  last: DecodedBlock,
): CheckpointTable {
  return {
    stream,
    next_index: last.container.index + 1,
    head_id: last.container.containerId,
    head_block_id: last.block.blockId,
    height: last.height,
    time: settled?.time ?? 0,
  };
}

async function commitSurely(
  what: Omit<Parameters<typeof commit>[1], "claim">,
  { db, lease, now, sleep, signal, observe }: WriteOptions,
): Promise<void> {
  for (const delayMs of [...COMMIT_RETRIES_MS, undefined]) {
    const startedAt = now();
    try {
      await commit(db, { ...what, claim: { ...lease, nowMs: startedAt } });
      observe("commit", now() - startedAt);
      return;
    } catch (error) {
      const passing = error instanceof StoreError && error.code === "STORE_FAILED";
      if (!passing || delayMs === undefined || signal.aborted) throw error;
      await sleep(delayMs, signal);
    }
  }
}
