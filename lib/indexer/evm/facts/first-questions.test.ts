import { expect, test } from "vitest";
import { NodeError } from "../../../errors";
import { SILENT } from "../../../log";
import { FirstQuestions } from "./first-questions";

const WITNESS = { contract: new Uint8Array(20), holder: new Uint8Array(20), holderId: 1, settles: true };

test("a balance that can't be compared is said once, with its reason, and how many were not", async () => {
  const said: [string, unknown][] = [];
  const note = (message: string, fields?: unknown) => said.push([message, fields]);
  let answer: Uint8Array | undefined;
  const client = {
    callContract: async () => {
      if (answer === undefined) throw new NodeError("NODE_RPC_ERROR", "rate limited");
      return answer;
    },
  };
  const questions = new FirstQuestions(client as unknown as ConstructorParameters<typeof FirstQuestions>[0], {
    now: Date.now,
    log: { ...SILENT, info: note, warn: note },
  });
  const ask = questions.balances(new AbortController().signal);
  expect(await ask(WITNESS, 1)).toBeUndefined();
  expect(await ask(WITNESS, 2)).toBeUndefined();
  answer = new Uint8Array(32).fill(7, 31);
  expect(await ask(WITNESS, 3)).toBe(7n);
  expect(said).toEqual([
    [expect.stringMatching(/^balances of tokens are not compared .*: rate limited$/), undefined],
    ["balances of tokens are compared again", { leftOut: 2 }],
  ]);
});
