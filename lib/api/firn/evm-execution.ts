import { fromHex, toHex } from "../../avalanche/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import { quantityToBigint } from "../../avalanche/rlp";
import type { EvmReceiptAnswer } from "../../client/evm-json";
import type * as contract from "../../contract/firn/evm";
import type { TracedCall } from "../../contract/node/evm";
import { InputError, NodeError } from "../../errors";
import { amountOf, heightOf, indexInBlockOf } from "../../store/columns";
import { decodeBody } from "../../store/evm-body";
import { readPartiesByAddress } from "../../store/queries/evm/address";
import { readBody } from "../../store/queries/evm/block";
import { findTransaction, listBlockTransactions } from "../../store/queries/evm/transaction";
import type { EvmTransactionTable } from "../../store/tables/evm/transaction";
import type { EvmContext, Handler } from "../handler";
import { presentParty } from "../present/evm-party";

/** Calls of one answer; a page shows a part of them anyway. */
const MAX_CALLS = 2000;

export const getEvmExecution: Handler<typeof contract.getEvmExecution> = async ({ params, readEvm }) => {
  const { row, bytes, hashes, node } = await readEvm(params.chainId, async ({ db, facts, nodes, labels }) => {
    const row = await findTransaction(db, fromHex(params.txHash.toLowerCase()));
    if (row === undefined)
      throw new InputError("NOT_FOUND", `no transaction ${params.txHash} is indexed on ${params.chainId}`);
    const height = heightOf(row.position);
    const body = await readBody(db, height);
    const block = await listBlockTransactions(db, { height, fromIndex: 0, limit: Number.MAX_SAFE_INTEGER });
    const hashes = block.map(({ hash }) => hash);
    return {
      row,
      bytes: body && decodeBody(body)[indexInBlockOf(row.position)],
      hashes,
      node: { facts, nodes, labels },
    };
  });
  if (bytes === undefined) throw new Error(`the bytes of transaction ${row.position} are not stored`);
  const [logs, calls] = await Promise.all([askLogs(node, row, hashes), askCalls(node, row)]);
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

async function askLogs(
  { facts, nodes }: Node,
  row: EvmTransactionTable,
  txHashes: readonly Uint8Array[],
): Promise<Pick<contract.EvmExecution, "logs" | "withoutLogs">> {
  try {
    const [receipts] = await nodes.client(facts).getReceipts([{ height: heightOf(row.position), txHashes }]);
    const index = indexInBlockOf(row.position);
    const receipt = receipts?.[index];
    if (receipts === undefined || receipt === undefined)
      return { withoutLogs: "The node has no receipt of it." };
    const differs = whatDiffers(receipt, row);
    if (differs !== undefined)
      return {
        withoutLogs: `The node’s receipt is not the one that was indexed: it has another ${differs}.`,
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

/** What was proved when the block was indexed, and the receipt says otherwise. */
function whatDiffers(receipt: EvmReceiptAnswer, row: EvmTransactionTable): string | undefined {
  const same = {
    transaction: toHex(receipt.transactionHash) === toHex(row.hash),
    status: Number(quantityToBigint(receipt.status)) === row.status,
    "use of gas": receipt.gasUsed === row.gas_used,
    "number of logs": receipt.logs.length === row.log_count,
  };
  return Object.entries(same).find(([, holds]) => !holds)?.[0];
}

async function askCalls(
  { facts, nodes, labels }: Node,
  row: EvmTransactionTable,
): Promise<Pick<contract.EvmExecution, "calls" | "callCount" | "withoutCalls">> {
  try {
    const root = await nodes.trace(facts, row.hash);
    if (root === undefined)
      return { withoutCalls: "The node has no debug API: start it with debug among its eth-apis." };
    const isOther = (root.value ?? 0n) !== amountOf(row.value);
    if (isOther) return { withoutCalls: "The node’s trace is of another transaction." };
    const calls = listCalls(root, 0, labels);
    return { calls: calls.slice(0, MAX_CALLS), callCount: calls.length };
  } catch (error) {
    return { withoutCalls: whyNot(error) };
  }
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

/** Why the node could not be asked, for a reader. */
function whyNot(error: unknown): string {
  if (error instanceof NodeError) return `The node could not be asked: ${error.message}.`;
  throw error;
}
