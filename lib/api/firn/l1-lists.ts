import { toHex } from "../../avalanche/codec/bytes";
import { formatId, formatNodeId, parseId } from "../../avalanche/ids";
import * as contract from "../../contract/firn/l1-lists";
import { InputError } from "../../errors";
import {
  type L1Change,
  type L1ValidatorAt,
  listL1Changes,
  listL1Validators,
} from "../../store/queries/l1-validator-list";
import { positionOf } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { takePage } from "../page/page";
import { readHead, takeSnapshotPage } from "../page/snapshot-page";
import { presentFee, presentL1Change, presentL1ValidatorLine } from "../present/staking/l1";
import { balanceAt } from "../present/staking/l1-validator";
import { MOST_VALIDATORS, requireL1, requireValidation } from "../staking/l1s";
import { readFees } from "../staking/ledger";
import { rowsAfter } from "../staking/validator-lines";

export const listValidatorsOfL1: Handler<typeof contract.listValidatorsOfL1> = ({ params, query, read }) =>
  read(async (context) => {
    const subnetId = parseId(params.subnetId);
    await requireL1(context, subnetId);
    const { at, rows, nextPageToken } = await takeSnapshotPage(context, {
      token: query.pageToken,
      canonical: { endpoint: "validators of an L1", subnetId: toHex(subnetId) },
      pageSize: query.pageSize,
      list: async (at, page) => {
        const list = { at, subnetId, which: "present", limit: MOST_VALIDATORS } as const;
        const left = (row: L1ValidatorAt) => Number(balanceAt(row, at) || Number.POSITIVE_INFINITY);
        const rows = (await listL1Validators(context.db, list))
          .map((row) => ({ ...row, left: left(row) }))
          .sort((a, b) => (a.left === b.left ? b.id - a.id : a.left - b.left));
        const cursor = page.cursor ?? startAfter(rows, query.after);
        return rowsAfter(rows, { ...page, cursor }, ({ id }) => id);
      },
      idOf: ({ id }) => id,
    });
    const now = { at, fees: await readFees(context) };
    return {
      height: at.height,
      time: at.time,
      ...presentFee(now.fees),
      nextPageToken,
      validators: rows.map((row) => presentL1ValidatorLine(row, now)),
    };
  });

export const listChangesOfL1: Handler<typeof contract.listChangesOfL1> = ({ params, query, read }) =>
  read(async (context) => {
    const subnetId = parseId(params.subnetId);
    await requireL1(context, subnetId);
    return takeChanges(context, query, { subnetId });
  });

export const listChangesOfValidation: Handler<typeof contract.listChangesOfValidation> = ({
  params,
  query,
  read,
}) =>
  read(async (context) => {
    const validationId = parseId(params.validationId);
    const at = await readHead(context);
    const { id } = await requireValidation(context, { at, validationId });
    return takeChanges(context, query, { id });
  });

/** @throws InputError BAD_PARAMETER when it is not a validation of the list */
function startAfter(rows: readonly L1ValidatorAt[], after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  const wanted = toHex(parseId(after));
  const row = rows.find(({ validation_id }) => toHex(validation_id) === wanted);
  if (row !== undefined) return row.id;
  throw new InputError(
    "BAD_PARAMETER",
    `after must be the id of a validation of this L1 that has not ended, not ${after}`,
  );
}

interface Page {
  before?: string | undefined;
  pageToken?: string | undefined;
  pageSize: number;
}

/** Bits of a cursor that count the shown changes of a block. The other bits are its height. */
const SHOWN_BITS = 16;

/**
 * A page of changes. Several may be in one block, even of one transaction, so a cursor is a block and how many of its
 * changes were shown.
 */
async function takeChanges(
  context: RequestContext,
  query: Page,
  of: { id: number } | { subnetId: Uint8Array },
) {
  const head = await readHead(context);
  const canonical = "id" in of ? { validation: of.id } : { subnetId: toHex(of.subnetId) };
  const start = query.before === undefined ? undefined : contract.parseChangePosition(query.before);
  const page = await takePage({
    tokens: context.pageTokens,
    token: query.pageToken,
    canonical: { endpoint: "L1 changes", ...canonical, dialect: context.dialect.name },
    start: start && start.height * 2 ** SHOWN_BITS + start.shown,
    pageSize: query.pageSize,
    list: async (cursor, limit) => {
      const height = cursor === undefined ? head.height : Math.floor(cursor / 2 ** SHOWN_BITS);
      const shown = cursor === undefined ? 0 : cursor % 2 ** SHOWN_BITS;
      const at = { ...head, below: Math.min(head.below, positionOf(height + 1, 0)) };
      const rows = await listL1Changes(context.db, { of, at, limit: limit + shown });
      // Of the block where the list goes on, those that were shown come first.
      const ofBlock = rows.findIndex((row) => row.height !== height);
      const skipped = Math.min(shown, ofBlock === -1 ? rows.length : ofBlock);
      return numberInBlock(rows).slice(skipped);
    },
    cursorOf: ({ row, shown }) => row.height * 2 ** SHOWN_BITS + shown,
  });
  return {
    nextPageToken: page.nextPageToken,
    changes: page.rows.map(({ row }) => ({
      ...presentL1Change(row),
      validationId: formatId(row.validation_id),
      nodeId: formatNodeId(row.node_id),
    })),
  };
}

/** Rows with how many of their block come up to each. */
function numberInBlock(rows: readonly L1Change[]): { row: L1Change; shown: number }[] {
  const first = new Map<number, number>();
  return rows.map((row, index) => {
    if (!first.has(row.height)) first.set(row.height, index);
    return { row, shown: index - (first.get(row.height) ?? 0) + 1 };
  });
}
