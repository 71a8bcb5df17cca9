import { fromHex, toHex } from "../avalanche/codec/bytes";
import { ethGetBlockByNumber, ethGetTransactionByHash } from "../contract/node/evm";
import { NodeError } from "../errors";
import { openBatches } from "./evm-batches";
import type { NodeOptions } from "./node-call";
import { Pace } from "./pace";

/** What an EVM chain's node says about a transaction: that it is in a block, or what is in its mempool. */
export type EvmTxAnswer = { height: number } | EvmPendingTx;

/** A transaction that is in no block. Amounts are wei. */
export interface EvmPendingTx {
  height: undefined;
  /** 20 bytes. */
  from: Uint8Array;
  /** Undefined if it creates a contract. */
  to: Uint8Array | undefined;
  value: bigint;
  nonce: number;
  /** The sender's next nonce after the newest block. */
  nextNonce: number;
  gasLimit: number;
  /** Most that it pays per unit of gas. */
  maxFeePerGas: bigint;
  /** Of the newest block; undefined where blocks have none. */
  baseFee: bigint | undefined;
}

/** The transaction of a hash at the chain at `url`; undefined if the node does not know it. @throws NodeError */
export async function askEvmTx(
  url: string,
  hash: Uint8Array,
  options: NodeOptions,
): Promise<EvmTxAnswer | undefined> {
  const send = openBatches(url, { ...options, pace: options.pace ?? new Pace() });
  const ask = async (method: string, params: unknown[]): Promise<unknown> => {
    const [answer] = await send([{ method, params }], {});
    if (answer?.error == null) return answer?.result ?? undefined;
    throw new NodeError("NODE_RPC_ERROR", `${method}: ${String(answer.error.message).slice(0, 200)}`);
  };
  const tx = asObject(await ask(ethGetTransactionByHash.name, [toHex(hash)]));
  if (tx === undefined) return undefined;
  if (tx.blockNumber != null) return { height: Number(quantity(tx, "blockNumber")) };
  const from = address(tx, "from");
  const [nextNonce, newest] = await Promise.all([
    ask("eth_getTransactionCount", [toHex(from), "latest"]),
    ask(ethGetBlockByNumber.name, ["latest", false]),
  ]);
  const block = asObject(newest);
  return {
    height: undefined,
    from,
    to: tx.to == null ? undefined : address(tx, "to"),
    value: quantity(tx, "value"),
    nonce: Number(quantity(tx, "nonce")),
    nextNonce: Number(quantity({ nextNonce }, "nextNonce")),
    gasLimit: Number(quantity(tx, "gas")),
    maxFeePerGas: quantity(tx, tx.maxFeePerGas == null ? "gasPrice" : "maxFeePerGas"),
    baseFee: block?.baseFeePerGas == null ? undefined : quantity(block, "baseFeePerGas"),
  };
}

type Members = Record<string, unknown>;

function asObject(value: unknown): Members | undefined {
  return typeof value === "object" && value !== null ? (value as Members) : undefined;
}

function quantity(members: Members, name: string): bigint {
  const value = members[name];
  if (typeof value === "string" && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value);
  throw badAnswer(name, value);
}

function address(members: Members, name: string): Uint8Array {
  const value = members[name];
  if (typeof value === "string" && /^0x[0-9a-f]{40}$/i.test(value)) return fromHex(value.toLowerCase());
  throw badAnswer(name, value);
}

function badAnswer(name: string, value: unknown): NodeError {
  return new NodeError(
    "NODE_BAD_ANSWER",
    `the node gave a pending transaction whose ${name} is ${JSON.stringify(value)?.slice(0, 50)}`,
  );
}
