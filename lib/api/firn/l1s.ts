import { toHex } from "../../avalanche/codec/bytes";
import { formatId, formatNodeId, parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/l1s";
import { InputError } from "../../errors";
import { type L1ValidatorAt, listL1Changes, listL1Validators } from "../../store/queries/l1-validator-list";
import {
  countConverted,
  findSubnet,
  listBlockchainsOf,
  listConverted,
  type SubnetRow,
} from "../../store/queries/subnet";
import { readTxs } from "../../store/queries/tx";
import { CHAIN } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { takePage } from "../page/page";
import { readHead } from "../page/snapshot-page";
import {
  type L1Now,
  presentFee,
  presentL1Change,
  presentL1Facts,
  presentL1ValidatorLine,
  presentTogether,
} from "../present/staking/l1";
import { presentL1Owners } from "../present/staking/l1-validator";
import { percentage } from "../present/staking/stake";
import { presentSubnetOwner } from "../present/staking/subnet";
import { MOST_VALIDATORS, requireL1, requireValidation } from "../staking/l1s";
import { readFees } from "../staking/ledger";
import { sum } from "../sum";

const POINTS_SHOWN = 1_000;

export const listL1s: Handler<typeof contract.listL1s> = ({ query, read }) =>
  read(async (context) => {
    const now = await readNow(context);
    const { rows, nextPageToken } = await takePage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: { endpoint: "l1s" },
      start: await readStart(context, query.before),
      pageSize: query.pageSize,
      list: (cursor, limit) => listConverted(context.db, { below: cursor ?? Number.MAX_SAFE_INTEGER, limit }),
      cursorOf: ({ converted_position }) => converted_position ?? 0,
    });
    const l1s: contract.L1Line[] = [];
    for (const row of rows) l1s.push((await readL1(context, row, now)).line);
    const l1Count = await countConverted(context.db);
    return { height: now.at.height, time: now.at.time, ...presentFee(now.fees), nextPageToken, l1s, l1Count };
  });

export const getL1: Handler<typeof contract.getL1> = ({ params, query, read }) =>
  read(async (context) => {
    const subnetId = parseId(params.subnetId);
    const { row, manager } = await requireL1(context, subnetId);
    const now = await readNow(context);
    const { line, validators } = await readL1(context, row, now);
    const lines = validators.map((one) => presentL1ValidatorLine(one, now));
    const changes = await listL1Changes(context.db, { of: { subnetId }, at: now.at, limit: query.changes });
    return {
      ...line,
      height: now.at.height,
      time: now.at.time,
      ...presentFee(now.fees),
      owner: presentSubnetOwner(row, context.network),
      l1ValidatorManagerDetails: manager,
      validators: lines
        .sort((a, b) => (a.runsOutTimestamp ?? Infinity) - (b.runsOutTimestamp ?? Infinity) || 0)
        .slice(0, query.validators),
      changes: changes.map((change) => ({
        ...presentL1Change(change),
        validationId: formatId(change.validation_id),
        nodeId: formatNodeId(change.node_id),
      })),
    };
  });

export const getValidation: Handler<typeof contract.getValidation> = ({ params, read }) =>
  read(async (context) => {
    const validationId = parseId(params.validationId);
    const now = await readNow(context);
    const { at } = now;
    const row = await requireValidation(context, { at, validationId });
    const points = await listL1Changes(context.db, { of: { id: row.id }, at, limit: POINTS_SHOWN });
    const line = presentL1ValidatorLine(row, now);
    return {
      ...line,
      height: at.height,
      time: at.time,
      ...presentFee(now.fees),
      validationIdHex: toHex(validationId),
      subnetId: formatId(row.subnet_id),
      registeredTimestamp: row.registered_time,
      registrationTxHash: formatId(row.registered_tx_id),
      publicKey: toHex(row.public_key),
      ...(line.active && { weightPercent: await weightPercentOf(context, row, now) }),
      minNonce: row.min_nonce.toString(),
      ...presentL1Owners(row, context.network),
      ...(await presentRemoval(context, row)),
      points: points.map(presentL1Change),
    };
  });

/** @throws InputError BAD_PARAMETER when `before` is not an L1 */
async function readStart({ db }: RequestContext, before: string | undefined): Promise<number | undefined> {
  if (before === undefined) return undefined;
  const converted = (await findSubnet(db, parseId(before)))?.converted_position;
  if (converted != null) return converted;
  throw new InputError("BAD_PARAMETER", `before must be the id of an indexed L1, not ${before}`);
}

async function readNow(context: RequestContext): Promise<L1Now> {
  return { at: await readHead(context), fees: await readFees(context) };
}

async function readL1(
  context: RequestContext,
  row: SubnetRow,
  now: L1Now,
): Promise<{ line: contract.L1Line; validators: L1ValidatorAt[] }> {
  const { at } = now;
  const { subnet_id: subnetId } = row;
  const list = { at, subnetId, which: "present", limit: MOST_VALIDATORS } as const;
  const validators = await listL1Validators(context.db, list);
  const blockchains = await listBlockchainsOf(context.db, [subnetId]);
  return {
    line: { ...presentL1Facts(row, blockchains), ...presentTogether(validators, now) },
    validators,
  };
}

async function weightPercentOf(context: RequestContext, row: L1ValidatorAt, { at }: L1Now): Promise<number> {
  const list = { at, subnetId: row.subnet_id, which: "active", limit: MOST_VALIDATORS } as const;
  const rows = await listL1Validators(context.db, list);
  return percentage(row.weight, sum(rows.map(({ weight }) => weight)));
}

async function presentRemoval({ db }: RequestContext, { removed_position }: L1ValidatorAt) {
  if (removed_position === null) return {};
  const tx = (await readTxs(db, CHAIN.p, [removed_position])).get(removed_position);
  if (tx === undefined) return {};
  return { ...(tx.time !== null && { removedTimestamp: tx.time }), removalTxHash: formatId(tx.tx_id) };
}
