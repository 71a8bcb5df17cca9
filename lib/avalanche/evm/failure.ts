import { fromHex, toHex } from "../codec/bytes";
import { type AbiBooks, type DecodedEntry, decodeError } from "./abi/read";
import { decodeValues } from "./abi/values";
import { MOST_OUTPUT } from "./call";
import { isPrecompile } from "./precompiles";

/** A call as the failure of its transaction needs it. Output is bytes, or 0x hex. */
export interface FailedFrame<Frame> {
  error?: string | undefined;
  output?: string | Uint8Array | undefined;
  calls?: readonly Frame[] | undefined;
}

/**
 * Where the failure of a call began, as a path: the call, the one in it that failed first, and so on. A call hands on the
 * failure of its last call if it reverts with the same bytes, with bytes that hold those, or with none where there were
 * none. Any other call has failed by itself.
 */
export function failurePath<Frame extends FailedFrame<Frame>>(top: Frame): Frame[] {
  const path = [top];
  for (let frame = top; ; ) {
    const inner = frame.calls?.at(-1);
    if (inner === undefined || !handsOn(frame, inner)) return path;
    path.push(inner);
    frame = inner;
  }
}

function handsOn<Frame extends FailedFrame<Frame>>(frame: Frame, inner: Frame): boolean {
  if (inner.error === undefined || frame.error !== REVERTED) return false;
  const outer = bareOf(frame.output);
  const within = bareOf(inner.output);
  if (within === "") return outer === "";
  let at = outer.indexOf(within);
  // Bytes, not digits.
  while (at % 2 === 1) at = outer.indexOf(within, at + 1);
  return at >= 0;
}

/** Digits of the bytes that are kept of every output, so that a store and a node tell the same path. */
function bareOf(output: string | Uint8Array = "0x"): string {
  const hex = typeof output === "string" ? output : toHex(output);
  return hex.slice(2, 2 + 2 * MOST_OUTPUT);
}

/** What nodes call REVERT. Whatever else ends a call takes all its gas. @source go-ethereum core/vm/errors.go */
export const REVERTED = "execution reverted";

/** A call's failure, as the node tells it. */
export interface ToldFailure {
  /** In the node's words; empty if it gave none. */
  error: string;
  /** What was returned, 0x hex; possibly cut. */
  output: string;
  /** What was called, 20 bytes as 0x hex; undefined for a creation. */
  to: string | undefined;
}

/**
 * Why a call failed.
 *
 * - `message`: it reverted with a text.
 * - `panic`: a check of the compiler's failed; `text` says which.
 * - `custom`: it reverted with an error of some ABI.
 * - `data`: it reverted with bytes that nothing explains.
 * - `silent`: it reverted without any.
 * - `refused`: the node's own code refused it; `text` is what that says.
 * - `halted`: the EVM stopped it; `text` is the node's word for that.
 * - `neverRan`: it was refused before it ran.
 */
export type FailureKind =
  | "message"
  | "panic"
  | "custom"
  | "data"
  | "silent"
  | "refused"
  | "halted"
  | "neverRan";

export interface Failure {
  kind: FailureKind;
  /** Of `message`, `panic`, `refused` and `halted`. A `message` and what a precompile says may be any text. */
  text?: string | undefined;
  /** The code of a `panic`, as 0x hex. */
  code?: string | undefined;
  /** Of `custom`. */
  custom?: DecodedEntry | undefined;
}

/** Longest text kept of a reason. */
const MOST_TEXT = 1_000;
const SELECTOR = 10;
const ERROR = "0x08c379a0";
const PANIC = "0x4e487b71";

export function readFailure({ error, output, to }: ToldFailure, books: AbiBooks): Failure {
  if (error === "") return { kind: "neverRan" };
  if (error !== REVERTED) {
    const isRefusal = to !== undefined && isPrecompile(fromHex(to)) && !HALTS.test(error);
    return { kind: isRefusal ? "refused" : "halted", text: cut(error) };
  }
  if (output.length <= 2) return { kind: "silent" };
  const selector = output.slice(0, SELECTOR);
  const body = `0x${output.slice(SELECTOR)}`;
  if (selector === ERROR) {
    const text = decodeValues([{ type: "string" }], body)?.[0]?.value ?? readCutText(body);
    if (text !== undefined) return { kind: "message", text: cut(text) };
  }
  if (selector === PANIC) {
    const code = decodeValues([{ type: "uint256" }], body)?.[0]?.value;
    if (code !== undefined) return panicOf(BigInt(code));
  }
  const custom = decodeError(books, output);
  return custom === undefined ? { kind: "data" } : { kind: "custom", custom };
}

/** What ends a call of a precompile like any other. */
const HALTS = /^(out of gas|gas uint64 overflow|max call depth|insufficient balance|write protection)/;

function panicOf(code: bigint): Failure {
  return {
    kind: "panic",
    code: `0x${code.toString(16).padStart(2, "0")}`,
    text: PANICS[String(code)] ?? "unknown code",
  };
}

/** @source Solidity, "Panic via assert and Error via require" */
const PANICS: Record<string, string> = {
  0: "generic panic of the compiler",
  1: "assertion failed",
  17: "arithmetic overflow or underflow",
  18: "division or modulo by zero",
  33: "value outside its enumeration",
  34: "storage bytes encoded wrongly",
  49: "pop of an empty array",
  50: "index out of bounds",
  65: "out of memory",
  81: "call of an uninitialized function",
};

/** The beginning of a text whose end is cut off; undefined if its form is another. */
function readCutText(body: string): string | undefined {
  const offset = body.slice(2, 66);
  const length = body.slice(66, 130);
  if (offset.length < 64 || length.length < 64 || BigInt(`0x${offset}`) !== 32n) return undefined;
  const text = fromHex(`0x${body.slice(130).slice(0, MOST_TEXT * 4)}`);
  // A text that is whole would have been decoded.
  if (BigInt(`0x${length}`) < BigInt(text.length) || text.length < CUT_FROM) return undefined;
  return `${new TextDecoder().decode(text)}…`;
}

/** Shorter output is never cut: its length is wrong. */
const CUT_FROM = 256;

function cut(text: string): string {
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}
