import { balanceOfCall, balanceOfTokenCall, readUint256 } from "../../avalanche/evm/calls";
import { formatEvmAddress } from "../../avalanche/evm-address";
import { NodeError } from "../../errors";
import { Lru } from "../../lru";
import { Mutex, Pool } from "../../mutex";
import type { EvmSnapshot } from "../snapshot/evm";
import { SLOW_QUEUE } from "../snapshot/slow-reads";
import { compareHolders, type Holder } from "./holder";

/** A token whose balances only its contract tells, and the accounts that its transfers name. */
export interface HoldersQuestion extends Pick<EvmSnapshot, "nodes" | "facts" | "evmChainId"> {
  tokenId: number;
  /** Of one token of an ERC-1155; undefined for all that an account has. */
  tokenNumber: bigint | undefined;
  /** 20 bytes each. */
  contract: Uint8Array;
  accounts: readonly { holderId: number; address: Uint8Array }[];
  height: number;
  /** The holder to start after. */
  behindId: number | undefined;
}

/** The node's answers: accounts with a balance after one block, largest first, then by address. */
export interface AskedHolders {
  /** @throws NodeError when the node does not tell; InputError RATE_LIMITED while too many lists are asked for */
  take(question: HoldersQuestion): Promise<readonly Holder[]>;
}

/** Most accounts that the node is asked about for one list. */
export const MOST_ACCOUNTS = 1_000;
const LISTS_AT_ONCE = 2;
const MOST_LISTS = 50;
const ASK_TIMEOUT_MS = 20_000;

/** Each list is asked for once per block, for all of its pages and readers. */
export function openAskedHolders(): AskedHolders {
  const asking = new Map<string, Promise<readonly Holder[]>>();
  const known = new Lru<string, readonly Holder[]>(MOST_LISTS);
  const pool = new Pool(
    Array.from({ length: LISTS_AT_ONCE }, () => new Mutex()),
    SLOW_QUEUE,
  );
  return {
    async take(question) {
      const key = `${question.evmChainId} ${question.tokenId} ${question.tokenNumber ?? ""} ${question.height}`;
      const holders = known.get(key) ?? asking.get(key);
      if (holders !== undefined) return holders;
      const answer = pool.run((mutex) => mutex.run(() => askHolders(question)));
      asking.set(key, answer);
      try {
        known.set(key, await answer);
        return await answer;
      } finally {
        asking.delete(key);
      }
    },
  };
}

async function askHolders(question: HoldersQuestion): Promise<readonly Holder[]> {
  const { nodes, facts, contract, tokenNumber, accounts, height } = question;
  const client = nodes.client(facts);
  const options = { height, signal: AbortSignal.timeout(ASK_TIMEOUT_MS) };
  const holders = await Promise.all(
    accounts.map(async ({ holderId, address }) => {
      const call =
        tokenNumber === undefined ? balanceOfCall(address) : balanceOfTokenCall(address, tokenNumber);
      const answer = await client.callContract(contract, call, options);
      const balance = readUint256(answer);
      if (balance !== undefined) return { holderId, address, balance };
      throw new NodeError(
        "NODE_BAD_ANSWER",
        `contract ${formatEvmAddress(contract)} gives no balance of ${formatEvmAddress(address)}, so its holders are not known`,
      );
    }),
  );
  return holders.filter(({ balance }) => balance > 0n).sort(compareHolders);
}
