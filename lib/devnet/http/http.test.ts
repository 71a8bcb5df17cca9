import { describe, expect, it } from "vitest";
import { answerHttp, type Endpoint, type HttpRequest, textReply } from "./http";

const endpoint: Endpoint = () => textReply(200, "here");
const ask = (request: Partial<HttpRequest>) =>
  answerHttp(
    { method: "POST", path: "/ext/info", query: new URLSearchParams(), headers: {}, body: "", ...request },
    (path) => (path === "/ext/info" ? endpoint : undefined),
  );

describe("a path", () => {
  it.each([
    ["/ext//info", "/ext/info"],
    ["//ext/info", "/ext/info"],
    ["/ext/./x/../info", "/ext/info"],
    ["//example.org/..", "/"],
    ["/ext//in\r\nfo", "/ext/in%0D%0Afo"],
    ["/ext//a?b#c", "/ext/a%3Fb%23c"],
  ])("%s is not clean and is redirected to %s, on this host", async (path, location) => {
    expect(await ask({ path })).toMatchObject({ status: 301, headers: { location, vary: "Origin" } });
  });

  it("keeps its query in a redirect, and is found with any query", async () => {
    const query = new URLSearchParams("tag=a b&x=1");
    expect((await ask({ path: "/ext//info", query })).headers.location).toBe("/ext/info?tag=a+b&x=1");
    expect((await ask({ query })).status).toBe(200);
  });

  it.each(["/ext/info/", "/EXT/info", "/ext/Info", "/", "/ext", "/ext/info/x"])(
    "%s is exact",
    async (path) => {
      expect(await ask({ path })).toMatchObject({ status: 404, body: "404 page not found\n" });
    },
  );
});

describe("the header that names a chain", () => {
  it.each([
    ["X", 404],
    ["", 404],
    ["X, P", 400],
  ])("with %j finds no chain, whatever the path", async (value, status) => {
    const headers = { "avalanche-api-route": value };
    expect(await ask({ headers })).toMatchObject({ status, body: "", headers: { vary: "Origin" } });
  });
});

describe("a preflight", () => {
  const preflight = (headers: Record<string, string>) =>
    ask({ method: "OPTIONS", headers: { origin: "http://example.org", ...headers } });

  it("is granted what the node grants", async () => {
    const granted = await preflight({
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    });
    expect(granted).toMatchObject({
      status: 200,
      body: "",
      headers: {
        "access-control-allow-origin": "*",
        "access-control-allow-credentials": "true",
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "Content-Type",
      },
    });
  });

  it.each([
    [{ "access-control-request-method": "DELETE" }],
    [{ "access-control-request-method": "POST", "access-control-request-headers": "content-type,x-other" }],
  ])("for %j carries only what it varies by", async (headers) => {
    const { status, headers: carried } = await preflight(headers);
    expect(status).toBe(200);
    expect(Object.keys(carried)).toEqual(["vary"]);
  });

  it("without a method is an ordinary request: it goes to its endpoint", async () => {
    expect(await ask({ method: "OPTIONS" })).toMatchObject({ body: "here" });
  });
});
