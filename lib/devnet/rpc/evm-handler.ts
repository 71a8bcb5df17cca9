import type { z } from "zod";
import type { Method } from "../../contract/rpc";
import type { RpcOutcome } from "../recorded-answers";

/** One method of the Ethereum API. Parameters come as given. */
export interface Handler {
  name: string;
  run(params: readonly unknown[]): RpcOutcome;
}

/** Binds a contract to its handler. Bad parameters get geth's messages. */
export function handler<Params extends z.ZodTuple>(
  contract: Method<Params>,
  answer: (params: z.output<Params>) => RpcOutcome,
): Handler {
  return {
    name: contract.name,
    run(given) {
      const params = contract.params.safeParse(given);
      return params.success ? answer(params.data) : failure(-32602, describeMisfit(given, contract.params));
    },
  };
}

/** geth's message for bad parameters. */
function describeMisfit(given: readonly unknown[], schema: z.ZodTuple): string {
  const items = schema.def.items as readonly z.ZodType[];
  const at = items.findIndex((item, index) => !item.safeParse(given[index]).success);
  const value = given[at];
  if (at < 0) return `too many arguments, want at most ${items.length}`;
  if (value === undefined || value === null) return missingArgument(at);
  const isHash = items[at]?.safeParse(ZERO_HASH).success;
  const isHex = typeof value === "string" && /^0x[0-9a-fA-F]*$/.test(value);
  if (!isHash || !isHex) return `invalid argument ${at}: not of the form it has to have`;
  return `invalid argument ${at}: hex string has length ${value.length - 2}, want 64 for common.Hash`;
}

const ZERO_HASH = `0x${"00".repeat(32)}`;

/** geth's message for a missing parameter. */
export function missingArgument(index: number): string {
  return `missing value for required argument ${index}`;
}

/** A missing result is null. */
export function ok(result: unknown): RpcOutcome {
  return { result: result ?? null };
}

/** An error in geth's form. */
export function failure(code: number, message: string): RpcOutcome {
  return { error: { code, message } };
}

/** A number in geth's form. */
export function toQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}
