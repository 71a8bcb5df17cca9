import type { RunTxResult, VM } from "@ethereumjs/vm";

/** A call in the form of `callTracer`, with numbers not yet in hex. */
export interface VmCall {
  type: string;
  from: string;
  /** Absent if the creation of a contract failed. */
  to: string | undefined;
  /** Absent where no value can be sent. */
  value: bigint | undefined;
  gas: bigint;
  gasUsed: bigint;
  input: Uint8Array;
  output: Uint8Array;
  error: string | undefined;
  calls: VmCall[];
  /** Events of this call, none if it was undone. */
  logs: VmCallLog[];
}

/** An event, after `position` of the calls that its call made. */
interface VmCallLog {
  address: string;
  topics: string[];
  data: Uint8Array;
  position: number;
}

/**
 * Follows an EVM and keeps the call tree of its last run.
 * @source go-ethereum eth/tracers/native/call.go
 */
export class CallTracer {
  readonly #open: { call: VmCall; message: Message }[] = [];
  /** The last opcode, which says how a message that begins now was called. */
  #opcode = "CALL";
  #last: VmCall | undefined;

  constructor({ evm: { events } }: VM) {
    events?.on("step", (step) => this.#step(step));
    events?.on("beforeMessage", (message) => this.#begin(message));
    events?.on("afterMessage", (result) => this.#end(result));
  }

  /** The tree of the last top-level message. */
  take(): VmCall {
    const last = this.#last;
    if (last === undefined) throw new Error("nothing ran");
    this.#last = undefined;
    return last;
  }

  #step({ opcode, address, account, stack, memory }: Step): void {
    this.#opcode = opcode.name;
    const open = this.#open.at(-1)?.call;
    if (/^LOG\d$/.test(opcode.name) && open !== undefined) {
      const [offset = 0n, size = 0n, ...topics] = stack.toReversed();
      open.logs.push({
        address: address.toString(),
        topics: topics.slice(0, Number(opcode.name.slice(3))).map(wordOf),
        data: memory.slice(Number(offset), Number(offset + size)),
        position: open.calls.length,
      });
    }
    if (opcode.name !== "SELFDESTRUCT") return;
    const heir = (stack.at(-1) ?? 0n) & ADDRESS_MASK;
    this.#open.at(-1)?.call.calls.push({
      type: opcode.name,
      from: address.toString(),
      to: `0x${heir.toString(16).padStart(40, "0")}`,
      value: account.balance,
      gas: 0n,
      gasUsed: 0n,
      input: new Uint8Array(),
      output: new Uint8Array(),
      error: undefined,
      calls: [],
      logs: [],
    });
  }

  #begin(message: Message): void {
    const { to, caller, value, gasLimit, data, depth } = message;
    const type = depth > 0 ? this.#opcode : to ? "CALL" : "CREATE";
    const parent = this.#open.at(-1);
    const call: VmCall = {
      type,
      // delegated code runs in the name of the contract that delegates
      from: (type === "DELEGATECALL" ? (to ?? caller) : caller).toString(),
      to: to && message.codeAddress.toString(),
      value: type === "STATICCALL" ? undefined : value,
      gas: gasLimit,
      gasUsed: 0n,
      input: data,
      output: new Uint8Array(),
      error: undefined,
      calls: [],
      logs: [],
    };
    parent?.call.calls.push(call);
    this.#open.push({ call, message });
  }

  #end({
    execResult: { executionGasUsed, exceptionError, returnValue },
  }: Pick<RunTxResult, "execResult">): void {
    const ended = this.#open.pop();
    if (ended === undefined) return;
    const { call, message } = ended;
    const makes = call.type.startsWith("CREATE");
    call.gasUsed = executionGasUsed;
    call.output = returnValue;
    if (exceptionError) call.error = ERRORS[exceptionError.error] ?? exceptionError.error;
    if (exceptionError) forgetLogs(call);
    if (makes) call.to = exceptionError ? undefined : message.to?.toString();
    if (this.#open.length === 0) this.#last = call;
  }
}

function wordOf(value: bigint): string {
  return `0x${value.toString(16).padStart(64, "0")}`;
}

/** What a failed call wrote is undone, and so is what calls in it wrote. */
function forgetLogs(call: VmCall): void {
  call.logs = [];
  for (const inner of call.calls) forgetLogs(inner);
}

/** The members of the EVM's events that are used here. */
interface Step {
  opcode: { name: string };
  address: Text;
  account: { balance: bigint };
  stack: bigint[];
  memory: Uint8Array;
}
interface Message {
  to?: Text;
  caller: Text;
  readonly codeAddress: Text;
  value: bigint;
  gasLimit: bigint;
  data: Uint8Array;
  depth: number;
}
interface Text {
  toString(): string;
}

const ADDRESS_MASK = 2n ** 160n - 1n;
const ERRORS: Record<string, string> = { revert: "execution reverted" };
