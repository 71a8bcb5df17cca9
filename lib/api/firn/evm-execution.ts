import { equalBytes, fromHex, toHex } from "../../avalanche/codec/bytes";
import { minimalBytes, quantityToBigint } from "../../avalanche/codec/rlp";
import { decodeLog } from "../../avalanche/evm/abi/read";
import { CallCheck, type EvmCall } from "../../avalanche/evm/call";
import { headerRoots } from "../../avalanche/evm/header-roots";
import { createdAddress } from "../../avalanche/evm/outcome";
import { writeReceipt } from "../../avalanche/evm/receipt";
import { recoverSender } from "../../avalanche/evm/sender";
import { decodeTransaction } from "../../avalanche/evm/transaction";
import { orderedTrieRoot } from "../../avalanche/evm/trie";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type { EvmReceiptAnswer } from "../../client/evm-json";
import type * as contract from "../../contract/firn/evm-transactions";
import type { TracedCall } from "../../contract/node/evm";
import { DataError, NodeError } from "../../errors";
import type { Party } from "../../store/queries/evm/address";
import { readBlock } from "../../store/queries/evm/block";
import { listBlockTransactions } from "../../store/queries/evm/transaction";
import { heightOf, indexInBlockOf } from "../../store/rows/columns";
import type { EvmTransactionTable } from "../../store/tables/evm/chain";
import {
  countEvents,
  listCalls,
  placeEvents,
  presentTreeCall,
  type TreeCall,
  toldOf,
} from "../evm/call-tree";
import type { Answer } from "../evm/executions";
import { addressesIn, readParties } from "../evm/known-parties";
import { learnContracts } from "../evm/learn-contracts";
import { findReceiptProof, readHeader } from "../evm/receipt-proof";
import { readTransactionBytes, requireTransaction } from "../evm/transaction";
import type { EvmContext, Handler, HandlerRequest } from "../handler";
import { numberedPage } from "../page/numbered";
import { presentFailure } from "../present/evm/failure";
import { presentParty } from "../present/evm/party";

type LogsRequest = HandlerRequest<typeof contract.listEvmLogs>;
type CallsRequest = HandlerRequest<typeof contract.listEvmCalls>;

export const listEvmLogs: Handler<typeof contract.listEvmLogs> = async (request) => {
  const { params, query, readEvm, service } = request;
  const { row, page, node } = await readEvm(params.chainId, async (context) => {
    const row = await requireTransaction(context, params.txHash);
    return { row, page: numberedPage(context, { list: "logs", row, ...query }), node: nodeOf(context) };
  });
  const { log_count: count } = row;
  const first = page.skip + 1;
  const answer = await service.executions.logs(placeOf(request, row), () => askLogs(request, node, row));
  if ("without" in answer) return { first, count, withoutLogs: answer.without, parties: [] };
  const { rows, nextPageToken } = page.cut(answer.rows);
  const addresses = rows.map(({ address }) => address);
  const labels = await learnContracts(service, node, addresses);
  // Most of what a long list weighs is its data; what they say is read for the page alone.
  const logs = rows.map((log) => {
    const event = decodeLog(labels.books(fromHex(log.address.toLowerCase())), log.topics, log.data);
    return { ...log, ...(event !== undefined && { event }) };
  });
  const named = logs.flatMap(({ address, event }) => [address, ...addressesIn(event?.args)]);
  return {
    nextPageToken,
    first,
    count,
    logs,
    parties: (await partiesOf(request, node, named)).map((party) => presentParty(party, node)),
  };
};

export const listEvmCalls: Handler<typeof contract.listEvmCalls> = async (request) => {
  const { params, query, readEvm, service } = request;
  const { row, bytes, page, node } = await readEvm(params.chainId, async (context) => {
    const row = await requireTransaction(context, params.txHash);
    const page = numberedPage(context, { list: "calls", row, ...query });
    return { row, bytes: await readTransactionBytes(context, row), page, node: nodeOf(context) };
  });
  const first = page.skip + 1;
  const answer = await service.executions.calls(placeOf(request, row), () => askCalls(node, row, bytes));
  if ("without" in answer) return { first, withoutCalls: answer.without, parties: [] };
  const { rows, nextPageToken } = page.cut(await placeLogs(answer.rows, request, { row, node }));
  const around = callersOf(answer.rows, page.skip);
  const path = answer.rows.flatMap(({ isOnFailurePath }, at) => (isOnFailurePath ? [at + 1] : []));
  const began = answer.rows[(path.at(-1) ?? 0) - 1];
  const shown = [...around, ...rows, ...(began === undefined ? [] : [began])];
  const labels = await learnContracts(service, node, shown.flatMap(contractsOf));
  const present = (call: TreeCall) => presentTreeCall(call, labels);
  const calls = rows.map(present);
  const callers = around.map(present);
  const parties = await partiesOf(request, node, [
    ...[...callers, ...calls].flatMap(addressesOfCall),
    ...(began?.call.to == null ? [] : [began.call.to]),
  ]);
  return {
    nextPageToken,
    first,
    count: answer.rows.length,
    caughtCount: countCaught(answer.rows),
    calls,
    callers,
    parties: parties.map((party) => presentParty(party, node)),
    ...(row.status === 0 &&
      began !== undefined && { failurePath: path, failure: failureAt(began, parties, { ...node, labels }) }),
  };
};

/** What a call called, and what wrote the events before and after it. */
function contractsOf({ call, eventsBefore, eventsAfter }: TreeCall): string[] {
  const events = [...eventsBefore, ...eventsAfter].map(({ log }) => log.address);
  return call.to == null ? events : [call.to, ...events];
}

/** The calls with all events of the transaction, where the tracer lacks some. */
async function placeLogs(
  calls: readonly TreeCall[],
  request: CallsRequest,
  { row, node }: { row: EvmTransactionTable; node: Node },
): Promise<readonly TreeCall[]> {
  if (countEvents(calls) === row.log_count) return calls;
  const logs = await askTransactionLogs(request, node, row);
  return placeEvents(calls, "rows" in logs ? logs.rows : []);
}

/** The logs of a transaction, as its node has told them already if it has. */
export function askTransactionLogs(
  request: LogsSource,
  node: Node,
  row: EvmTransactionTable,
): Promise<Answer<contract.EvmLog>> {
  const place = { evmChainId: request.params.chainId, txHash: toHex(row.hash), continues: true };
  return request.service.executions.logs(place, () => askLogs(request, node, row));
}

type LogsSource = Pick<LogsRequest, "params" | "read" | "readEvm" | "service">;

/** Every address that a call's line names. */
function addressesOfCall({
  from,
  to,
  called,
  returned,
  failure,
  ...events
}: contract.EvmTraceCall): string[] {
  return [
    ...(to === undefined ? [from] : [from, to]),
    ...addressesIn(called?.args),
    ...addressesIn(returned),
    ...addressesIn(failure?.custom?.args),
    ...[...events.eventsBefore, ...events.eventsAfter].flatMap(({ address, event }) => [
      address,
      ...addressesIn(event?.args),
    ]),
  ];
}

/** The transaction's failure, from the call in which it began. */
function failureAt({ call, depth }: TreeCall, parties: readonly Party[], { labels }: Node) {
  const told = toldOf(call);
  const party = parties.find(({ address }) => toHex(address) === told.to);
  const address = told.to === undefined ? undefined : fromHex(told.to);
  return presentFailure({ told, depth }, party ?? (address && { address, contract: undefined }), labels);
}

type Node = Pick<EvmContext, "facts" | "nodes" | "labels" | "evmChainId">;

function nodeOf({ facts, nodes, labels, evmChainId }: EvmContext): Node {
  return { facts, nodes, labels, evmChainId };
}

function placeOf({ params, query }: Pick<LogsRequest, "params" | "query">, { hash }: EvmTransactionTable) {
  return { evmChainId: params.chainId, txHash: toHex(hash), continues: query.pageToken !== undefined };
}

/** What is known of addresses in 0x hex. */
function partiesOf(
  { params, readEvm }: Pick<LogsRequest | CallsRequest, "params" | "readEvm">,
  { labels }: Node,
  addresses: readonly string[],
): Promise<Party[]> {
  return readParties(
    { params, readEvm, labels },
    addresses.map((address) => fromHex(address.toLowerCase())),
  );
}

async function askLogs(
  request: Pick<LogsRequest, "params" | "read" | "readEvm">,
  { facts, nodes }: Node,
  row: EvmTransactionTable,
): Promise<Answer<contract.EvmLog>> {
  const height = heightOf(row.position);
  const { hashes, receiptProof } = await request.readEvm(request.params.chainId, async ({ db }) => {
    const block = await listBlockTransactions(db, { height, fromIndex: 0, limit: Number.MAX_SAFE_INTEGER });
    const header = await readBlock(db, height);
    return {
      hashes: block.map(({ hash }) => hash),
      // Undefined while no header proves its receipt.
      receiptProof: header && (await findReceiptProof({ db }, header)),
    };
  });
  try {
    const blocks = receiptProof?.blocks ?? [{ height, txHashes: hashes }];
    const all = await nodes.client(facts).getReceipts(blocks);
    const receipts = all[blocks.findIndex((block) => block.height === height)];
    const index = indexInBlockOf(row.position);
    const receipt = receipts?.[index];
    if (receipts === undefined || receipt === undefined) return { without: "The node has no receipt of it." };
    const differs = whatDiffers(receipt, row);
    if (differs !== undefined)
      return {
        without: `The node’s receipt differs from the indexed one in ${differs}.`,
      };
    const header = receiptProof && (await readHeader(request, { facts, nodes }, receiptProof.by));
    const root = orderedTrieRoot(
      all.flatMap((each) => each ?? []),
      writeReceipt,
    );
    if (header !== undefined && !equalBytes(root, headerRoots(header).receiptsRoot))
      return {
        without: `The node’s receipts differ from the indexed ones: they do not give the receipts root of block ${receiptProof?.by.height}.`,
      };
    const before = receipts.slice(0, index).reduce((sum, { logs }) => sum + logs.length, 0);
    return {
      rows: receipt.logs.map(({ address, topics, data }, at) => ({
        logIndex: before + at,
        address: formatEvmAddress(address),
        topics: topics.map(toHex),
        data: toHex(data),
      })),
    };
  } catch (error) {
    return { without: whyNot(error) };
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
  { facts, nodes }: Node,
  row: EvmTransactionTable,
  bytes: Uint8Array,
): Promise<Answer<TreeCall>> {
  try {
    const root = await nodes.trace(facts, row.hash);
    if (root === undefined)
      return { without: "The node has no debug API: start it with debug among its eth-apis." };
    checkTrace(row, bytes, callOf(root));
    return { rows: listCalls(root) };
  } catch (error) {
    if (error instanceof DataError) return { without: `The node’s trace is impossible: ${error.message}.` };
    return { without: whyNot(error) };
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
    type,
    from: fromHex(from),
    to: to == null ? undefined : fromHex(to),
    error,
    value: minimalBytes(value ?? 0n),
    gas: Number(gas),
    gasUsed: Number(gasUsed),
    input: fromHex(input),
    calls: calls.map(callOf),
  };
}

/** Calls around one in the list, the outermost first. */
function callersOf(calls: readonly TreeCall[], index: number): TreeCall[] {
  const callers: TreeCall[] = [];
  let depth = calls[index]?.depth ?? 0;
  for (let at = index - 1; depth > 0 && at >= 0; at--) {
    const call = calls[at];
    if (call === undefined || call.depth >= depth) continue;
    callers.push(call);
    depth = call.depth;
  }
  return callers.reverse();
}

/** Calls that failed while one around them went on. */
function countCaught(calls: readonly TreeCall[]): number {
  // By depth: whether the call there, or one around it, went on.
  const goesOn: boolean[] = [];
  let count = 0;
  for (const {
    depth,
    call: { error },
  } of calls) {
    const around = depth > 0 && goesOn[depth - 1] === true;
    if (error !== undefined && around) count += 1;
    goesOn[depth] = around || error === undefined;
  }
  return count;
}

/** Why the node did not answer, as a sentence for readers. */
function whyNot(error: unknown): string {
  if (error instanceof NodeError) return `The node did not answer: ${error.message}.`;
  throw error;
}
