import { expect, test } from "vitest";
import { NodeError } from "../../../errors";
import { SILENT } from "../../../log";
import { FirstQuestions } from "./first-questions";

const WITNESS = { contract: new Uint8Array(20), holder: new Uint8Array(20), holderId: 1, moved: 0n };

test("balances that the node can't confirm are logged once with the reason, then counted; it is no warning", async () => {
  const logged: [string, string, unknown][] = [];
  const record = (level: string) => (message: string, fields?: unknown) =>
    logged.push([level, message, fields]);
  let answer: Uint8Array | undefined;
  const client = {
    callContract: async () => {
      if (answer === undefined) throw new NodeError("NODE_RPC_ERROR", "rate limited");
      return answer;
    },
  };
  const questions = new FirstQuestions(client as unknown as ConstructorParameters<typeof FirstQuestions>[0], {
    now: Date.now,
    log: { ...SILENT, info: record("info"), warn: record("warn") },
  });
  const ask = questions.balances(new AbortController().signal);
  expect(await ask(WITNESS, 1)).toBeUndefined();
  expect(await ask(WITNESS, 2)).toBeUndefined();
  answer = new Uint8Array(32).fill(7, 31);
  expect(await ask(WITNESS, 3)).toBe(7n);
  expect(logged).toEqual([
    [
      "info",
      "token balances are computed from transfers; the node did not confirm them: rate limited",
      undefined,
    ],
    ["info", "the node confirms token balances again", { leftOut: 2 }],
  ]);
});
