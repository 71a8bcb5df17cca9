import { equalBytes, fromHex, toHex } from "../../avalanche/codec/bytes";
import { minimalBytes, quantityToBigint } from "../../avalanche/codec/rlp";
import { CallCheck, type EvmCall } from "../../avalanche/evm/call";
import { headerRoots } from "../../avalanche/evm/header-roots";
import { createdAddress } from "../../avalanche/evm/outcome";
import { writeReceipt } from "../../avalanche/evm/receipt";
import { recoverSender } from "../../avalanche/evm/sender";
import { decodeTransaction } from "../../avalanche/evm/transaction";
import { orderedTrieRoot } from "../../avalanche/evm/trie";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type { EvmReceiptAnswer } from "../../client/evm-json";
import type * as contract from "../../contract/firn/evm";
import type { TracedCall } from "../../contract/node/evm";
import { DataError, NodeError } from "../../errors";
import { readPartiesByAddress } from "../../store/queries/evm/address";
import { readBlock, readBody } from "../../store/queries/evm/block";
import { findTransaction, listBlockTransactions } from "../../store/queries/evm/transaction";
import { heightOf, indexInBlockOf } from "../../store/rows/columns";
import { decodeBody } from "../../store/rows/evm-body";
import type { EvmTransactionTable } from "../../store/tables/evm/chain";
import { notFound } from "../evm/history";
import { findReceiptProof, type ReceiptProof, readHeader } from "../evm/receipt-proof";
import type { EvmContext, Handler, HandlerRequest } from "../handler";
import { presentParty } from "../present/evm/party";

/** Most calls in one answer. Pages show fewer. */
const MAX_CALLS = 2000;

export const getEvmExecution: Handler<typeof contract.getEvmExecution> = async (request) => {
  const { params, readEvm } = request;
  const { row, bytes, hashes, receiptProof, node } = await readEvm(
    params.chainId,
    async ({ db, facts, history, nodes, labels }) => {
      const row = await findTransaction(db, fromHex(params.txHash.toLowerCase()));
      if (row === undefined)
        throw notFound({ history }, `no transaction ${params.txHash} is indexed on ${params.chainId}`);
      const height = heightOf(row.position);
      const body = await readBody(db, height);
      const block = await listBlockTransactions(db, { height, fromIndex: 0, limit: Number.MAX_SAFE_INTEGER });
      const hashes = block.map(({ hash }) => hash);
      const header = await readBlock(db, height);
      return {
        row,
        bytes: body && decodeBody(body)[indexInBlockOf(row.position)],
        hashes,
        receiptProof: header && (await findReceiptProof({ db }, header)),
        node: { facts, nodes, labels },
      };
    },
  );
  if (bytes === undefined) throw new Error(`the bytes of transaction ${row.position} are not stored`);
  const [logs, calls] = await Promise.all([
    askLogs(request, node, { row, hashes, receiptProof }),
    askCalls(node, row, bytes),
  ]);
  const named = [
    ...(logs.logs ?? []).map(({ address }) => address),
    ...(calls.calls ?? []).flatMap(({ from, to }) => [from, to]),
  ];
  const addresses = [...new Set(named.filter((address) => address !== undefined))];
  const parties = await readEvm(params.chainId, ({ db }) =>
    readPartiesByAddress(
      db,
      addresses.map((address) => fromHex(address.toLowerCase())),
    ),
  );
  return {
    transaction: toHex(bytes),
    ...logs,
    ...calls,
    parties: parties
      .filter(({ address, contract }) => contract !== undefined || node.labels.address(address) !== undefined)
      .map((party) => presentParty(party, node)),
  };
};

type Node = Pick<EvmContext, "facts" | "nodes" | "labels">;

interface Asked {
  row: EvmTransactionTable;
  /** Hashes of all transactions in the block. */
  hashes: readonly Uint8Array[];
  /** Undefined while no header proves its receipt. */
  receiptProof: ReceiptProof | undefined;
}

async function askLogs(
  request: Pick<HandlerRequest<typeof contract.getEvmExecution>, "read">,
  { facts, nodes }: Node,
  { row, hashes, receiptProof }: Asked,
): Promise<Pick<contract.EvmExecution, "logs" | "withoutLogs">> {
  try {
    const height = heightOf(row.position);
    const blocks = receiptProof?.blocks ?? [{ height, txHashes: hashes }];
    const all = await nodes.client(facts).getReceipts(blocks);
    const receipts = all[blocks.findIndex((block) => block.height === height)];
    const index = indexInBlockOf(row.position);
    const receipt = receipts?.[index];
    if (receipts === undefined || receipt === undefined)
      return { withoutLogs: "The node has no receipt of it." };
    const differs = whatDiffers(receipt, row);
    if (differs !== undefined)
      return {
        withoutLogs: `The node’s receipt differs from the indexed one in ${differs}.`,
      };
    const header = receiptProof && (await readHeader(request, { facts, nodes }, receiptProof.by));
    const root = orderedTrieRoot(
      all.flatMap((each) => each ?? []),
      writeReceipt,
    );
    if (header !== undefined && !equalBytes(root, headerRoots(header).receiptsRoot))
      return {
        withoutLogs: `The node’s receipts differ from the indexed ones: they do not give the receipts root of block ${receiptProof?.by.height}.`,
      };
    const before = receipts.slice(0, index).reduce((sum, { logs }) => sum + logs.length, 0);
    return {
      logs: receipt.logs.map(({ address, topics, data }, at) => ({
        logIndex: before + at,
        address: formatEvmAddress(address),
        topics: topics.map(toHex),
        data: toHex(data),
      })),
    };
  } catch (error) {
    return { withoutLogs: whyNot(error) };
  }
}

/** What the receipt contradicts of what was proved when the block was indexed. */
function whatDiffers(receipt: EvmReceiptAnswer, row: EvmTransactionTable): string | undefined {
  const same = {
    transaction: toHex(receipt.transactionHash) === toHex(row.hash),
    status: Number(quantityToBigint(receipt.status)) === row.status,
    "gas used": receipt.gasUsed === row.gas_used,
    "number of logs": receipt.logs.length === row.log_count,
  };
  return Object.entries(same).find(([, holds]) => !holds)?.[0];
}

async function askCalls(
  { facts, nodes, labels }: Node,
  row: EvmTransactionTable,
  bytes: Uint8Array,
): Promise<Pick<contract.EvmExecution, "calls" | "callCount" | "withoutCalls">> {
  try {
    const root = await nodes.trace(facts, row.hash);
    if (root === undefined)
      return { withoutCalls: "The node has no debug API: start it with debug among its eth-apis." };
    checkTrace(row, bytes, callOf(root));
    const calls = listCalls(root, 0, labels);
    return { calls: calls.slice(0, MAX_CALLS), callCount: calls.length };
  } catch (error) {
    if (error instanceof DataError)
      return { withoutCalls: `The node’s trace is impossible: ${error.message}.` };
    return { withoutCalls: whyNot(error) };
  }
}

/** @throws DataError EXECUTION_MISMATCH when a trace contradicts the proved transaction, or itself */
function checkTrace(
  { position, hash, gas_used: gasUsed, status }: EvmTransactionTable,
  bytes: Uint8Array,
  trace: EvmCall,
): void {
  const fields = decodeTransaction(bytes);
  const from = recoverSender(bytes);
  const created = fields.to.length === 0 ? createdAddress(from, fields.nonce) : undefined;
  const succeeded = status === 1;
  // Trying millions of nonces is too slow for a page. Indexing has tried them.
  const check = new CallCheck("any");
  check.check({ height: heightOf(position), hash, fields, from, created, gasUsed, succeeded }, trace);
}

function callOf({ type, from, to, value, gas, gasUsed, input, error, calls = [] }: TracedCall): EvmCall {
  return {
    ...{ type, from: fromHex(from), to: to == null ? undefined : fromHex(to), error },
    ...{
      value: minimalBytes(value ?? 0n),
      gas: Number(gas),
      gasUsed: Number(gasUsed),
      input: fromHex(input),
    },
    calls: calls.map(callOf),
  };
}

function listCalls(
  { calls = [], ...call }: TracedCall,
  depth: number,
  labels: EvmContext["labels"],
): contract.EvmTraceCall[] {
  const isMaking = call.type.startsWith("CREATE");
  const methodHash = !isMaking && call.input.length >= 10 ? call.input.slice(0, 10) : undefined;
  const methodName = methodHash && labels.method(fromHex(methodHash));
  const own = {
    depth,
    type: call.type,
    from: formatEvmAddress(fromHex(call.from)),
    ...(call.to != null && { to: formatEvmAddress(fromHex(call.to)) }),
    value: String(call.value ?? 0n),
    gasUsed: String(call.gasUsed),
    ...(methodHash !== undefined && { methodHash }),
    ...(methodName !== undefined && { methodName }),
    ...(call.error !== undefined && { error: call.error }),
  };
  return [own, ...calls.flatMap((inner) => listCalls(inner, depth + 1, labels))];
}

/** Why the node did not answer, as a sentence for readers. */
function whyNot(error: unknown): string {
  if (error instanceof NodeError) return `The node did not answer: ${error.message}.`;
  throw error;
}
