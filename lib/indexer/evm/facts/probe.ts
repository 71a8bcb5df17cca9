import { decodeAbiParameters, toFunctionSelector } from "viem";
import { concatBytes, fromHex, toHex } from "../../../avalanche/codec/bytes";
import type { EvmClient } from "../../../client/evm";
import { describeError, NodeError } from "../../../errors";
import { unaskedContract } from "../../../store/bookkeeping/contract-questions";
import {
  ALL_CONTRACT_FACTS,
  CONTRACT_DOUBTS,
  CONTRACT_FACTS,
  TOKEN_STANDARDS,
} from "../../../store/rows/columns";
import type { ContractQuestionTable, ContractTable } from "../../../store/tables/evm/tokens";

/** What a contract says of itself, as far as the node could tell. */
export interface ProbedContract {
  /** Null for what the contract does not say, and for what is open. */
  facts: Pick<ContractTable, "name" | "symbol" | "decimals">;
  /** Index of `TOKEN_STANDARDS`; undefined when it does not say, or that is open. */
  standard: number | undefined;
  /** Bits of `CONTRACT_FACTS` that the node could not say. */
  open: number;
  /** The node's words for why. */
  failure: string | undefined;
}

/** The part of a client that contracts are asked through. */
export type ContractClient = Pick<EvmClient, "callContract" | "getHead">;

/** Where and how contracts are asked: at a height that the node said it has. */
interface ProbeOptions {
  height: number;
  signal: AbortSignal;
}

/**
 * The height at which contracts of blocks up to `least` are asked: the node's last one. A node that is behind returns
 * nothing for contracts it does not have yet, as one does for a function that is not there; asked at a height by number
 * it says that it lacks the block.
 * @throws NodeError when the node does not answer, or is behind
 */
export async function findProbeHeight(
  client: ContractClient,
  least: number,
  signal: AbortSignal,
): Promise<number> {
  const head = await client.getHead({ signal });
  if (head >= least) return head;
  throw new NodeError("NODE_BAD_ANSWER", `the node has blocks up to ${head}, the contract is of ${least}`, {
    hint: "wait until the node has caught up: Firn asks again by itself",
  });
}

/**
 * Asks a contract what it is: its interface ids first, then whether it behaves like an ERC-20. What the node can't say
 * is open.
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
  const standard = standardOf({ decimals, supply, is721, is1155 });
  const places = decimals === FAILED ? undefined : readSmall(decimals);
  const open =
    (name === FAILED ? CONTRACT_FACTS.name : 0) +
    (symbol === FAILED ? CONTRACT_FACTS.symbol : 0) +
    (decimals === FAILED ? CONTRACT_FACTS.decimals : 0) +
    (standard === FAILED ? CONTRACT_FACTS.standard : 0);
  return {
    facts: { name: readText(name), symbol: readText(symbol), decimals: places ?? null },
    standard: standard === FAILED ? undefined : standard,
    open,
    failure,
  };
}

/** What is known of a contract when the node could not be asked. */
export function unansweredProbe(failure: string): ProbedContract {
  const facts = { name: null, symbol: null, decimals: null };
  return { facts, standard: undefined, open: ALL_CONTRACT_FACTS, failure };
}

/** Pauses after the node could not say something. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * A contract and what is still to be asked of it (undefined: nothing) after it was probed. What was settled before stays;
 * a standard that it does not say is the one its events speak of.
 */
export function afterProbe(
  contract: ContractTable,
  question: ContractQuestionTable | undefined,
  { probed, seen, nowMs }: { probed: ProbedContract; seen: number; nowMs: number },
): { contract: ContractTable; question: ContractQuestionTable | undefined } {
  const before = question ?? unaskedContract(contract.address_id);
  const asked = (fact: keyof typeof CONTRACT_FACTS) => (before.facts & CONTRACT_FACTS[fact]) !== 0;
  const answered = (fact: keyof typeof CONTRACT_FACTS) =>
    asked(fact) && (probed.open & CONTRACT_FACTS[fact]) === 0;
  const standard = (answered("standard") ? probed.standard : undefined) ?? Math.max(contract.standard, seen);
  const places = answered("decimals") ? probed.facts.decimals : contract.decimals;
  const isSettled = (before.facts & probed.open & CONTRACT_FACTS.standard) === 0;
  const after = {
    ...contract,
    standard,
    name: answered("name") ? probed.facts.name : contract.name,
    symbol: answered("symbol") ? probed.facts.symbol : contract.symbol,
    // Kept while it is not known what it is: it may turn out to be an ERC-20.
    decimals: standard === ERC20 || !isSettled ? places : null,
  };
  // Only an ERC-20 has decimals.
  const needless = isSettled && standard !== ERC20 ? CONTRACT_FACTS.decimals : 0;
  const open = before.facts & probed.open & ~needless;
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

/** Whether it is not known what a contract is: its standard is a guess by its events. */
export function isStandardOpen(question: ContractQuestionTable | undefined): boolean {
  return question !== undefined && (question.facts & CONTRACT_FACTS.standard) !== 0;
}

/** Whether events that were read while a contract's standard was a guess mean something else by what it is. */
export function isMisread(doubts: number, standard: number): boolean {
  const wrong =
    standard === ERC20 ? CONTRACT_DOUBTS.wrap : standard === ERC721 ? CONTRACT_DOUBTS.unlabelled : 0;
  return (doubts & wrong) !== 0;
}

/** What a contract returned, undefined when it failed; or the node could not say. */
type Answer = Uint8Array | undefined | typeof FAILED;
const FAILED = Symbol("the node could not say");

/** Undefined when a contract does not say what it is. */
function standardOf(answers: Record<"decimals" | "supply" | "is721" | "is1155", Answer>) {
  const { decimals, supply, is721, is1155 } = answers;
  if (is721 === FAILED) return FAILED;
  if (isTrue(is721)) return ERC721;
  if (is1155 === FAILED) return FAILED;
  if (isTrue(is1155)) return ERC1155;
  const isNone =
    (decimals !== FAILED && readSmall(decimals) === undefined) ||
    (supply !== FAILED && supply?.length !== WORD);
  if (isNone) return undefined;
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

/** A word that is a number up to 255. */
function readSmall(answer: Uint8Array | undefined): number | undefined {
  if (answer?.length !== WORD || answer.subarray(0, WORD - 1).some((byte) => byte !== 0)) return undefined;
  return answer[WORD - 1];
}

/** A `string`, or a `bytes32` as tokens from before had it. */
function readText(answer: Answer): string | null {
  if (answer === FAILED || answer === undefined || answer.length === 0) return null;
  if (answer.length === WORD) return clean(new TextDecoder().decode(answer));
  try {
    return clean(decodeAbiParameters([{ type: "string" }], toHex(answer) as `0x${string}`)[0]);
  } catch {
    return null; // it answers something else
  }
}

const LONGEST_TEXT = 256;

/**
 * Without what no page can show: control characters, half characters, marks that turn the direction of the text around
 * them, and what is longer than any name.
 */
function clean(text: string): string | null {
  const shown = text.replace(UNSHOWN, "").trim();
  // by characters: half of one would be left otherwise
  const short = shown.length > LONGEST_TEXT ? [...shown].slice(0, LONGEST_TEXT).join("") : shown;
  return short === "" ? null : short;
}

const UNSHOWN = /\p{Cc}|\p{Cs}|\p{Bidi_Control}|[\uFFFD\uFEFF\u2028\u2029]/gu;
