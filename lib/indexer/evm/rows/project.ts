import { isNeverRun } from "../../../avalanche/evm/call";
import { failurePath } from "../../../avalanche/evm/failure";
import type { EvmCall } from "../../../client/evm-json";
import {
  ACTIVITY,
  amountColumn,
  CALL_TYPES,
  EVM_HASH_KIND,
  positionOf,
  prefix48,
  toAmount,
} from "../../../store/rows/columns";
import { encodeBody } from "../../../store/rows/evm-body";
import type { InternalTransactionTable, TxFailureTable } from "../../../store/tables/evm/chain";
import type { ExecutedBlock, ExecutedTransaction } from "../feed/block";
import { messageRows } from "./messages";
import { projectTransfers } from "./project-transfer";
import { projectWrap } from "./project-wrap";
import type { EvmProjection } from "./projection";

/** Rows of one block and its content. `storedAtMs` is the wall clock. */
export function projectBlock(projection: EvmProjection, block: ExecutedBlock, storedAtMs: number): void {
  const { batch } = projection;
  const fees = projection.stats.begin(block);
  projection.height = block.height;
  projection.txTotal += block.transactions.length;
  batch.block.push({
    height: block.height,
    hash: block.hash,
    parent_hash: block.parentHash,
    time: block.time,
    time_ms: block.timeMs ?? null,
    gas_limit: block.gasLimit,
    gas_used: block.gasUsed,
    base_fee: block.baseFee === undefined ? null : toAmount(block.baseFee),
    size: block.size,
    tx_count: block.transactions.length,
    miner: block.miner,
    accepted_at_ns: block.acceptedAtNs ?? null,
    stored_at_ms: storedAtMs,
    settled_height: block.settledHeight ?? null,
    gas_cost: block.blockGasCost === undefined ? null : toAmount(block.blockGasCost),
    fees: amountColumn(fees),
    tx_total: projection.txTotal,
  });
  batch.hash.push({ prefix48: prefix48(block.hash), kind: EVM_HASH_KIND.block, position: block.height });
  for (const row of messageRows(block.height, block.transactions)) batch.message_step.push(row);
  if (block.body) batch.block_body.push({ height: block.height, bytes: encodeBody(block.body) });
  for (const [i, transaction] of block.transactions.entries()) {
    const position = positionOf(block.height, i);
    projectTransaction(projection, position, transaction);
    projection.signers.add(projection.addressId(transaction.from), position, transaction.senderKey);
    const trace = block.traces?.[i];
    if (trace) projectCalls(projection, { position, sender: transaction.from, trace });
    for (const event of transaction.events) {
      projectTransfers(projection, position, event);
      const { contract, update } = event;
      if (update !== undefined)
        projection.announceMetadata(projection.addressId(contract), [
          amountColumn(update.first),
          amountColumn(update.last),
        ]);
      projection.approvals.add(position, event, (address) => projection.addressId(address));
      projectWrap(projection, { position, event, events: transaction.events });
    }
    if (!projection.isPartial)
      projection.uncompared.addCalls({
        transaction,
        trace,
        idOf: (address) => projection.addressId(address),
      });
  }
}

function projectTransaction(
  projection: EvmProjection,
  position: number,
  transaction: ExecutedTransaction,
): void {
  const { batch } = projection;
  const { hash, succeeded } = transaction;
  const from = projection.addressId(transaction.from);
  const to = transaction.to && projection.addressId(transaction.to);
  const createdId = transaction.created && projection.addressId(transaction.created);
  batch.transaction.push({
    position,
    hash,
    from_id: from,
    to_id: to ?? null,
    created_id: createdId ?? null,
    status: succeeded ? 1 : 0,
    tx_type: transaction.type,
    nonce: transaction.nonce,
    value: toAmount(transaction.value),
    gas_limit: transaction.gasLimit,
    gas_used: transaction.gasUsed,
    gas_price: toAmount(transaction.gasPrice),
    selector: transaction.selector ?? null,
    log_count: transaction.logCount,
  });
  batch.hash.push({ prefix48: prefix48(hash), kind: EVM_HASH_KIND.transaction, position });
  projection.stats.record(from, to ?? null);
  const other = to ?? createdId;
  projection.addActivity(from, ACTIVITY.native, position, 0);
  if (other !== undefined && other !== from) projection.addActivity(other, ACTIVITY.native, position, 0);
  if (createdId !== undefined && succeeded) {
    projection.addContract(createdId, { created_position: position, deployer_id: from, creator_id: null });
  }
}

/** What receives the rows of calls. */
export type CallSink = Pick<EvmProjection, "addressId" | "addActivity" | "addContract"> & {
  batch: {
    internal_transaction: { push(row: InternalTransactionTable): unknown };
    tx_failure: { push(row: TxFailureTable): unknown };
  };
};

interface TracedTransaction {
  position: number;
  sender: Uint8Array;
  trace: EvmCall;
  /** Only rows of SELFDESTRUCT. */
  selfdestructsOnly?: boolean;
}

/** The row of a failed transaction's reason. */
export function projectFailure(
  projection: Pick<CallSink, "addressId"> & { batch: Pick<CallSink["batch"], "tx_failure"> },
  position: number,
  trace: EvmCall,
): void {
  const hasNotRun = isNeverRun(trace);
  if (trace.error === undefined && !hasNotRun) return;
  const path = failurePath(trace);
  const { to, error = "", output = NOTHING } = path.at(-1) ?? trace;
  projection.batch.tx_failure.push({
    position,
    depth: path.length - 1,
    address_id: to === undefined ? null : projection.addressId(to),
    error: error.slice(0, MOST_ERROR),
    output,
  });
}

const NOTHING = new Uint8Array();
/** Characters. Precompiles tell their reasons in words. */
const MOST_ERROR = 1_000;

/** Rows of the calls inside a transaction that move value or create contracts, reverted ones included. */
export function projectCalls(
  projection: CallSink,
  { position, sender, trace, selfdestructsOnly = false }: TracedTransaction,
): void {
  projectFailure(projection, position, trace);
  let traceIndex = 0;
  const visit = (call: EvmCall, isUndone: boolean): void => {
    const reverted = isUndone || call.error !== undefined;
    const isIncluded = !selfdestructsOnly || call.type === "SELFDESTRUCT";
    if (traceIndex > 0 && isIncluded)
      projectCall(projection, { position, traceIndex, call, reverted, sender });
    traceIndex += 1;
    for (const inner of call.calls) visit(inner, reverted);
  };
  visit(trace, false);
}

const CREATES_CONTRACT = new Set(["CREATE", "CREATE2", "CREATE3"]);
/** CALLCODE borrows code: its value stays with the caller. */
const MOVES_VALUE = new Set(["CALL", "SELFDESTRUCT"]);

/** SELFDESTRUCT is `UNKNOWN`: the API's call types have no word for it. */
const SELFDESTRUCT = CALL_TYPES.indexOf("UNKNOWN");

interface InnerCall {
  position: number;
  traceIndex: number;
  call: EvmCall;
  reverted: boolean;
  /** Sender of the transaction. */
  sender: Uint8Array;
}

function projectCall(
  projection: CallSink,
  { position, traceIndex, call, reverted, sender }: InnerCall,
): void {
  const creates = CREATES_CONTRACT.has(call.type);
  if (!creates && !(MOVES_VALUE.has(call.type) && call.value.length > 0)) return;
  const from = projection.addressId(call.from);
  const to = call.to && projection.addressId(call.to);
  projection.batch.internal_transaction.push({
    position,
    trace_index: traceIndex,
    call_type: Math.max(SELFDESTRUCT, CALL_TYPES.indexOf(call.type as (typeof CALL_TYPES)[number])),
    from_id: from,
    to_id: to ?? null,
    value: toAmount(call.value),
    gas_limit: call.gas,
    gas_used: call.gasUsed,
    reverted: reverted,
  });
  for (const id of new Set([from, to])) {
    if (id !== undefined) projection.addActivity(id, ACTIVITY.internal, position, traceIndex);
  }
  if (creates && to !== undefined && !reverted) {
    const deployer = projection.addressId(sender);
    projection.addContract(to, { created_position: position, deployer_id: deployer, creator_id: from });
  }
}
