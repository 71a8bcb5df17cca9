import { parseLossless, stringifyLossless } from "../contract/rpc";
import type { RecordedAnswer, Recording } from "./recording";

/** A recorded JSON-RPC outcome. */
export type RpcOutcome = { result: unknown } | { error: { code: number; message: string; data?: unknown } };

/** The recording's JSON-RPC answers, found by request. */
export interface RecordedAnswers {
  /**
   * The answer to the same call at the same height of the chain, or to one that does not depend on height. Without a
   * height: the one recorded first. Undefined if it was not recorded.
   */
  find(path: string, method: string, params: unknown, height?: number): RpcOutcome | undefined;
  /** Whether any call of the method was recorded. */
  knows(path: string, method: string): boolean;
  /** The methods that were recorded, by path, of the paths that begin so. */
  below(base: string): ReadonlyMap<string, ReadonlySet<string>>;
}

/** Indexes a recording's answers. */
export function openAnswers(recording: Recording): RecordedAnswers {
  const byCall = new Map<string, RecordedAnswer[]>();
  for (const answer of recording.answers) {
    const key = callKey(answer.path, answer.method, parseLossless(answer.params));
    byCall.set(key, [...(byCall.get(key) ?? []), answer]);
  }
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of recording.answers)
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
  return {
    knows: (path, method) => methods.get(path)?.has(method) === true,
    below: (base) => new Map([...methods].filter(([path]) => path.startsWith(base))),
    find(path, method, params, height) {
      const found = byCall
        .get(callKey(path, method, params))
        ?.find((answer) => height === undefined || answer.height === undefined || answer.height === height);
      return found === undefined ? undefined : (parseLossless(found.reply) as RpcOutcome);
    },
  };
}

/** The recorded node's answer to a call of the info API without parameters; undefined if it was not recorded. */
export function recordedInfo(recorded: RecordedAnswers, method: string): unknown {
  const outcome = recorded.find("/ext/info", method, {});
  return outcome !== undefined && "result" in outcome ? outcome.result : undefined;
}

/** Equal for equal calls, whatever the order of members and the case of hex. */
function callKey(path: string, method: string, params: unknown): string {
  return `${path} ${method} ${stringifyLossless(inOrder(params))}`;
}

function inOrder(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith("0x") ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, inOrder(member)] as const);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}
