import { toHex } from "../../avalanche/codec/bytes";
import type { RpcOutcome } from "../recorded-answers";
import type { RecordedEvmBlock } from "../recording";
import type { EvmChain } from "./evm-chain";
import { failure, ok } from "./evm-handler";

/** A contract's answer at the end of the recording; undefined if it was not called. */
type FindRecorded = (to: string, data: string) => RpcOutcome | undefined;

/**
 * Answers calls of contracts that the genesis has or that were created in the recording, at any height: answers that never change, and answers
 * that follow from recorded events. Undefined for every other call.
 */
export type FindView = (call: { to: string; data: string }, height: number) => RpcOutcome | undefined;

const NAME = "0x06fdde03";
const SYMBOL = "0x95d89b41";
const DECIMALS = "0x313ce567";
const SUPPORTS_INTERFACE = "0x01ffc9a7";
const TOTAL_SUPPLY = "0x18160ddd";
const URI = "0x0e89341c";
const TOKEN_URI = "0xc87b56dd";
/** Answered the same from a contract's creation on. */
const CONSTANT = [NAME, SYMBOL, DECIMALS, SUPPORTS_INTERFACE, URI];
const SELECTOR_LENGTH = 10;
/** geth's error for a revert without a reason. */
const REVERTED = failure(-32000, "execution reverted");

/** Indexes the contracts of the genesis and those that recorded blocks created. */
export function openViews(chain: Pick<EvmChain, "blocks" | "genesis">, recorded: FindRecorded): FindView {
  const { blocks } = chain;
  const contracts = contractsMade(chain);
  return ({ to, data }, height) => {
    const address = to.toLowerCase();
    const made = contracts.get(address);
    if (made === undefined) return undefined;
    if (height < made.height) return ok("0x");
    const selector = data.slice(0, SELECTOR_LENGTH).toLowerCase();
    const recordedOutcome = recorded(to, data);
    if (CONSTANT.includes(selector))
      return recordedOutcome ?? (lacksFunction(made.code, selector) ? REVERTED : undefined);
    if (selector === TOTAL_SUPPLY) {
      if (recordedOutcome === undefined) return lacksFunction(made.code, selector) ? REVERTED : undefined;
      return supplyAt(blocks, { address, height, recordedOutcome });
    }
    if (selector !== TOKEN_URI || recordedOutcome === undefined) return undefined;
    if ("error" in recordedOutcome) return recordedOutcome;
    return isMinted(blocks, { address, height, id: `0x${data.slice(SELECTOR_LENGTH)}` })
      ? recordedOutcome
      : REVERTED;
  };
}

interface Made {
  height: number;
  /** The code at its address, hex. */
  code: string;
}

/** One call as reported by `callTracer`. */
interface Frame {
  type?: string;
  to?: string;
  output?: string;
  error?: string;
  calls?: Frame[];
}

/** Contracts of the genesis and those that recorded blocks created, by address in lower case. */
export function contractsMade({
  blocks,
  genesis,
}: Pick<EvmChain, "blocks" | "genesis">): ReadonlyMap<string, Made> {
  const made = new Map(
    [...genesis].map(([address, { code }]): [string, Made] => [address, { height: 0, code }]),
  );
  const walk = ({ type = "", to, output, error, calls = [] }: Frame, height: number): void => {
    if (error !== undefined) return;
    if (type.startsWith("CREATE") && to !== undefined)
      made.set(to.toLowerCase(), { height, code: output ?? "0x" });
    for (const call of calls) walk(call, height);
  };
  for (const [height, { traces }] of blocks.entries())
    for (const { result } of traces) walk(result as Frame, height);
  return made;
}

const PUSH1 = 0x60;
const PUSH32 = 0x7f;
const PUSH4 = 0x63;
/** Instructions that run code of another contract: CALLCODE, DELEGATECALL. */
const BORROWS = [0xf2, 0xf4];

/**
 * Whether compiled code dispatches by selector and lacks this one, so that a call reverts. False for code that may
 * delegate.
 */
function lacksFunction(code: string, selector: string): boolean {
  const bytes = Buffer.from(code.slice(2), "hex");
  let functions = 0;
  for (let at = 0; at < bytes.length; at++) {
    const instruction = bytes[at] ?? 0;
    if (BORROWS.includes(instruction)) return false;
    if (instruction < PUSH1 || instruction > PUSH32) continue;
    const length = instruction - PUSH1 + 1;
    if (instruction === PUSH4) {
      if (toHex(bytes.subarray(at + 1, at + 1 + length)) === selector) return false;
      functions++;
    }
    at += length;
  }
  return functions > 0;
}

/** @source ERC-20, ERC-721: Transfer(address,address,uint256) */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const NOBODY = `0x${"00".repeat(32)}`;

/** A token's supply at a height, from its events, if they add up to its answer at the end. */
function supplyAt(
  blocks: readonly RecordedEvmBlock[],
  { address, height, recordedOutcome }: { address: string; height: number; recordedOutcome: RpcOutcome },
): RpcOutcome | undefined {
  const at = (last: number) => toWord(mintedUpTo(blocks, address, last));
  const end = blocks.length - 1;
  if (!("result" in recordedOutcome) || (height !== end && recordedOutcome.result !== at(end)))
    return undefined;
  return height === end ? recordedOutcome : ok(at(height));
}

function mintedUpTo(blocks: readonly RecordedEvmBlock[], address: string, height: number): bigint {
  let minted = 0n;
  for (const { topics, data } of transfersOf(blocks.slice(0, height + 1), address)) {
    const amount = topics.length === 4 ? 1n : BigInt(data);
    if (topics[1] === NOBODY) minted += amount;
    if (topics[2] === NOBODY) minted -= amount;
  }
  return minted;
}

function isMinted(
  blocks: readonly RecordedEvmBlock[],
  { address, height, id }: { address: string; height: number; id: string },
): boolean {
  return transfersOf(blocks.slice(0, height + 1), address).some(({ topics }) => topics[3] === id);
}

interface Log {
  address: string;
  topics: string[];
  data: string;
}

function transfersOf(blocks: readonly RecordedEvmBlock[], address: string): Log[] {
  return blocks
    .flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs as unknown as Log[]))
    .filter((log) => log.address.toLowerCase() === address && log.topics[0] === TRANSFER);
}

function toWord(value: bigint): string {
  return `0x${value.toString(16).padStart(64, "0")}`;
}
