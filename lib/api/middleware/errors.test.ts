import { expect, test } from "vitest";
import { InputError, NodeError } from "../../errors";
import { SILENT } from "../../log";
import { answerError } from "./errors";

test("the log has server errors with their reason, but no client errors", async () => {
  const said: string[] = [];
  const log = { ...SILENT, error: (message: string) => void said.push(message) };
  const request = { id: "7", log, form: "data" as const };
  const away = new NodeError("NODE_UNREACHABLE", "the node is away", { hint: "start it" });
  for (const error of [away, new Error("a secret"), new InputError("BAD_PARAMETER", "no such field")])
    answerError(error, request);
  expect(said).toEqual([
    "answered a request with 503: the node is away: start it",
    "answered a request with 500: internal error, request 7",
  ]);
});
