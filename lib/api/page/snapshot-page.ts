import { InputError } from "../../errors";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { readBlock } from "../../store/queries/block";
import type { Moment } from "../../store/queries/stake-list";
import { CHAIN, positionOf } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import { CHAINS } from "../request/chains";
import { nothingKnown, readGenesisBlock } from "../transactions/genesis-blocks";
import type { CanonicalQuery } from "./page-token";

/** The P-Chain at a height, with the ledger's values there. Absent before its first block with a known time. */
export interface PMoment extends Moment {
  /** Fees that an L1 validator active since the beginning has paid, nAVAX; null where the ledger does not have them. */
  accruedFees: bigint | null;
  /** AVAX in existence, nAVAX; null where the ledger does not have it. */
  supply: bigint | null;
}

export interface SnapshotPageRequest<Row> {
  token: string | undefined;
  canonical: CanonicalQuery;
  pageSize: number;
  /** Rows after the row with id `cursor`, as they were at `at`, at most `limit`. */
  list(at: PMoment, page: { cursor: number | undefined; limit: number }): Promise<Row[]>;
  /** Id of a row: stable and below 2^32. */
  idOf(row: Row): number;
}

/**
 * One page of a list whose order or members change with blocks. All its pages are as of the head that the first page
 * saw, so a walk gives the list at that moment, whatever is indexed in between.
 * @throws InputError BAD_PAGE_TOKEN
 */
export async function takeSnapshotPage<Row>(
  context: RequestContext,
  request: SnapshotPageRequest<Row>,
): Promise<{ at: PMoment; rows: Row[]; nextPageToken: string | undefined }> {
  const { pageTokens } = context;
  const canonical = { ...request.canonical, dialect: context.dialect.name };
  const bits = request.token === undefined ? undefined : pageTokens.readExact(request.token, canonical);
  const at =
    bits === undefined ? await readHead(context) : await readMoment(context, Number(bits >> NUMBER_BITS));
  if (at === undefined)
    throw new InputError(
      "BAD_PAGE_TOKEN",
      "pageToken is from blocks that are not indexed: start over without it",
    );
  const cursor = bits === undefined ? undefined : Number(bits & NUMBER_MASK);
  const found = await request.list(at, { cursor, limit: request.pageSize + 1 });
  const rows = found.slice(0, request.pageSize);
  const last = rows.at(-1);
  if (last === undefined || found.length === rows.length) return { at, rows, nextPageToken: undefined };
  const next = (BigInt(at.height) << NUMBER_BITS) | BigInt(request.idOf(last));
  return { at, rows, nextPageToken: pageTokens.issue(next, canonical) };
}

const NUMBER_BITS = 32n;
const NUMBER_MASK = (1n << NUMBER_BITS) - 1n;

/**
 * The indexed head, or the genesis before the first block.
 * @throws NodeError NOTHING_INDEXED where the genesis is not known either, and no block with a time
 */
export async function readHead(
  context: Pick<RequestContext, "db" | "facts" | "genesis" | "network">,
): Promise<PMoment> {
  const height = (await readCheckpoint(context.db, "P/block"))?.height ?? 0;
  const at = await readMoment(context, height);
  if (at === undefined) throw nothingKnown(CHAINS.p);
  return at;
}

/** The P-Chain at a height; undefined where it is not stored, or has no known time. */
export async function readMoment(
  context: Pick<RequestContext, "db" | "facts" | "genesis" | "network">,
  height: number,
): Promise<PMoment | undefined> {
  const block =
    height === 0 ? await readGenesisBlock(context, CHAINS.p) : await readBlock(context.db, CHAIN.p, height);
  if (block === undefined || block.time === null) return undefined;
  return { ...momentOf(height, block.time), accruedFees: block.l1_accrued_fees, supply: block.supply };
}

function momentOf(height: number, time: number): Moment {
  return { height, time, below: positionOf(height + 1, 0), decidedBelow: positionOf(height, 0) };
}
