import type { NetworkRules } from "../../avalanche/ledger/rules";
import type { Claim } from "../../store/bookkeeping/lease";
import type { PrimaryDb } from "../../store/db";
import { Batch } from "../../store/rows/batch";
import { encodeRun, splitRuns } from "../../store/rows/container-run";
import type { CheckpointTable } from "../../store/tables/bookkeeping";
import type { Dictionaries, IdDictionaries } from "../rows/id-dictionaries";
import { prepare } from "../rows/prepare";
import { projectContainer, projectGenesis } from "../rows/project";
import { type NetworkIds, newPlaces, type Projection } from "../rows/projection";
import { type Beginning, begin, beginAt, settleContainers } from "../rows/settle";
import type { SettledContainer } from "../rows/settled-container";
import { type Commit, commit, retryCommit } from "./commit";
import type { DecodedContainer } from "./decode";
import { blockFailure } from "./failure";
import { withoutLinear } from "./linear";
import { isBare, type StreamState } from "./state";

export interface WriteOptions {
  db: PrimaryDb;
  network: NetworkIds;
  rules: NetworkRules;
  /** The P-Chain genesis bytes whose block has this id, if known. Asked for once, with block 1's parent. */
  genesisFor: (blockId: Uint8Array) => Uint8Array | undefined;
  /** Of all streams of the store. */
  dictionaries: IdDictionaries;
  lease: Claim;
  /** Rows are made anew: the containers stay where they are, and so does what was noted of their arrival. */
  anew?: { storedAtMs: (height: number) => number };
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  observe: (verb: "project" | "commit", milliseconds: number) => void;
}

/**
 * Projects containers and stores their rows, bytes and the ledger in one commit; `state` then ends with the last of them. After
 * a throw nothing is stored and `state` must be loaded again.
 * @throws BlockFailure for the first container that contradicts what is stored
 * @throws StoreError when it could not be stored
 */
export async function writeContainers(
  state: StreamState,
  containers: readonly DecodedContainer[],
  options: WriteOptions,
): Promise<void> {
  if (containers.length === 0) return;
  await options.dictionaries.use((dictionaries) =>
    writeRows(state, containers, { ...options, dictionaries }),
  );
}

type RowOptions = Omit<WriteOptions, "dictionaries"> & { dictionaries: Dictionaries };

async function writeRows(
  state: StreamState,
  containers: readonly DecodedContainer[],
  options: RowOptions,
): Promise<void> {
  const { stream } = state;
  const [first] = containers;
  const last = containers.at(-1);
  if (!first || !last) return;
  const startedAt = options.now();
  const isBegun = state.checkpoint !== undefined || state.ledger !== undefined || !stream.keepsLedger;
  const beginning = isBegun ? undefined : blockFailure(0, () => begin(first, options));
  const ledger = beginning?.ledger ?? state.ledger;
  const own = stream.after ? await withoutLinear(options.db, containers) : containers;
  const settled = settleContainers(state, ledger, own);
  const batch = await project(state, { settled, beginning }, options);
  const to = checkpointAt(stream.name, settled.at(-1), last);
  options.observe("project", options.now() - startedAt);

  const changes = ledger?.takeChanges() ?? [];
  const facts = beginning?.facts ?? {};
  await commitSurely({ move: { from: state.checkpoint, to }, batch, ledger: changes, facts }, options);
  state.checkpoint = to;
  state.isHeadBare = isBare(last.container);
  state.ledger = ledger;
}

/**
 * Stores what a genesis holds, in a store that has no block of the P-Chain: block 1 will find it there.
 * @throws StoreError when it could not be stored
 */
export async function writeGenesis(bytes: Uint8Array, options: WriteOptions): Promise<void> {
  const { deeds, ledger, facts } = beginAt(bytes, options.rules);
  await options.dictionaries.use(async (dictionaries) => {
    const projection = newProjection(
      { ...options, dictionaries },
      { lastValidation: { id: 0 }, complete: true },
    );
    await prepare(options.db, projection, { blocks: [], genesis: deeds });
    projectGenesis(projection, deeds);
    await commitSurely({ batch: projection.batch, ledger: ledger.takeChanges(), facts }, options);
  });
}

function newProjection(
  { dictionaries, network }: Pick<RowOptions, "dictionaries" | "network">,
  stream: Pick<Projection, "lastValidation" | "complete">,
): Projection {
  return {
    batch: new Batch(),
    ...dictionaries,
    network,
    places: newPlaces(),
    waiting: new Map(),
    lastPositions: new Map(),
    signers: new Map(),
    validations: new Map(),
    ...stream,
  };
}

async function project(
  state: StreamState,
  { settled, beginning }: { settled: SettledContainer[]; beginning: Beginning | undefined },
  options: RowOptions,
): Promise<Batch> {
  const { db, now, anew } = options;
  const projection = newProjection(options, {
    lastValidation: state.lastValidation,
    complete: (beginning?.ledger ?? state.ledger) !== undefined,
  });
  const genesis = beginning?.deeds;
  await prepare(db, projection, { blocks: settled, genesis });
  if (genesis) projectGenesis(projection, genesis);
  for (const [index, container] of settled.entries()) {
    const storedAtMs = anew ? anew.storedAtMs(container.height) : now();
    blockFailure(index, () => projectContainer(projection, container, storedAtMs));
  }
  if (anew) return projection.batch;
  for (const run of splitRuns(settled.map(({ container }) => container))) {
    projection.batch.insert("container_run", encodeRun(state.stream.name, run));
  }
  return projection.batch;
}

function checkpointAt(
  stream: string,
  settled: SettledContainer | undefined,
  last: DecodedContainer,
): CheckpointTable {
  return {
    stream,
    next_index: last.container.index + 1,
    head_id: last.container.containerId,
    head_block_id: last.blockId,
    height: last.height,
    time: settled?.time ?? 0,
  };
}

async function commitSurely(
  what: Omit<Commit, "claim">,
  options: Pick<WriteOptions, "db" | "lease" | "now" | "sleep" | "signal" | "observe">,
): Promise<void> {
  const { db, lease, now, observe } = options;
  await retryCommit(async () => {
    const startedAt = now();
    await commit(db, { ...what, claim: lease });
    observe("commit", now() - startedAt);
  }, options);
}
