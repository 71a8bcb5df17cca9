import { type Acceptance, followAcceptance, type LiveSpan } from "../../avalanche/accepted-live";
import type { PrimaryDb } from "../../store/db";
import { type AcceptedBlock, acceptedBlocks, readLastLiveSpan } from "../../store/queries/live-span";
import { CHAIN, type ChainCode } from "../../store/rows/columns";
import type { LiveSpanTable } from "../../store/tables/chain";
import type { ContainerWithLedger } from "./container-with-ledger";
import type { Projection } from "./projection";

/** The chains whose blocks show when a node was live: X had none when that matters. */
const WITNESSES: readonly number[] = [CHAIN.p, CHAIN.c];

/** Loads the last live span of the chains of these blocks. */
export async function loadLiveSpans(
  db: PrimaryDb,
  projection: Projection,
  blocks: readonly ContainerWithLedger[],
): Promise<void> {
  if (projection.lastLiveSpans === undefined) return;
  const chains = new Set(blocks.flatMap(({ block, chain }) => (block ? [chain] : [])));
  for (const chain of chains) {
    const row = WITNESSES.includes(chain) ? await readLastLiveSpan(db, chain) : undefined;
    if (row === undefined) continue;
    projection.batch.load("live_span", row);
    projection.lastLiveSpans.set(chain, row.span);
  }
}

/** Lets the live span of a chain go on with a block, or begin anew. */
export function insertAcceptance(
  { batch, lastLiveSpans }: Projection,
  chain: ChainCode,
  acceptance: Acceptance,
): void {
  if (lastLiveSpans === undefined || !WITNESSES.includes(chain)) return;
  const number = lastLiveSpans.get(chain);
  const row = number === undefined ? undefined : batch.find("live_span", [chain, number]);
  const { span, isNew } = followAcceptance(row && spanOf(row), acceptance);
  const columns = { from_ms: span.fromMs, to_ms: span.toMs };
  if (number !== undefined && !isNew) {
    batch.update("live_span", [chain, number], columns);
    return;
  }
  const next = (number ?? -1) + 1;
  batch.insert("live_span", { chain, span: next, ...columns });
  lastLiveSpans.set(chain, next);
}

/**
 * The live spans of a chain whose older blocks have arrived: of all its blocks in order. Undefined where older blocks
 * change nothing, since what began above block 1 has no span before it, and goes on without one.
 */
export async function liveSpansWith(
  db: PrimaryDb,
  chain: ChainCode,
  older: readonly ContainerWithLedger[],
): Promise<LiveSpanTable[] | undefined> {
  const accepted = older.flatMap(({ height, time, container: { acceptedAtNs } }) =>
    acceptedAtNs === undefined ? [] : [{ height, time, acceptedAtNs }],
  );
  const [first] = accepted;
  const isNew = first?.height === 1 || (await readLastLiveSpan(db, chain)) === undefined;
  if (first === undefined || !isNew) return undefined;
  const spans: LiveSpan[] = [];
  const follow = ({ height, time, acceptedAtNs }: AcceptedBlock) => {
    const acceptance = { height, acceptedAtMs: Number(acceptedAtNs / 1_000_000n), madeAtMs: time * 1_000 };
    const { span, isNew } = followAcceptance(spans.at(-1), acceptance);
    if (!isNew) spans.pop();
    spans.push(span);
  };
  accepted.forEach(follow);
  for await (const block of acceptedBlocks(db, chain)) follow(block);
  return spans.map(({ fromMs, toMs }, span) => ({ chain, span, from_ms: fromMs, to_ms: toMs }));
}

function spanOf({ from_ms, to_ms }: { from_ms: number; to_ms: number }): LiveSpan {
  return { fromMs: from_ms, toMs: to_ms };
}
