import { equalBytes, toHex } from "../codec/bytes";
import { minimalBytes, quantityToBigint, quantityToNumber } from "../codec/rlp";
import { contradiction, createdAddress, differs, isSame, shown } from "./outcome";
import type { EvmTransaction } from "./transaction";

/** One call of a transaction's tree as `callTracer` tells it. Integers are big-endian bytes without leading zeros. */
export interface EvmCall {
  /** CALL, CREATE, DELEGATECALL … as the tracer says. */
  type: string;
  from: Uint8Array;
  to: Uint8Array | undefined;
  /** Wei. */
  value: Uint8Array;
  gas: number;
  gasUsed: number;
  /** What it was called with: kept of the top, which must be what was signed, and of calls that may mint coins. */
  input?: Uint8Array | undefined;
  /** Why it failed; absent when it did not. */
  error: string | undefined;
  calls: EvmCall[];
}

/** A transaction with all of its outcome that is proved. */
export interface ExecutedCall {
  height: number;
  hash: Uint8Array;
  fields: EvmTransaction;
  from: Uint8Array;
  /** The contract that it was to make. */
  created: Uint8Array | undefined;
  gasUsed: number;
  succeeded: boolean;
}

/**
 * Holds call trees to all that binds them: the top is the signed transaction and its receipt, what is inside comes from
 * the contract that runs, and a contract stands at the address that the nonce of its maker gives.
 */
export class CallCheck {
  readonly #nonces: NonceSearch;

  /** `mostNonce`: more contracts than one has made by CREATE; "any" where there is no time to look for the one. */
  constructor(mostNonce: number | "any" = MOST_NONCE) {
    this.#nonces = new NonceSearch(mostNonce);
  }

  /** @throws DataError EXECUTION_MISMATCH */
  check(transaction: ExecutedCall, trace: EvmCall): void {
    if (isNeverRun(trace) && !transaction.succeeded) return;
    const says =
      checkTop(trace, transaction) ?? this.#faultInside(trace, transaction.created ?? transaction.fields.to);
    if (says === undefined) return;
    throw contradiction(
      `the trace of transaction ${toHex(transaction.hash)} in block ${transaction.height}`,
      says,
    );
  }

  /** What can't be true of the calls inside one that runs as `self`, with the way to it; undefined when nothing is. */
  #faultInside(
    parent: EvmCall,
    self: Uint8Array | undefined,
    isStatic = false,
    depth = 1,
  ): string | undefined {
    const { calls } = parent;
    if (depth > MOST_DEPTH) return `has calls ${depth} deep, the EVM allows ${MOST_DEPTH}`;
    // Of a contract whose making failed the address is not told: all that it did is by one.
    const runs = self ?? calls[0]?.from;
    for (let i = 0; i < calls.length; i++) {
      const call = calls[i] as EvmCall;
      const within = isStatic || call.type === "STATICCALL";
      const says =
        this.#faultOf(call, parent, runs as Uint8Array) ??
        (isStatic && changesState(call)
          ? `says ${call.type}, the static call around it allows none`
          : undefined) ??
        (call.type === "SELFDESTRUCT" && i < calls.length - 1 ? "goes on after SELFDESTRUCT" : undefined) ??
        this.#faultInside(call, runsIn(call, runs as Uint8Array), within, depth + 1);
      if (says !== undefined) return `has call ${i + 1} of ${parent.type}, which ${says}`;
    }
    return undefined;
  }

  #faultOf(
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
    // That of CREATE2 follows from a salt that no trace tells.
    if (type !== "CREATE" || to === undefined || this.#nonces.finds(from, to)) return undefined;
    return `says the contract made is ${toHex(to)}, no nonce of ${toHex(from)} gives that`;
  }
}

/** @source go-ethereum params/protocol_params.go CallCreateDepth */
const MOST_DEPTH = 1_025;

/**
 * What the tracer says of a transaction that was refused before anything ran: an account that may not make contracts,
 * an address that is taken.
 */
function isNeverRun({ type, to, calls }: EvmCall): boolean {
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

/** Whose code, storage and value what a call runs has. */
function runsIn({ type, to }: EvmCall, caller: Uint8Array): Uint8Array | undefined {
  return type === "DELEGATECALL" || type === "CALLCODE" ? caller : to;
}

function changesState({ type, value }: EvmCall): boolean {
  return type.startsWith("CREATE") || type === "SELFDESTRUCT" || (type === "CALL" && value.length > 0);
}

/**
 * Whether an address is one of those that precompiles have: what they call, as one for assets of the C-Chain once did,
 * may come from whoever called them.
 * @source avalanchego graft/coreth/nativeasset, precompile/modules/registerer.go
 */
function isReserved(address: Uint8Array): boolean {
  return (address[0] ?? 0) <= 3 && address.subarray(1, -1).every((byte) => byte === 0);
}

/** More than one has made: 130 billion gas at least. */
const MOST_NONCE = 1 << 22;
/** Makers whose nonce is remembered, so that the next is found at once. */
const MOST_MAKERS = 10_000;

/** Finds the nonce with which an address was made. A maker's nonces follow each other, so the search goes on where it was. */
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
