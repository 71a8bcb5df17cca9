import { describe, expect, it } from "vitest";
import { isHttps, originProblem } from "./origin";

const HOST = "127.0.0.1:3000";
const post = (headers: Record<string, string>) => new Headers({ host: HOST, ...headers });

describe("a POST", () => {
  it.each([{ origin: `http://${HOST}` }, { origin: `https://${HOST}`, "sec-fetch-site": "same-origin" }])(
    "from a page of this origin is allowed: %o",
    (headers) => {
      expect(originProblem(post(headers))).toBeUndefined();
    },
  );

  it.each<Record<string, string>>([
    {},
    { origin: "null" },
    { origin: "http://evil.example" },
    { origin: "http://127.0.0.1:3001" },
    { origin: "http://127.0.0.1" },
    { origin: `http://${HOST}.evil.example` },
    { origin: `ftp://${HOST}` },
    { origin: `http://${HOST}`, "sec-fetch-site": "cross-site" },
    { origin: `http://${HOST}`, "sec-fetch-site": "same-site" },
    { origin: `http://${HOST}`, "sec-fetch-site": "none" },
    { origin: "http://evil.example", "x-forwarded-host": "evil.example" },
  ])("from anything else is refused: %o", (headers) => {
    expect(originProblem(post(headers))).toMatch(/^(it comes from|the browser says)/);
  });

  it("trusts only the browser's own header about https", () => {
    expect(isHttps(post({ origin: `https://${HOST}` }))).toBe(true);
    expect(isHttps(post({ origin: `http://${HOST}`, "x-forwarded-proto": "https" }))).toBe(false);
  });
});
