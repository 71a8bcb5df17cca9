import type { NetworkRules } from "../../avalanche/ledger/rules";
import { proposedTimeOf } from "../../avalanche/p/block";
import { isStored } from "../../store/bookkeeping/checkpoint";
import type { Claim } from "../../store/bookkeeping/lease";
import type { PrimaryDb } from "../../store/db";
import { Batch } from "../../store/rows/batch";
import { encodeRun, splitRuns } from "../../store/rows/container-run";
import type { CheckpointTable } from "../../store/tables/bookkeeping";
import { applyLedger, findGenesisState, readGenesisState } from "../rows/apply-ledger";
import type { ContainerWithLedger } from "../rows/container-with-ledger";
import type { Dictionaries, IdDictionaries } from "../rows/id-dictionaries";
import { liveSpansWith } from "../rows/live-spans";
import { prepare } from "../rows/prepare";
import { type GenesisEffects, projectContainer, projectGenesis } from "../rows/project";
import { genesisLocations, type NetworkIds, type Projection } from "../rows/projection";
import { type Commit, commit, retryCommit } from "./commit";
import type { DecodedContainer } from "./decode";
import { blockFailure } from "./failure";
import { withoutLinear } from "./linear";
import { isBare, type StreamState } from "./state";
import type { Stream } from "./stream";

export interface WriteOptions {
  db: PrimaryDb;
  network: NetworkIds;
  rules: NetworkRules;
  /** The P-Chain genesis bytes whose block has this id, if known. Called once, with block 1's parent. */
  genesisFor: (blockId: Uint8Array) => Uint8Array | undefined;
  /** Shared by all streams of the store. */
  dictionaries: IdDictionaries;
  lease: Claim;
  /** Set when rows are rebuilt: the containers stay where they are, and so does the time at which each was stored. */
  rebuild?: { storedAtMs: (height: number) => number };
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  observe: (verb: "project" | "commit", milliseconds: number) => void;
}

/**
 * Projects containers and stores their rows, bytes and the ledger in one commit; `state` then ends with the last of
 * them. After a throw nothing is stored and `state` must be loaded again.
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
  const genesisState = isBegun ? undefined : blockFailure(0, () => findGenesisState(first, options));
  const ledger = genesisState?.ledger ?? state.ledger;
  const own = stream.after ? await withoutLinear(options.db, containers) : containers;
  const applied = applyLedger(state, ledger, own);
  const projection = newProjection(options, {
    lastValidation: state.lastValidation,
    complete: ledger !== undefined,
  });
  const from = { stream, applied, genesis: genesisState?.genesis };
  const batch = await project(projection, from, options);
  const to = checkpointAt(stream.name, applied.at(-1), last);
  options.observe("project", options.now() - startedAt);

  const changes = ledger?.takeChanges() ?? [];
  const facts = genesisState?.facts ?? {};
  await commitWithRetries({ move: { from: state.checkpoint, to }, batch, ledger: changes, facts }, options);
  state.checkpoint = to;
  state.isHeadBare = isBare(last.container);
  state.proposedTime = last.block?.pBlock && proposedTimeOf(last.block.pBlock);
  state.ledger = ledger;
}

/**
 * Stores containers that end with the parent of the chain's first stored block, in one commit. The checkpoint stays.
 * @throws DataError when one contradicts what is stored
 * @throws StoreError when it could not be stored
 */
export async function writeOlderBlocks(
  stream: Stream,
  containers: readonly DecodedContainer[],
  options: WriteOptions,
): Promise<void> {
  const applied = applyLedger(
    { stream, checkpoint: undefined, proposedTime: undefined },
    undefined,
    containers,
  );
  const [first] = applied;
  if (first === undefined) return;
  await options.dictionaries.use(async (dictionaries) => {
    const rows = { ...options, dictionaries };
    const beginning = { lastValidation: { id: 0 }, complete: false };
    const projection = { ...newProjection(rows, beginning), lastLiveSpans: undefined };
    const batch = await project(projection, { stream, applied, genesis: undefined }, rows);
    const spans = await liveSpansWith(options.db, first.chain, applied);
    const liveSpans = spans && { chain: first.chain, spans };
    await commitWithRetries({ batch, ledger: [], facts: {}, ...(liveSpans && { liveSpans }) }, options);
  });
}

/**
 * Stores a genesis in a store that has no P-Chain block yet; block 1 will find it there.
 * @throws StoreError when it could not be stored
 */
export async function writeGenesis(bytes: Uint8Array, options: WriteOptions): Promise<void> {
  const { genesis, ledger, facts } = readGenesisState(bytes, options.rules);
  await options.dictionaries.use(async (dictionaries) => {
    const projection = newProjection(
      { ...options, dictionaries },
      { lastValidation: { id: 0 }, complete: true },
    );
    await prepare(options.db, projection, { blocks: [], genesis });
    projectGenesis(projection, genesis);
    await commitWithRetries({ batch: projection.batch, ledger: ledger.takeChanges(), facts }, options);
  });
}

function newProjection(
  { dictionaries, network, rules }: Pick<RowOptions, "dictionaries" | "network" | "rules">,
  stream: Pick<Projection, "lastValidation" | "complete">,
): Projection {
  return {
    batch: new Batch(),
    ...dictionaries,
    network,
    durango: Number(rules.upgrades.durango),
    locations: genesisLocations(),
    waiting: new Map(),
    lastPositions: new Map(),
    signers: new Map(),
    accounts: new Map(),
    validations: new Map(),
    lastLiveSpans: new Map(),
    ...stream,
  };
}

async function project(
  projection: Projection,
  {
    stream,
    applied,
    genesis,
  }: { stream: Stream; applied: ContainerWithLedger[]; genesis: GenesisEffects | undefined },
  { db, now, rebuild }: Pick<RowOptions, "db" | "now" | "rebuild">,
): Promise<Batch> {
  const runs = rebuild ? [] : splitRuns(applied.map(({ container }) => container));
  // Begun first: other threads compress them meanwhile.
  const encoded = Promise.all(runs.map((run) => encodeRun(stream.name, run)));
  await prepare(db, projection, { blocks: applied, genesis });
  if (genesis) projectGenesis(projection, genesis);
  for (const [index, container] of applied.entries()) {
    const storedAtMs = rebuild ? rebuild.storedAtMs(container.height) : now();
    blockFailure(index, () => projectContainer(projection, container, storedAtMs));
  }
  for (const run of await encoded) projection.batch.insert("container_run", run);
  return projection.batch;
}

function checkpointAt(
  stream: string,
  applied: ContainerWithLedger | undefined,
  last: DecodedContainer,
): CheckpointTable {
  return {
    stream,
    next_index: last.container.index + 1,
    head_id: last.container.containerId,
    head_block_id: last.blockId,
    height: last.height,
    time: applied?.time ?? 0,
  };
}

async function commitWithRetries(
  what: Omit<Commit, "claim">,
  options: Pick<WriteOptions, "db" | "lease" | "now" | "sleep" | "signal" | "observe">,
): Promise<void> {
  const { db, lease, now, observe } = options;
  const { move } = what;
  const isDone = async () => move !== undefined && (await isStored(db, move.to));
  const work = async () => {
    const startedAt = now();
    await commit(db, { ...what, claim: lease });
    observe("commit", now() - startedAt);
  };
  await retryCommit(work, { ...options, isDone });
}
