import { balanceOfCall, readUint256 } from "../../../avalanche/evm/calls";
import { NodeError } from "../../../errors";
import type { Log } from "../../../log";
import { readHistory } from "../../../store/bookkeeping/history";
import { asHolder, type Claim } from "../../../store/bookkeeping/lease";
import { findContracts } from "../../../store/queries/evm/by-key";
import { findChainEnd } from "../../../store/queries/evm/figures";
import {
  deleteCompared,
  distrustTokens,
  listUncomparedTokens,
} from "../../../store/queries/evm/uncompared-token";
import type { EvmStore } from "../../../store/stores";
import { repeatSteps } from "../../follow/idle";
import type { ReaderOptions } from "../../follow/read";
import { type AskBalance, balancesToCompare, differ, isComparable, MOST_COMPARED } from "./check-balance";
import type { ContractClient } from "./probe";

export interface LateBalancesOptions {
  store: EvmStore;
  claim: Claim;
  client: Pick<ContractClient, "callContract">;
  /** Runs `work` while nothing else writes the store. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  sleep: ReaderOptions["sleep"];
  signal: AbortSignal;
  log: Log;
}

/** Pauses while the node has no answer, as about old blocks when it prunes. They double from the first to the longest. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Compares balances of tokens with their contracts that were not compared while their blocks were written. Runs beside
 * the follower until the signal, a few tokens at a time.
 */
export async function compareLater(options: LateBalancesOptions): Promise<void> {
  const { sleep, signal } = options;
  let after = 0;
  let pauseMs = FIRST_PAUSE_MS;
  const step = async () => {
    const due = await readDue(options, after);
    if (due === undefined) return false;
    after = due.last;
    if (due.tokens.length === 0) return after > 0;
    const isAnswered = await compare(options, due);
    if (!isAnswered) await sleep(pauseMs, signal);
    pauseMs = isAnswered ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    return true;
  };
  await repeatSteps(step, "token balances are compared later", options);
}

/** Tokens to compare, with their balances after a block. */
interface Due {
  height: number;
  tokens: {
    id: number;
    contract: Uint8Array;
    /** Empty for a contract whose balances are not computed from events. */
    expected: { holder: Uint8Array; balance: bigint }[];
  }[];
  /** Number of the last token; 0 at the end, to begin again. */
  last: number;
}

/** The next tokens that wait; undefined while there are none, or while balances can't be told from events. */
function readDue({ store: { db }, alone }: LateBalancesOptions, after: number): Promise<Due | undefined> {
  return alone(async () => {
    const waiting = await listUncomparedTokens(db, { after, limit: MOST_COMPARED });
    if (waiting.length === 0 && after === 0) return undefined;
    const history = await readHistory(db);
    const end = await findChainEnd(db);
    if (end === undefined || history?.older !== "none" || history.countedTo !== undefined) return undefined;
    const contracts = await findContracts(
      db,
      waiting.map(({ tokenId }) => tokenId),
    );
    const comparable = new Set(contracts.filter(isComparable).map(({ address_id }) => address_id));
    const tokens: Due["tokens"] = [];
    for (const { tokenId, contract, account } of waiting) {
      const expected = comparable.has(tokenId) ? await balancesToCompare(db, { tokenId, account }) : [];
      tokens.push({ id: tokenId, contract, expected });
    }
    const last = waiting.length < MOST_COMPARED ? 0 : (waiting.at(-1)?.tokenId ?? 0);
    return { height: end.height, tokens, last };
  });
}

/** @returns false if the node had no answer about any of them */
async function compare(
  { store, claim, client, alone, signal }: LateBalancesOptions,
  { height, tokens }: Due,
): Promise<boolean> {
  const ask: AskBalance = async ({ contract, holder }) => {
    try {
      const answer = await client.callContract(contract, balanceOfCall(holder), { height, signal });
      return readUint256(answer) ?? null;
    } catch (error) {
      if (error instanceof NodeError) return undefined;
      throw error;
    }
  };
  const compared = await Promise.all(
    tokens.map(async ({ id, contract, expected }) => ({
      id,
      differs: await differ(expected, { contract, height, ask }),
    })),
  );
  signal.throwIfAborted();
  const answered = compared.filter(({ differs }) => differs !== undefined);
  if (answered.length === 0) return false;
  const idsOf = (some: typeof compared) => some.map(({ id }) => id);
  await alone(() =>
    asHolder(store.db, claim, async (trx) => {
      await distrustTokens(trx, idsOf(answered.filter(({ differs }) => differs)));
      await deleteCompared(trx, idsOf(answered), height);
    }),
  );
  return true;
}
