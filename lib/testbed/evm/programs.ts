import fc from "fast-check";
import { encodeAbiParameters, pad, toHex as toHexText } from "viem";
import { hashSignature } from "../../avalanche/evm/abi/entries";

/**
 * Programs that call each other, write events and fail in every way, as code for a real EVM and as a model that says what
 * comes of them.
 */
export interface Program {
  actions: Action[];
  ending: Ending;
}

type Action =
  | { kind: "log"; topic: number }
  | {
      kind: "call";
      how: "CALL" | "DELEGATECALL" | "STATICCALL" | "CREATE";
      child: Program;
      onFailure: OnFailure;
    };

/** What a caller does when a call in it fails: goes on, fails with the same bytes, or with its own around them. */
type OnFailure = "ignore" | "bubble" | "wrap";

type Ending =
  | { kind: "return" }
  | { kind: "message"; text: string }
  | { kind: "panic"; code: number }
  | { kind: "custom"; number: number }
  | { kind: "data"; number: number }
  | { kind: "silent" }
  | { kind: "halted"; how: "invalid" | "badJump" };

/** The ABI of the errors that programs revert with. */
export const PROGRAM_ABI = [
  { type: "error", name: "Unlucky", inputs: [{ name: "number", type: "uint256" }] },
  { type: "event", name: "Reached", inputs: [{ name: "place", type: "uint256", indexed: true }] },
];

const ending: fc.Arbitrary<Ending> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: "return" as const }) },
  fc.record({ kind: fc.constant("message" as const), text: fc.string({ maxLength: 80, unit: "grapheme" }) }),
  fc.record({
    kind: fc.constant("panic" as const),
    code: fc.constantFrom(1, 17, 18, 33, 34, 49, 50, 65, 81, 99),
  }),
  fc.record({ kind: fc.constant("custom" as const), number: fc.nat() }),
  fc.record({ kind: fc.constant("data" as const), number: fc.integer({ min: 1, max: 2 ** 30 }) }),
  fc.constant({ kind: "silent" as const }),
  fc.record({
    kind: fc.constant("halted" as const),
    how: fc.constantFrom("invalid" as const, "badJump" as const),
  }),
);

export const program: fc.Arbitrary<Program> = fc.letrec<{ program: Program }>((tie) => ({
  program: fc.record({
    actions: fc.array(
      fc.oneof(
        { maxDepth: 4 },
        fc.record({ kind: fc.constant("log" as const), topic: fc.nat(1_000_000) }),
        fc.record({
          kind: fc.constant("call" as const),
          how: fc.constantFrom(
            "CALL" as const,
            "DELEGATECALL" as const,
            "STATICCALL" as const,
            "CREATE" as const,
          ),
          child: tie("program"),
          onFailure: fc.constantFrom("ignore" as const, "bubble" as const, "wrap" as const),
        }),
      ),
      { maxLength: 4 },
    ),
    ending,
  }),
})).program;

/** Contracts by their address, each with its code. */
export type Placed = Map<string, string>;

/** Bytes of a byte string without `0x`. */
const EACH = 2;

/** Places a program and those that it calls. @returns its address */
export function place(placed: Placed, given: Program): string {
  const code = codeOf(placed, given);
  const address = `0xcc${(placed.size + 1).toString(16).padStart(38, "0")}`;
  placed.set(address, deploying(code));
  return address;
}

/** Creation code that leaves `code`. */
function deploying(code: string): string {
  const size = push(code.length / EACH, 2);
  // The code begins after these 12 bytes.
  return `0x${size}80600c6000396000f3${code}`;
}

/** The runtime code of a program. Creations in it carry their code along, behind its own. */
export function codeOf(placed: Placed, given: Program): string {
  const parts: string[] = [];
  const carried: { at: number; code: string }[] = [];
  let length = 0;
  const add = (hex: string) => {
    parts.push(hex);
    length += hex.length / EACH;
  };
  for (const action of given.actions) {
    if (action.kind === "log") {
      add(`7f${word(action.topic)}7f${REACHED.slice(2)}60006000a2`);
      continue;
    }
    if (action.how === "CREATE") {
      const code = codeOf(placed, action.child);
      // CODECOPY of a place that is known at the end: four digits are left open.
      carried.push({ at: parts.length, code });
      add(`610000610000600039${push(code.length / EACH, 2)}60006000f0`);
    } else {
      const to = place(placed, action.child).slice(2);
      const gas = push(gasFor(action.child), 4);
      const value = action.how === "CALL" ? "6000" : "";
      add(`6000600060006000${value}73${to}${gas}${OPCODES[action.how]}`);
    }
    add(afterCall(action.onFailure, length));
  }
  add(endingCode(given.ending));
  for (const { at, code } of carried) {
    parts[at] = (parts[at] ?? "").replace(
      /^610000610000/,
      `${push(code.length / EACH, 2)}${push(length, 2)}`,
    );
    add(code);
  }
  return parts.join("");
}

const OPCODES = { CALL: "f1", DELEGATECALL: "f4", STATICCALL: "fa" };
const REACHED = hashSignature("Reached(uint256)");

/** Enough for a program and what it calls, whatever halts there. */
export function gasFor({ actions }: Program): number {
  return actions.reduce(
    (sum, action) => sum + (action.kind === "log" ? 5_000 : 100_000 + 2 * gasFor(action.child)),
    60_000,
  );
}

/** What follows a call, whose success is on the stack; `at`: where this begins in the code. */
function afterCall(onFailure: OnFailure, at: number): string {
  if (onFailure === "ignore") return "50";
  const fail =
    onFailure === "bubble"
      ? "3d600060003e3d6000fd"
      : `7f${word(0).replace(/^.{8}/, WRAPPED)}6000523d600060043e3d6004016000fd`;
  // PUSH2, the target, JUMPI; then the failure; then the target.
  const target = at + 4 + fail.length / EACH;
  return `61${target.toString(16).padStart(4, "0")}57${fail}5b`;
}

/** A selector that no ABI has. */
const WRAPPED = "fa11fa11";

function endingCode(given: Ending): string {
  if (given.kind === "return") return "00";
  if (given.kind === "halted") return given.how === "invalid" ? "fe" : "600056";
  const data = revertData(given);
  const words = data.match(/.{1,64}/g) ?? [];
  const stores = words.map((each, at) => `7f${each.padEnd(64, "0")}${push(32 * at, 2)}52`);
  return `${stores.join("")}${push(data.length / EACH, 2)}6000fd`;
}

/** Hex digits of what a program reverts with. */
function revertData(given: Exclude<Ending, { kind: "return" | "halted" }>): string {
  switch (given.kind) {
    case "message":
      return `08c379a0${encodeAbiParameters([{ type: "string" }], [given.text]).slice(2)}`;
    case "panic":
      return `4e487b71${word(given.code)}`;
    case "custom":
      return `${hashSignature("Unlucky(uint256)").slice(2, 10)}${word(given.number)}`;
    case "data":
      return `dadada${given.number.toString(16).padStart(8, "0")}`;
    case "silent":
      return "";
  }
}

function word(value: number): string {
  return pad(toHexText(value)).slice(2);
}

/** PUSH2 or PUSH4 of a number. */
function push(value: number, bytes: 2 | 4): string {
  return `${bytes === 2 ? "61" : "63"}${value.toString(16).padStart(bytes * EACH, "0")}`;
}

/** What comes of a call. */
export interface Run {
  type: string;
  failed: boolean;
  /** Hex digits of what it returned. */
  output: string;
  /** How the program ended, or "static" where it did what a static call may not. */
  ended: Ending | "static";
  calls: Run[];
  /** Topics of its own events, each after so many calls. */
  events: { topic: number; after: number }[];
  /** Whether the last call's failure is its own. */
  handsOn: boolean;
}

/** Runs a program as its code does. */
export function run(given: Program, type: string, isStatic = false): Run {
  const calls: Run[] = [];
  const events: Run["events"] = [];
  const end = (ended: Run["ended"], output: string, handsOn = false): Run => {
    const failed = ended === "static" || handsOn || ended.kind !== "return";
    return { type, failed, output, ended, calls, events: failed ? [] : events, handsOn };
  };
  for (const action of given.actions) {
    if (isStatic && (action.kind === "log" || action.how === "CREATE")) return end("static", "");
    if (action.kind === "log") {
      events.push({ topic: action.topic, after: calls.length });
      continue;
    }
    const inner = run(action.child, action.how, isStatic || action.how === "STATICCALL");
    calls.push(inner);
    if (!inner.failed || action.onFailure === "ignore") continue;
    // Bytes of its own around none are its own failure.
    if (action.onFailure === "wrap")
      return end({ kind: "data", number: 0 }, WRAPPED + inner.output, inner.output !== "");
    return end({ kind: "silent" }, inner.output, true);
  }
  const { ending: last } = given;
  if (last.kind === "return" || last.kind === "halted") return end(last, "");
  const output = revertData(last);
  const before = calls.at(-1);
  // A call that fails without bytes right before: nobody can tell whether that was why.
  const isLikeIt = last.kind === "silent" && before?.failed === true && before.output === "";
  return end(last, output, isLikeIt);
}
