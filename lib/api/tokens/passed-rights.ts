import { toHex } from "../../avalanche/codec/bytes";
import { quantityToBigint } from "../../avalanche/codec/rlp";
import { addressWord } from "../../avalanche/evm/calls";
import {
  PASSED_RIGHT_EVENTS,
  type PassedRight,
  passedRightCall,
  passedRightOf,
  readPassedRight,
} from "../../avalanche/evm/passed-rights";
import { MAX_HEIGHT } from "../../contract/data/parameters";
import type { PassedRight as ShownRight } from "../../contract/firn/approvals";
import { type FoundLog, type LogPlace, searchLogs } from "../../store/queries/evm/log";
import type { LogFilter } from "../../store/rows/evm-logs";
import { readPartiesIn } from "../evm/known-parties";
import { placeLogs } from "../evm/logs";
import type { EvmContext } from "../handler";
import { presentParty, ZERO_PARTY } from "../present/evm/party";
import { type AskedChain, askContract } from "./ask-contract";

/** A right that a contract passes on, as its newest event has it. */
export interface FoundRight extends PassedRight {
  /** The contract. */
  through: Uint8Array;
  log: FoundLog;
}

/** Most searches for one answer, of a few hundred blocks each: what an owner told one contract of one token are a few logs. */
const MOST_SEARCHES = 8;
/** Most rights that are shown with one approval. */
const MOST_RIGHTS = 100;

/** Rights to an owner's token that a contract passes on, the newest event of each spender first. */
export async function findRights(
  { db }: EvmContext,
  { through, owner, token }: { through: Uint8Array; owner: Uint8Array; token: Uint8Array },
): Promise<FoundRight[]> {
  const filter: LogFilter = {
    addresses: [through],
    topics: [PASSED_RIGHT_EVENTS, [addressWord(owner)], [addressWord(token)]],
  };
  const rights = new Map<string, FoundRight>();
  let after: LogPlace | undefined;
  for (let searches = 0; searches < MOST_SEARCHES && rights.size < MOST_RIGHTS; searches++) {
    const { logs, next } = await searchLogs(db, { ...EVERYWHERE, filter, after, limit: MOST_RIGHTS });
    for (const log of logs) {
      const right = rightOf(log);
      const spender = right && toHex(right.spender);
      if (right && spender !== undefined && !rights.has(spender)) rights.set(spender, right);
    }
    if (next === undefined) break;
    after = next;
  }
  return [...rights.values()];
}

const EVERYWHERE = { from: 0, to: MAX_HEIGHT, order: "desc" } as const;

/** Rights of a spender, the newest first, each at its newest event. */
export async function listRights(
  { db }: EvmContext,
  { spender, after, limit }: { spender: Uint8Array; after: LogPlace | undefined; limit: number },
): Promise<{ rights: FoundRight[]; next: LogPlace | undefined }> {
  const filter: LogFilter = { addresses: [], topics: [PASSED_RIGHT_EVENTS, [], [], [addressWord(spender)]] };
  const { logs, next } = await searchLogs(db, { ...EVERYWHERE, filter, after, limit });
  const rights: FoundRight[] = [];
  for (const log of logs) {
    const right = rightOf(log);
    if (right === undefined) continue;
    const { owner, token } = right;
    const same = {
      addresses: [log.address],
      topics: [PASSED_RIGHT_EVENTS, ...[owner, token, spender].map((each) => [addressWord(each)])],
    };
    const newest = await searchLogs(db, { ...EVERYWHERE, filter: same, after: undefined, limit: 1 });
    const [first] = newest.logs;
    if (first?.height === log.height && first.logIndex === log.logIndex) rights.push(right);
  }
  return { rights, next };
}

function rightOf(log: FoundLog): FoundRight | undefined {
  const right = passedRightOf(log);
  return right && { ...right, through: log.address, log };
}

/** Rights with their transactions, and what presents addresses in them. */
export async function presentRights(context: EvmContext, rights: readonly FoundRight[]) {
  const placed = await placeLogs(
    context,
    rights.map(({ log }) => log),
  );
  const addresses = rights.flatMap(({ through, owner, token, spender }) => [through, owner, token, spender]);
  const parties = new Map(
    (await readPartiesIn(context, addresses)).map((party) => [toHex(party.address), party]),
  );
  const partyOf = (address: Uint8Array) =>
    presentParty(parties.get(toHex(address)) ?? { ...ZERO_PARTY, address }, context);
  return placed.flatMap(({ log, block, txHash }) => {
    const right = rights.find((each) => each.log.height === log.height && each.log.logIndex === log.logIndex);
    if (right === undefined) return [];
    const approved = String(quantityToBigint(right.amount));
    const at = { txHash: toHex(txHash), blockNumber: String(log.height), blockTimestamp: block.time };
    return [{ right, terms: { approved, ...at }, partyOf }];
  });
}

/** What the contract says of a right; undefined if it says that nothing is left, or that it has ended. */
export async function confirmRight(
  chain: AskedChain,
  right: FoundRight,
): Promise<Pick<ShownRight, "left" | "expiresAt" | "isConfirmed"> | undefined> {
  const said = await askRight(chain, right);
  if (said === undefined) return { isConfirmed: false };
  const { amount, expiration } = said;
  if (amount === 0n || expiration < chain.time) return undefined;
  return { left: String(amount), expiresAt: expiration, isConfirmed: true };
}

/** What the contract says of a right: its amount, and the last second (unix) in which it counts. */
async function askRight(
  chain: AskedChain,
  { through, owner, token, spender }: FoundRight,
): Promise<{ amount: bigint; expiration: number } | undefined> {
  const call = { contract: through, data: passedRightCall(owner, token, spender), indexed: chain.indexed };
  return askContract(chain, call, (answer) => readPassedRight(answer) ?? { amount: 0n, expiration: 0 });
}
