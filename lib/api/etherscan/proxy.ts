import type { EtherscanAnswer } from "../../contract/etherscan/answers";
import { NodeError } from "../../errors";
import type { Asked, Module } from "./module";
import { askNode, toTag } from "./node";

/** Methods of a chain's node, with parameters from the query. */
export const proxy: Module<"proxy"> = {
  eth_blockNumber: (asked) => relay(asked, "eth_blockNumber", []),
  eth_getBlockByNumber: (asked, { tag, boolean }) =>
    relay(asked, "eth_getBlockByNumber", [toTag(tag), boolean === "true"]),
  eth_getTransactionByHash: (asked, { txhash }) => relay(asked, "eth_getTransactionByHash", [txhash]),
  eth_getTransactionReceipt: (asked, { txhash }) => relay(asked, "eth_getTransactionReceipt", [txhash]),
  eth_getTransactionCount: (asked, { address, tag }) =>
    relay(asked, "eth_getTransactionCount", [address, toTag(tag)]),
  eth_getTransactionByBlockNumberAndIndex: (asked, { tag, index }) =>
    relay(asked, "eth_getTransactionByBlockNumberAndIndex", [toTag(tag), toQuantity(index)]),
  eth_getBlockTransactionCountByNumber: (asked, { tag }) =>
    relay(asked, "eth_getBlockTransactionCountByNumber", [toTag(tag)]),
  eth_call: (asked, { to, data, tag }) => relay(asked, "eth_call", [{ to, data }, toTag(tag)]),
  eth_getCode: (asked, { address, tag }) => relay(asked, "eth_getCode", [address, toTag(tag)]),
  eth_getStorageAt: (asked, { address, position, tag }) =>
    relay(asked, "eth_getStorageAt", [address, toQuantity(position), toTag(tag)]),
  eth_gasPrice: (asked) => relay(asked, "eth_gasPrice", []),
  eth_estimateGas: (asked, { to, from, data, value, gas, gasPrice }) =>
    relay(asked, "eth_estimateGas", [
      {
        ...(to !== undefined && { to }),
        ...(from !== undefined && { from }),
        ...(data !== undefined && { data }),
        ...(value !== undefined && { value: toQuantity(value) }),
        ...(gas !== undefined && { gas: toQuantity(gas) }),
        ...(gasPrice !== undefined && { gasPrice: toQuantity(gasPrice) }),
      },
    ]),
  eth_sendRawTransaction: async () =>
    refused(-32004, "Firn sends no transactions: send it to the chain's node"),
};

/** The node's answer, or its error, in the form of JSON-RPC. @throws NodeError when it does not answer */
async function relay(asked: Asked, method: string, params: unknown[]): Promise<EtherscanAnswer> {
  try {
    return { jsonrpc: "2.0", id: 1, result: await askNode(asked, method, params) };
  } catch (error) {
    if (!(error instanceof NodeError) || error.code !== "NODE_RPC_ERROR") throw error;
    const { rpcCode, rpcMessage, rpcData } = error.details ?? {};
    return refused(Number(rpcCode ?? -32000), String(rpcMessage), rpcData);
  }
}

function refused(code: number, message: string, data?: unknown): EtherscanAnswer {
  return { jsonrpc: "2.0", id: 1, error: { code, message, ...(data != null && { data }) } };
}

/** A number as nodes take it. */
function toQuantity(text: string): string {
  return `0x${BigInt(text).toString(16)}`;
}
