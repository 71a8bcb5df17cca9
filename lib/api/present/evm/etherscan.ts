import { toHex } from "../../../avalanche/codec/bytes";
import type {
  EtherscanInternal,
  EtherscanTransaction,
  EtherscanTransfer,
} from "../../../contract/etherscan/answers";
import {
  amountOf,
  CALL_TYPES,
  CREATING_CALL_TYPES,
  heightOf,
  indexInBlockOf,
  TRANSFER_FORMS,
} from "../../../store/rows/columns";
import type { EvmTransactionTable, InternalTransactionTable } from "../../../store/tables/evm/chain";
import type { TokenTransferTable } from "../../../store/tables/evm/tokens";
import { ZERO_PARTY } from "./party";
import { type EvmRows, presentPlace, transactionAt } from "./transaction";

/** Rows of a page in the shapes of the Etherscan-compatible API. */

/** What items are presented with, besides the rows themselves. */
export interface Presented {
  rows: EvmRows;
  /** By position of the transaction. */
  cumulativeGas: Map<number, number>;
  /** Height of the newest indexed block. */
  newest: number;
}

const FAILED = "1";
const FINE = "0";

/** `input`: of the transaction; its first four bytes are its method's selector. */
export function presentTransaction(
  presented: Presented,
  position: number,
  input: Uint8Array | undefined,
): EtherscanTransaction {
  const { rows } = presented;
  const row = transactionAt(rows, position);
  const data = toHex(input ?? new Uint8Array());
  return {
    from: hexOf(rows, row.from_id),
    to: row.to_id === null ? "" : hexOf(rows, row.to_id),
    value: String(amountOf(row.value)),
    isError: row.status === 0 ? FAILED : FINE,
    txreceipt_status: row.status === 0 ? "0" : "1",
    input: data,
    contractAddress: row.to_id === null && row.created_id !== null ? hexOf(rows, row.created_id) : "",
    ...presentOwn(presented, row),
    methodId: data.slice(0, 10),
  };
}

/** A call inside a transaction. What destroyed itself paid what it had. */
export function presentInternal(rows: EvmRows, call: InternalTransactionTable): EtherscanInternal {
  const creates = CREATING_CALL_TYPES.includes(call.call_type);
  const other = call.to_id === null ? "" : hexOf(rows, call.to_id);
  const { blockNumber, blockTimestamp } = presentPlace(rows, call.position);
  const type = CALL_TYPES[call.call_type] ?? "UNKNOWN";
  return {
    blockNumber,
    timeStamp: String(blockTimestamp),
    hash: toHex(transactionAt(rows, call.position).hash),
    from: hexOf(rows, call.from_id),
    to: creates ? "" : other,
    value: String(amountOf(call.value)),
    contractAddress: creates ? other : "",
    input: "",
    type: type === "UNKNOWN" ? "selfdestruct" : (type.toLowerCase() as Lowercase<typeof type>),
    gas: String(call.gas_limit),
    gasUsed: String(call.gas_used),
    traceId: String(call.trace_index),
    isError: call.reverted ? FAILED : FINE,
    errCode: "",
  };
}

/** A call in the list of its transaction, which does not name that again. */
export function withoutPlace({ hash: _, traceId: __, ...call }: EtherscanInternal): EtherscanInternal {
  return call;
}

export function presentTransfer(presented: Presented, row: TokenTransferTable): EtherscanTransfer {
  const { rows } = presented;
  const token = rows.parties.get(row.token_id)?.contract;
  const form = TRANSFER_FORMS[row.form];
  const number = row.token_number === null ? "" : String(amountOf(row.token_number));
  const value = String(amountOf(row.value));
  return {
    from: hexOf(rows, row.from_id),
    contractAddress: hexOf(rows, row.token_id),
    to: hexOf(rows, row.to_id),
    tokenName: token?.name ?? "",
    tokenSymbol: token?.symbol ?? "",
    input: "deprecated",
    ...(form === "erc20" ? { value } : { tokenID: number }),
    ...(form === "erc1155" && { tokenValue: value }),
    ...(form === "erc20" && { tokenDecimal: String(token?.decimals ?? "") }),
    ...(form === "erc721" && { tokenDecimal: "0" }),
    ...presentOwn(presented, transactionAt(rows, row.position)),
  };
}

/** What a transaction says of itself in any list. */
function presentOwn({ rows, cumulativeGas, newest }: Presented, row: EvmTransactionTable) {
  const { blockNumber, blockTimestamp, blockHash } = presentPlace(rows, row.position);
  const { labels } = rows.terms;
  const { selector, to_id } = row;
  const to = to_id === null ? undefined : rows.parties.get(to_id)?.address;
  return {
    blockNumber,
    timeStamp: String(blockTimestamp),
    hash: toHex(row.hash),
    nonce: String(row.nonce),
    blockHash,
    transactionIndex: String(indexInBlockOf(row.position)),
    gas: String(row.gas_limit),
    gasPrice: String(amountOf(row.gas_price)),
    gasUsed: String(row.gas_used),
    cumulativeGasUsed: String(cumulativeGas.get(row.position) ?? row.gas_used),
    confirmations: String(newest - heightOf(row.position) + 1),
    methodId: selector === null ? "0x" : toHex(selector),
    functionName: (to && selector && labels.method(selector, to)) ?? "",
  };
}

function hexOf({ parties }: Pick<EvmRows, "parties">, id: number): string {
  return toHex((parties.get(id) ?? ZERO_PARTY).address);
}
