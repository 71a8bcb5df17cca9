import { expect, it } from "vitest";
import { errorBody } from "@/lib/contract/data/error";
import { NodeError } from "@/lib/errors";
import { refusalOf } from "./refusal";

it("an error of the web has the API's form, with the next step, and is not cached", async () => {
  const away = new NodeError("API_UNREACHABLE", "no answer from http://127.0.0.1:8080", {
    hint: "see whether the api process of Firn runs",
  });
  const answer = refusalOf(away);
  expect(answer.status).toBe(502);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(errorBody.parse(await answer.json())).toEqual({
    message: "no answer from http://127.0.0.1:8080: see whether the api process of Firn runs",
    error: "Bad Gateway",
    statusCode: 502,
  });
});
