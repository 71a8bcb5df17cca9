import { quoteName } from "@/components/ui/name";
import type { Status } from "@/components/ui/status-pill";
import type { NativeTransaction, TxFailureShape } from "@/lib/contract/data/evm";
import type { AbiArgumentShape, DecodedEntryShape, FailureReasonShape } from "@/lib/contract/data/evm-abi";
import { groupDigits, headTail } from "@/lib/words/format";

/** Most characters of a foreign text in a sentence. */
const MOST = 120;
/** Most arguments of an error in a sentence. */
const MOST_ARGS = 4;

/** What became of a transaction, to follow what it was to do: `reverted: “only owner”`, `ran out of gas`. */
export function sayFailure(failure: TxFailureShape): string {
  const { kind, text = "", reverted } = failure;
  if (reverted) return `reverted${sayReason(failure)}`;
  if (kind === "neverRan") return "was refused before it ran";
  if (kind === "refused") return `was refused: ${quoteName(text, MOST)}`;
  return text === OUT_OF_GAS ? "ran out of gas" : `failed: ${quoteName(text, MOST)}`;
}

const OUT_OF_GAS = "out of gas";

/** The reason of a call that failed, to follow `reverted`. */
export function sayReason({ kind, text = "", code = "", custom, output }: FailureReasonShape): string {
  switch (kind) {
    case "message":
      return text === "" ? " with an empty message" : `: ${quoteName(text, MOST)}`;
    case "panic":
      return `: ${text} (panic ${code})`;
    case "custom":
      return custom === undefined ? "" : `: ${custom.by === "guess" ? "probably " : ""}${sayEntry(custom)}`;
    case "data":
      return ` with ${countBytes(output)} that no known ABI explains`;
    case "silent":
      return " without a reason";
    case "refused":
    case "halted":
      return `: ${quoteName(text, MOST)}`;
    case "neverRan":
      return " before it ran";
  }
}

function countBytes(hex = "0x"): string {
  const count = hex.length / 2 - 1;
  return count === 1 ? "1 byte" : `${groupDigits(count)} bytes`;
}

/** `TooPoor(0x2cf7…24a3, 5)` */
export function sayEntry({ name, args }: Pick<DecodedEntryShape, "name" | "args">, most = MOST_ARGS): string {
  return `${name}(${sayValues(args, most)})`;
}

/** Values in one line, without their names. */
export function sayValues(args: readonly AbiArgumentShape[], most = MOST_ARGS): string {
  const values = args.slice(0, most).map(sayValue);
  return [...values, ...(args.length > most ? ["…"] : [])].join(", ");
}

function sayValue({ type, value }: AbiArgumentShape): string {
  if (type === "string") return quoteName(value);
  if (type === "address") return headTail(value);
  return value.length > 24 ? `${value.slice(0, 10)}…${value.slice(-6)}` : value;
}

/** The mark of a transaction. Only what reverted is called so. */
export function statusOf({ txStatus, failure }: Pick<NativeTransaction, "txStatus" | "failure">): {
  status: Status;
  word?: string;
} {
  if (txStatus !== "0") return { status: "success" };
  if (failure === undefined) return { status: "failed" };
  return { status: failure.reverted ? "reverted" : "failed", word: wordOf(failure) };
}

/** The same in a word, as tables have it. */
export function wordOf({ kind, text, reverted }: Pick<TxFailureShape, "kind" | "text" | "reverted">): string {
  if (reverted) return "Reverted";
  if (kind === "neverRan" || kind === "refused") return "Refused";
  return text === OUT_OF_GAS ? "Out of gas" : "Failed";
}
