import { equalBytes, toHex } from "../codec/bytes";
import { minimalBytes, quantityToBigint, quantityToNumber } from "../codec/rlp";
import { contradiction, createdAddress, differs, isSame, shown } from "./outcome";
import type { EvmTransaction } from "./transaction";

/**
 * One call of a transaction's call tree, as reported by `callTracer`. Integers are big-endian bytes without leading
 * zeros.
 */
export interface EvmCall {
  /** CALL, CREATE, DELEGATECALL … in the tracer's words. */
  type: string;
  from: Uint8Array;
  to: Uint8Array | undefined;
  /** Wei. */
  value: Uint8Array;
  gas: number;
  gasUsed: number;
  /** Input data. Kept for the top call, which must match the signed transaction, and for calls that may mint coins. */
  input?: Uint8Array | undefined;
  /** Why it failed; undefined if it succeeded. */
  error: string | undefined;
  /** What a failed call returned, its first `MOST_OUTPUT` bytes; undefined if nothing. */
  output?: Uint8Array | undefined;
  calls: EvmCall[];
}

/** A reason is a sentence or a few values. Longer output is somebody's whole answer, handed on. */
export const MOST_OUTPUT = 1_024;

/** A transaction, with the parts of its outcome that are proved. */
export interface ExecutedCall {
  height: number;
  hash: Uint8Array;
  fields: EvmTransaction;
  from: Uint8Array;
  /** The contract that it should create. */
  created: Uint8Array | undefined;
  gasUsed: number;
  succeeded: boolean;
}

/**
 * Checks call trees against everything that constrains them: the top call is the signed transaction with its receipt,
 * an inner call comes from the contract that runs, and a created contract has the address that its creator's nonce
 * gives.
 */
export class CallCheck {
  readonly #nonces: NonceSearch;

  /** `mostNonce`: limit of the search for a creator's nonce; "any" if there is no time to search. */
  constructor(mostNonce: number | "any" = MOST_NONCE) {
    this.#nonces = new NonceSearch(mostNonce);
  }

  /** @throws DataError EXECUTION_MISMATCH */
  check(transaction: ExecutedCall, trace: EvmCall): void {
    if (isNeverRun(trace) && !transaction.succeeded) return;
    const problem =
      checkTop(trace, transaction) ??
      this.#findProblemInside(trace, transaction.created ?? transaction.fields.to);
    if (problem === undefined) return;
    throw contradiction(
      `the trace of transaction ${toHex(transaction.hash)} in block ${transaction.height}`,
      problem,
    );
  }

  /** What is impossible in the calls inside one that runs as `self`, with the path to it; undefined if nothing is. */
  #findProblemInside(
    parent: EvmCall,
    self: Uint8Array | undefined,
    isStatic = false,
    depth = 1,
  ): string | undefined {
    const { calls } = parent;
    if (depth > MOST_DEPTH) return `has calls ${depth} deep, the EVM allows ${MOST_DEPTH}`;
    // A failed creation does not report its address, but all its calls come from that one.
    const runs = self ?? calls[0]?.from;
    for (let i = 0; i < calls.length; i++) {
      const call = calls[i] as EvmCall;
      const within = isStatic || call.type === "STATICCALL";
      const problem =
        this.#findProblem(call, parent, runs as Uint8Array) ??
        (isStatic && changesState(call)
          ? `says ${call.type}, the static call around it allows none`
          : undefined) ??
        (call.type === "SELFDESTRUCT" && i < calls.length - 1 ? "goes on after SELFDESTRUCT" : undefined) ??
        this.#findProblemInside(call, runsIn(call, runs as Uint8Array), within, depth + 1);
      if (problem !== undefined) return `has call ${i + 1} of ${parent.type}, which ${problem}`;
    }
    return undefined;
  }

  #findProblem(
    { type, from, to, gas, gasUsed, error }: EvmCall,
    parent: EvmCall,
    runs: Uint8Array,
  ): string | undefined {
    if (!equalBytes(from, runs) && !(isReserved(runs) && equalBytes(from, parent.from)))
      return differs("the sender", from, runs, "the contract that runs there");
    if (gasUsed > gas) return `says the gas used is ${gasUsed}, it was given ${gas}`;
    if (!type.startsWith("CREATE")) return undefined;
    if ((to === undefined) !== (error !== undefined))
      return `says the contract made is ${shown(to)} and the failure ${JSON.stringify(error) ?? "none"}`;
    // The address of CREATE2 depends on a salt that traces lack.
    if (type !== "CREATE" || to === undefined || this.#nonces.finds(from, to)) return undefined;
    return `says the contract made is ${toHex(to)}, no nonce of ${toHex(from)} gives that`;
  }
}

/** @source go-ethereum params/protocol_params.go CallCreateDepth */
const MOST_DEPTH = 1_025;

/**
 * The trace of a transaction that was refused before it ran: an account that may not create contracts, or an address
 * that is taken.
 */
export function isNeverRun({ type, to, calls }: Pick<EvmCall, "type" | "to" | "calls">): boolean {
  return type === "STOP" && to === undefined && calls.length === 0;
}

function checkTop(
  trace: EvmCall,
  { fields, from, created, gasUsed, succeeded }: ExecutedCall,
): string | undefined {
  const type = created ? "CREATE" : "CALL";
  const to = created ? (succeeded ? created : undefined) : fields.to;
  const gas = quantityToNumber(fields.gas);
  const failed = succeeded ? undefined : "a failure";
  if (trace.type !== type) return differs("the type", trace.type, type, "the transaction");
  if (!equalBytes(trace.from, from)) return differs("the sender", trace.from, from, "the signature");
  if (!isSame(trace.to, to)) return differs("the receiver", trace.to, to, "the transaction");
  if (!equalBytes(trace.value, fields.value))
    return differs(
      "the value",
      quantityToBigint(trace.value),
      quantityToBigint(fields.value),
      "the transaction",
    );
  if (!isSame(trace.input, fields.input))
    return differs("the input", trace.input, fields.input, "the transaction");
  if (trace.gas !== gas) return differs("the gas limit", trace.gas, gas, "the transaction");
  if (trace.gasUsed !== gasUsed) return differs("the gas used", trace.gasUsed, gasUsed, "the receipt");
  if ((trace.error === undefined) !== succeeded)
    return differs("the failure", trace.error, failed, "the receipt");
  return undefined;
}

/** The account whose code, storage and value a call runs with. */
function runsIn({ type, to }: EvmCall, caller: Uint8Array): Uint8Array | undefined {
  return type === "DELEGATECALL" || type === "CALLCODE" ? caller : to;
}

function changesState({ type, value }: EvmCall): boolean {
  return type.startsWith("CREATE") || type === "SELFDESTRUCT" || (type === "CALL" && value.length > 0);
}

/**
 * Whether an address is reserved for precompiles. Calls that they make may come from their caller, as the C-Chain's
 * native asset precompile once did.
 * @source avalanchego graft/coreth/nativeasset, precompile/modules/registerer.go
 */
function isReserved(address: Uint8Array): boolean {
  return (address[0] ?? 0) <= 3 && address.subarray(1, -1).every((byte) => byte === 0);
}

/** More contracts than any account has created: they would cost at least 130 billion gas. */
const MOST_NONCE = 1 << 22;
/** Limit of creators whose last nonce is remembered, so that the next is found at once. */
const MOST_MAKERS = 10_000;

/**
 * Finds the nonce that gave a contract its address. A creator's nonces increase, so the search continues where it was.
 */
class NonceSearch {
  readonly #last = new Map<string, number>();
  readonly #most: number | "any";

  constructor(most: number | "any") {
    this.#most = most;
  }

  finds(maker: Uint8Array, made: Uint8Array): boolean {
    if (this.#most === "any") return true;
    const key = toHex(maker);
    const last = this.#last.get(key) ?? 0;
    const nonce = search(maker, made, last, this.#most) ?? search(maker, made, 0, last);
    if (nonce === undefined) return false;
    this.#last.delete(key);
    this.#last.set(key, nonce);
    const [oldest] = this.#last.keys();
    if (this.#last.size > MOST_MAKERS && oldest !== undefined) this.#last.delete(oldest);
    return true;
  }
}

function search(maker: Uint8Array, made: Uint8Array, from: number, to: number): number | undefined {
  for (let nonce = from; nonce < to; nonce++) {
    if (equalBytes(createdAddress(maker, minimalBytes(BigInt(nonce))), made)) return nonce;
  }
  return undefined;
}
