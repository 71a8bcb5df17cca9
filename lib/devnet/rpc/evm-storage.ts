import type { RpcOutcome } from "../recorded-answers";
import type { RecordedEvmBlock } from "../recording";
import type { EvmChain } from "./evm-chain";
import { ok } from "./evm-handler";

/** A word of a contract's storage at a height, as far as it follows from the recording. */
export type FindPastWord = (account: string, slot: string, height: number) => RpcOutcome | undefined;

/** What `prestateTracer` says of the storage that one transaction changed. */
type Words = Record<string, { storage?: Record<string, string> }>;

const ZERO = `0x${"00".repeat(32)}`;

/**
 * Storage by the genesis and by what transactions changed. Undefined for a word that anything else may have written: the
 * recording lacks what a transaction changed, or the chain's configuration changed the contract.
 */
export function openStorage({ blocks, genesis }: Pick<EvmChain, "blocks" | "genesis">): FindPastWord {
  return (account, slot, height) => {
    const address = account.toLowerCase();
    const place = `0x${BigInt(slot).toString(16).padStart(64, "0")}`;
    for (let at = height; at >= 0; at--) {
      const { block, stateDiffs = [] } = blocks[at] as RecordedEvmBlock;
      if (stateDiffs.length !== block.transactions.length) return undefined;
      for (const { result } of stateDiffs.toReversed()) {
        const { pre, post } = result as { pre: Words; post: Words };
        const before = pre[address]?.storage;
        const after = post[address]?.storage;
        // A word that is zero afterwards is left out.
        if (before?.[place] !== undefined || after?.[place] !== undefined) return ok(after?.[place] ?? ZERO);
      }
    }
    const first = Object.entries(genesis.get(address)?.storage ?? {});
    const [, word = ZERO] = first.find(([name]) => BigInt(name) === BigInt(place)) ?? [];
    return ok(`0x${BigInt(word).toString(16).padStart(64, "0")}`);
  };
}
