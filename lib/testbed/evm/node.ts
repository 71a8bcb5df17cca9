import { createServer } from "node:http";
import { toHex } from "../../avalanche/codec/bytes";
import { quantityToBigint } from "../../avalanche/codec/rlp";
import type { EvmHeader } from "../../avalanche/evm/header";
import type { EvmTransaction } from "../../avalanche/evm/transaction";
import type { LogFilter } from "../../contract/node/evm";
import { isSelected } from "../../devnet/rpc/evm-ranges";
import { listenOnLoopback } from "../../listen";
import { readBytes } from "../../read-bytes";
import type { VmBlock, VmChain, VmExecuted } from "./chain";
import type { VmCall } from "./tracer";

/** A call in a request. */
export interface RpcCall {
  method: string;
  params: readonly unknown[];
}
export type RpcAnswer = { result: unknown } | { error: { code: number; message: string; data?: unknown } };

/** A node that serves one chain's Ethereum API, at any path, in batches and single calls. */
export interface VmNode {
  /** May be replaced: the node then serves the new chain at its URL. */
  chain: VmChain;
  url: string;
  /** Changes an answer: to leave methods out, to prune, to lie. */
  alter: (call: RpcCall, answer: RpcAnswer) => RpcAnswer | Promise<RpcAnswer>;
  /** The HTTP status for requests with any of these methods. */
  refuse?: { methods: readonly string[]; status: number };
  close(): Promise<void>;
}

export const NO_SUCH_METHOD: RpcAnswer = {
  error: { code: -32601, message: "the method does not exist/is not available" },
};

/** Serves `chain` on a free loopback port until `close`. */
export async function serveVmNode(chain: VmChain): Promise<VmNode> {
  const answer = async (call: RpcCall): Promise<RpcAnswer> =>
    node.alter(call, await answerCall(node.chain, call));
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(String(await readBytes(request))) as Asked | Asked[];
    const { methods = [], status = 200 } = node.refuse ?? {};
    if ([asked].flat().some(({ method }) => methods.includes(method))) {
      response.writeHead(status).end("too many requests");
      return;
    }
    const reply = async ({ id, method, params = [] }: Asked) => ({
      jsonrpc: "2.0",
      id,
      ...(await answer({ method, params })),
    });
    const answered = Array.isArray(asked) ? await Promise.all(asked.map(reply)) : await reply(asked);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answered));
  });
  const origin = await listenOnLoopback(server);
  const node: VmNode = {
    chain,
    url: `${origin}/ext/bc/vm/rpc`,
    alter: (_, given) => given,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return node;
}

interface Asked {
  id: number;
  method: string;
  params?: unknown[];
}

async function answerCall(chain: VmChain, { method, params }: RpcCall): Promise<RpcAnswer> {
  const block = (tag: unknown) => chain.blocks[heightOf(chain, tag)];
  switch (method) {
    case "eth_chainId":
      return { result: quantity(chain.chainId) };
    case "eth_blockNumber":
      return { result: quantity(chain.head.height) };
    case "eth_getBlockByNumber":
      return { result: orNull(block(params[0]), (found) => blockAnswer(chain, found, params[1] === true)) };
    case "eth_getBlockReceipts":
      return { result: orNull(block(params[0]), receiptsOf) };
    case "eth_getLogs": {
      const filter = params[0] as LogFilter;
      const from = heightOf(chain, filter.fromBlock);
      const to = heightOf(chain, filter.toBlock);
      const logs = chain.blocks
        .slice(from, to + 1)
        .flatMap(receiptsOf)
        .flatMap((receipt) => receipt.logs);
      return { result: logs.filter((log) => isSelected(log, filter)) };
    }
    case "eth_getTransactionReceipt":
      return {
        result:
          orNull(blockOf(chain, params[0]), receiptsOf)?.find(
            ({ transactionHash }) => transactionHash === params[0],
          ) ?? null,
      };
    case "debug_traceTransaction":
      return {
        result:
          orNull(blockOf(chain, params[0]), (found) => tracesOf(found, params[1]))?.find(
            ({ txHash }) => txHash === params[0],
          )?.result ?? null,
      };
    case "debug_traceBlockByNumber":
      return { result: orNull(block(params[0]), (found) => tracesOf(found, params[1])) };
    case "eth_getBalance":
      return { result: quantity(chain.balanceOf(String(params[0]), heightOf(chain, params[1]))) };
    case "eth_getTransactionCount":
      return { result: quantity(chain.nonceOf(String(params[0]))) };
    case "eth_getTransactionByHash":
      return { result: transactionAnswer(chain, params[0]) };
    case "eth_getChainConfig":
      return { result: { chainId: chain.chainId } };
    case "eth_getCode":
      return { result: toHex(chain.codeOf(String(params[0]), heightOf(chain, params[1]))) };
    case "eth_call": {
      const { to, data = "0x", input = data } = params[0] as { to: string; data?: string; input?: string };
      const { returned, hasFailed } = await chain.run(to, input, heightOf(chain, params[1]));
      const output = toHex(returned);
      return hasFailed
        ? { error: { code: 3, message: "execution reverted", data: output } }
        : { result: output };
    }
    case "eth_getStorageAt":
      return {
        result: toHex(chain.wordOf(String(params[0]), String(params[1]), heightOf(chain, params[2]))),
      };
    default:
      return NO_SUCH_METHOD;
  }
}

function heightOf(chain: VmChain, tag: unknown): number {
  return typeof tag === "string" && tag.startsWith("0x") ? Number(tag) : chain.head.height;
}

function blockOf(chain: VmChain, txHash: unknown): VmBlock | undefined {
  return chain.blocks.find(({ transactions }) => transactions.some(({ hash }) => hash === txHash));
}

function blockAnswer(chain: VmChain, { header, hash, transactions, height }: VmBlock, whole: boolean) {
  const members = HEADER.filter(([name]) => header[name] !== undefined).map(([name, member, show]) => [
    member,
    show(header[name] as Uint8Array),
  ]);
  const full = (transaction: VmExecuted, i: number) => ({
    blockHash: hash,
    blockNumber: quantity(height),
    transactionIndex: quantity(i),
    hash: transaction.hash,
    from: transaction.from,
    ...fieldsAnswer(transaction.fields, transaction.effectiveGasPrice, chain.chainId),
  });
  return {
    ...Object.fromEntries(members),
    hash,
    size: quantity(600 + transactions.reduce((size, { bytes }) => size + bytes.length, 0)),
    totalDifficulty: quantity(height),
    uncles: [],
    transactions: whole ? transactions.map(full) : transactions.map((transaction) => transaction.hash),
  };
}

/** Of a block, of the mempool, or null. */
function transactionAnswer(chain: VmChain, hash: unknown) {
  const block = blockOf(chain, hash);
  if (block !== undefined) {
    const index = block.transactions.findIndex((tx) => tx.hash === hash);
    return blockAnswer(chain, block, true).transactions[index];
  }
  const pooled = chain.pool.find((tx) => tx.hash === hash);
  if (pooled === undefined) return null;
  const { from, fields } = pooled;
  const price = quantityToBigint("gasPrice" in fields ? fields.gasPrice : fields.maxFeePerGas);
  const place = { blockHash: null, blockNumber: null, transactionIndex: null };
  return { ...place, hash, from, ...fieldsAnswer(fields, price, chain.chainId) };
}

function fieldsAnswer(fields: EvmTransaction, gasPrice: bigint, chainId: number) {
  const { type, nonce, gas, to, value, input, v, r, s } = fields;
  return {
    type: quantity(type),
    nonce: quantityOf(nonce),
    gas: quantityOf(gas),
    gasPrice: quantity(gasPrice),
    to: to.length === 0 ? null : toHex(to),
    value: quantityOf(value),
    input: toHex(input),
    v: quantityOf(v),
    r: quantityOf(r),
    s: quantityOf(s),
    ...(type > 0 && { chainId: quantity(chainId), accessList: [], yParity: quantityOf(v) }),
    ...(type === 2 && {
      maxFeePerGas: quantityOf(fields.maxFeePerGas),
      maxPriorityFeePerGas: quantityOf(fields.maxPriorityFeePerGas),
    }),
  };
}

function receiptsOf({ hash, height, transactions }: VmBlock) {
  let logIndex = 0;
  return transactions.map(({ receipt, fields, ...transaction }, i) => {
    const place = {
      blockHash: hash,
      blockNumber: quantity(height),
      transactionHash: transaction.hash,
      transactionIndex: quantity(i),
    };
    return {
      ...place,
      from: transaction.from,
      to: fields.to.length === 0 ? null : toHex(fields.to),
      contractAddress: transaction.contractAddress ?? null,
      type: quantity(receipt.type),
      status: quantityOf(receipt.status),
      cumulativeGasUsed: quantityOf(receipt.cumulativeGasUsed),
      gasUsed: quantity(transaction.gasUsed),
      effectiveGasPrice: quantity(transaction.effectiveGasPrice),
      logsBloom: toHex(receipt.logsBloom),
      logs: receipt.logs.map(({ address, topics, data }) => ({
        address: toHex(address),
        topics: topics.map(toHex),
        data: toHex(data),
        ...place,
        logIndex: quantity(logIndex++),
        removed: false,
      })),
    };
  });
}

function tracesOf({ transactions }: VmBlock, config: unknown) {
  const withLog = JSON.stringify(config ?? {}).includes('"withLog":true');
  return transactions.map(({ hash, trace }) => ({ txHash: hash, result: callAnswer(trace, withLog) }));
}

function callAnswer(call: VmCall, withLog: boolean): object {
  const { type, from, to, value, gas, gasUsed, input, output, error, calls, logs } = call;
  return {
    from,
    gas: quantity(gas),
    gasUsed: quantity(gasUsed),
    ...(to !== undefined && { to }),
    input: toHex(input),
    ...(output.length > 0 && { output: toHex(output) }),
    ...(error !== undefined && { error }),
    ...(calls.length > 0 && { calls: calls.map((inner) => callAnswer(inner, withLog)) }),
    ...(withLog && logs.length > 0 && { logs: logs.map(logAnswer) }),
    ...(value !== undefined && { value: quantity(value) }),
    type,
  };
}

function logAnswer({ address, topics, data, position }: VmCall["logs"][number]): object {
  return { address, topics, data: toHex(data), position: quantity(position) };
}

function orNull<T, R>(value: T | undefined, show: (value: T) => R): R | null {
  return value === undefined ? null : show(value);
}

function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

function quantityOf(bytes: Uint8Array): string {
  return quantity(BigInt(`0x0${toHex(bytes).slice(2)}`));
}

/** Name in the header, name in JSON, and format. */
const HEADER: readonly [keyof EvmHeader, string, (bytes: Uint8Array) => string][] = [
  ["parentHash", "parentHash", toHex],
  ["uncleHash", "sha3Uncles", toHex],
  ["coinbase", "miner", toHex],
  ["stateRoot", "stateRoot", toHex],
  ["transactionsRoot", "transactionsRoot", toHex],
  ["receiptsRoot", "receiptsRoot", toHex],
  ["logsBloom", "logsBloom", toHex],
  ["difficulty", "difficulty", quantityOf],
  ["number", "number", quantityOf],
  ["gasLimit", "gasLimit", quantityOf],
  ["gasUsed", "gasUsed", quantityOf],
  ["timestamp", "timestamp", quantityOf],
  ["extraData", "extraData", toHex],
  ["mixHash", "mixHash", toHex],
  ["nonce", "nonce", toHex],
  ["baseFee", "baseFeePerGas", quantityOf],
  ["blockGasCost", "blockGasCost", quantityOf],
  ["blobGasUsed", "blobGasUsed", quantityOf],
  ["excessBlobGas", "excessBlobGas", quantityOf],
  ["parentBeaconRoot", "parentBeaconBlockRoot", toHex],
  ["timestampMilliseconds", "timestampMilliseconds", quantityOf],
  ["minDelayExcess", "minDelayExcess", quantityOf],
];
