import { NodeError } from "../../errors";
import { findChainEnd } from "../../store/queries/evm/figures";
import type { EvmContext } from "../handler";

/** A call of a token contract about its tokens. */
export interface ContractCall {
  contract: Uint8Array;
  data: Uint8Array;
  /** At a past block; at the node's last one by default. */
  height?: number | undefined;
  /** Height of the last indexed block. */
  indexed: number;
}

/**
 * What `read` makes of a contract's answer: of undefined if the contract fails. Undefined if the node cannot tell: it
 * does not answer, lacks the state of that block, or is behind the last indexed block.
 */
export async function askContract<T>(
  { nodes, facts }: Pick<EvmContext, "nodes" | "facts">,
  { contract, data, height, indexed }: ContractCall,
  read: (answer: Uint8Array | undefined) => T,
): Promise<T | undefined> {
  const client = nodes.client(facts);
  try {
    const answer = await client.callContract(contract, data, { height });
    if (answer?.length !== 0 || height !== undefined) return read(answer);
    // The contract answers as if it did not exist. Only a node that has the block can tell.
    const head = await client.getHead();
    if (head < indexed) return undefined;
    return read(await client.callContract(contract, data, { height: head }));
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
}

/** A chain whose contracts are asked after its snapshot is closed. */
export interface AskedChain extends Pick<EvmContext, "nodes" | "facts"> {
  /** Height of the last indexed block, and its time (unix seconds). */
  indexed: number;
  time: number;
}

export async function readAskedChain({ db, nodes, facts }: EvmContext): Promise<AskedChain> {
  const end = await findChainEnd(db);
  return { nodes, facts, indexed: end?.height ?? 0, time: end?.time ?? 0 };
}
