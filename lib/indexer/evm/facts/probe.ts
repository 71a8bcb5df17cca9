import { decodeAbiParameters, toFunctionSelector } from "viem";
import { concatBytes, fromHex, toHex } from "../../../avalanche/codec/bytes";
import type { EvmClient } from "../../../client/evm";
import { describeError, NodeError } from "../../../errors";
import { newContractQuestion } from "../../../store/bookkeeping/contract-questions";
import {
  ALL_CONTRACT_FACTS,
  CONTRACT_DOUBTS,
  CONTRACT_FACTS,
  TOKEN_STANDARDS,
} from "../../../store/rows/columns";
import type { ContractQuestionTable, ContractTable } from "../../../store/tables/evm/tokens";

/** What a contract says of itself. */
export interface ProbedContract {
  /** Null if the contract does not say, or if open. */
  facts: Pick<ContractTable, "name" | "symbol" | "decimals">;
  /** Index in `TOKEN_STANDARDS`; undefined if the contract does not say, or if open. */
  standard: number | undefined;
  /** Bits of `CONTRACT_FACTS` that the node could not answer. */
  open: number;
  /** The node's error message, if any. */
  failure: string | undefined;
}

/** The part of a client that contracts are asked through. */
export type ContractClient = Pick<EvmClient, "callContract" | "getHead">;

/** At a height that the node has. */
interface ProbeOptions {
  height: number;
  signal: AbortSignal;
}

/**
 * The height at which contracts of blocks up to `least` are asked: the node's head. A node behind `least` would answer
 * as if the contracts had no such functions. Asked at a height by number, it reports that the block is missing.
 * @throws NodeError when the node does not answer, or is behind
 */
export async function findProbeHeight(
  client: ContractClient,
  least: number,
  signal: AbortSignal,
): Promise<number> {
  const head = await client.getHead({ signal });
  if (head >= least) return head;
  throw new NodeError(
    "NODE_BAD_ANSWER",
    `the node has blocks up to ${head}, the contract is from block ${least}`,
    {
      hint: "wait until the node has caught up; Firn retries automatically",
    },
  );
}

/**
 * Asks a contract what it is: by its interface ids, then by whether it behaves like an ERC-20. Facts without an answer
 * are open.
 * @source ERC-165, ERC-20, ERC-721, ERC-1155
 */
export async function probeContract(
  client: ContractClient,
  address: Uint8Array,
  options: ProbeOptions,
): Promise<ProbedContract> {
  let failure: string | undefined;
  const ask = async (data: Uint8Array): Promise<Answer> => {
    try {
      return await client.callContract(address, data, options);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      failure ??= describeError(error);
      return FAILED;
    }
  };
  const [name, symbol, decimals, supply, is721, is1155] = await Promise.all(
    [NAME, SYMBOL, DECIMALS, TOTAL_SUPPLY, IS_ERC721, IS_ERC1155].map(ask),
  );
  const standard = readStandard({ decimals, supply, is721, is1155 });
  const digits = decimals === FAILED ? undefined : readSmall(decimals);
  const open =
    (name === FAILED ? CONTRACT_FACTS.name : 0) +
    (symbol === FAILED ? CONTRACT_FACTS.symbol : 0) +
    (decimals === FAILED ? CONTRACT_FACTS.decimals : 0) +
    (standard === FAILED ? CONTRACT_FACTS.standard : 0);
  return {
    facts: { name: readText(name), symbol: readText(symbol), decimals: digits ?? null },
    standard: standard === FAILED ? undefined : standard,
    open,
    failure,
  };
}

/** A probe for which the node could not be asked: every fact is open. */
export function unansweredProbe(failure: string): ProbedContract {
  const facts = { name: null, symbol: null, decimals: null };
  return { facts, standard: undefined, open: ALL_CONTRACT_FACTS, failure };
}

/** Pauses after the node gave no answer. They double from the first to the longest. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * A contract after a probe, and its remaining question if any. Facts that were settled earlier stay. A standard that
 * the contract does not say is guessed from its events.
 */
export function afterProbe(
  contract: ContractTable,
  question: ContractQuestionTable | undefined,
  { probed, seen, nowMs }: { probed: ProbedContract; seen: number; nowMs: number },
): { contract: ContractTable; question: ContractQuestionTable | undefined } {
  const before = question ?? newContractQuestion(contract.address_id);
  const asked = (fact: keyof typeof CONTRACT_FACTS) => (before.facts & CONTRACT_FACTS[fact]) !== 0;
  const answered = (fact: keyof typeof CONTRACT_FACTS) =>
    asked(fact) && (probed.open & CONTRACT_FACTS[fact]) === 0;
  const standard = (answered("standard") ? probed.standard : undefined) ?? Math.max(contract.standard, seen);
  const digits = answered("decimals") ? probed.facts.decimals : contract.decimals;
  const isSettled = (before.facts & probed.open & CONTRACT_FACTS.standard) === 0;
  const after = {
    ...contract,
    standard,
    name: answered("name") ? probed.facts.name : contract.name,
    symbol: answered("symbol") ? probed.facts.symbol : contract.symbol,
    // Kept while the standard is open: it may turn out to be an ERC-20.
    decimals: standard === ERC20 || !isSettled ? digits : null,
  };
  // Only an ERC-20 has decimals.
  const notNeeded = isSettled && standard !== ERC20 ? CONTRACT_FACTS.decimals : 0;
  const open = before.facts & probed.open & ~notNeeded;
  if (open === 0) return { contract: after, question: undefined };
  const attempts = before.attempts + 1;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(before.attempts, 20), LONGEST_PAUSE_MS);
  return {
    contract: after,
    question: {
      ...before,
      facts: open,
      attempts,
      failed_since_ms: before.failed_since_ms ?? nowMs,
      failure: probed.failure?.slice(0, LONGEST_FAILURE) ?? null,
      due_at_ms: nowMs + pauseMs,
    },
  };
}

const LONGEST_FAILURE = 300;

/** Whether a contract's standard is a guess from its events. */
export function isStandardOpen(question: ContractQuestionTable | undefined): boolean {
  return question !== undefined && (question.facts & CONTRACT_FACTS.standard) !== 0;
}

/** Whether events that were read under a guessed standard mean something else under the real one. */
export function isMisread(doubts: number, standard: number): boolean {
  const wrong =
    standard === ERC20 ? CONTRACT_DOUBTS.wrap : standard === ERC721 ? CONTRACT_DOUBTS.unlabelled : 0;
  return (doubts & wrong) !== 0;
}

/** The returned bytes; undefined if the contract failed; FAILED if the node had no answer. */
type Answer = Uint8Array | undefined | typeof FAILED;
const FAILED = Symbol("the node had no answer");

/** The standard, FAILED if it is open, undefined if there is none. */
function readStandard(answers: Record<"decimals" | "supply" | "is721" | "is1155", Answer>) {
  const { decimals, supply, is721, is1155 } = answers;
  if (is721 === FAILED) return FAILED;
  if (isTrue(is721)) return ERC721;
  if (is1155 === FAILED) return FAILED;
  if (isTrue(is1155)) return ERC1155;
  const isNotErc20 =
    (decimals !== FAILED && readSmall(decimals) === undefined) ||
    (supply !== FAILED && supply?.length !== WORD);
  if (isNotErc20) return undefined;
  return decimals === FAILED || supply === FAILED ? FAILED : ERC20;
}

const WORD = 32;
const ERC20 = TOKEN_STANDARDS.indexOf("ERC-20");
const ERC721 = TOKEN_STANDARDS.indexOf("ERC-721");
const ERC1155 = TOKEN_STANDARDS.indexOf("ERC-1155");

const NAME = selector("name()");
const SYMBOL = selector("symbol()");
const DECIMALS = selector("decimals()");
const TOTAL_SUPPLY = selector("totalSupply()");
const IS_ERC721 = supportsInterface("0x80ac58cd");
const IS_ERC1155 = supportsInterface("0xd9b67a26");

function selector(signature: string): Uint8Array {
  return fromHex(toFunctionSelector(signature));
}

function supportsInterface(id: string): Uint8Array {
  return concatBytes(selector("supportsInterface(bytes4)"), fromHex(id), new Uint8Array(WORD - 4));
}

function isTrue(answer: Answer): boolean {
  return answer !== FAILED && readSmall(answer) === 1;
}

/** A word that is a number up to 255; undefined for anything else. */
function readSmall(answer: Uint8Array | undefined): number | undefined {
  if (answer?.length !== WORD || answer.subarray(0, WORD - 1).some((byte) => byte !== 0)) return undefined;
  return answer[WORD - 1];
}

/** A `string`, or a `bytes32` as in early tokens. */
function readText(answer: Answer): string | null {
  if (answer === FAILED || answer === undefined || answer.length === 0) return null;
  if (answer.length === WORD) return clean(new TextDecoder().decode(answer));
  try {
    return clean(decodeAbiParameters([{ type: "string" }], toHex(answer) as `0x${string}`)[0]);
  } catch {
    return null; // not a string
  }
}

const LONGEST_TEXT = 256;

/** Without what pages cannot show (control characters, lone surrogates, direction marks), and cut to `LONGEST_TEXT`. */
function clean(text: string): string | null {
  const shown = text.replace(UNPRINTABLE, "").trim();
  // cut by characters, so that no surrogate pair is split
  const short = shown.length > LONGEST_TEXT ? [...shown].slice(0, LONGEST_TEXT).join("") : shown;
  return short === "" ? null : short;
}

const UNPRINTABLE = /\p{Cc}|\p{Cs}|\p{Bidi_Control}|[\uFFFD\uFEFF\u2028\u2029]/gu;
