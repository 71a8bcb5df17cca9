import { parseLossless, stringifyLossless } from "../contract/rpc";
import type { RecordedAnswer, Recording } from "./recording";

/** A JSON-RPC outcome as recorded. */
export type Outcome = { result: unknown } | { error: { code: number; message: string; data?: unknown } };

/** The recording's JSON-RPC answers, found by what was asked. */
export interface RecordedAnswers {
  /**
   * The answer to the same call at the same height of the chain asked, or to one that does not depend on height.
   * Undefined when it was not recorded. Without a height, whichever was recorded first.
   */
  find(path: string, method: string, params: unknown, height?: number): Outcome | undefined;
  /** Whether any call of the method was recorded. */
  knows(path: string, method: string): boolean;
}

/** Puts a recording's answers in order for finding. */
export function openAnswers(recording: Recording): RecordedAnswers {
  const byCall = new Map<string, RecordedAnswer[]>();
  for (const answer of recording.answers) {
    const key = callKey(answer.path, answer.method, parseLossless(answer.params));
    byCall.set(key, [...(byCall.get(key) ?? []), answer]);
  }
  const methods = new Set(recording.answers.map((answer) => `${answer.path} ${answer.method}`));
  return {
    knows: (path, method) => methods.has(`${path} ${method}`),
    find(path, method, params, height) {
      const found = byCall
        .get(callKey(path, method, params))
        ?.find((answer) => height === undefined || answer.height === undefined || answer.height === height);
      return found === undefined ? undefined : (parseLossless(found.reply) as Outcome);
    },
  };
}

/** What the info API of the recorded node answered to a call without parameters; undefined when it was not recorded. */
export function recordedInfo(recorded: RecordedAnswers, method: string): unknown {
  const outcome = recorded.find("/ext/info", method, {});
  return outcome !== undefined && "result" in outcome ? outcome.result : undefined;
}

/** The same for the same call, whatever the order of its members and the case of its hex. */
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
