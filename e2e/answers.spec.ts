import { STATUS_CODES } from "node:http";
import { errorBody } from "../lib/contract/data/error";
import { askApi, expect, findTx, test } from "./firn";

/** HTTP statuses, canonical addresses and headers of pages; no browser where none is needed. */

test("an entity page holds the entity in its first HTML", async ({ request }) => {
  const tx = await findTx("AddPermissionlessValidatorTx");
  const html = await (await request.get(`/p/tx/${tx.txHash}`)).text();
  expect(html).toContain(tx.txHash);
  expect(html).toMatch(/<h1[^>]*>Staked /);
  expect(html).toContain("Codec version");
});

test("commands ask this Firn where the reader found it, and have its answer", async ({ request }) => {
  const url = new URL("/p/block/110", String(test.info().project.use.baseURL));
  url.hostname = "localhost";
  const html = await (await request.get(url.href)).text();
  const command = html.match(/curl (http:\/\/localhost:[^<"\s]+)/)?.[1];
  expect(command).toMatch(new RegExp(`^${url.origin}/v1/`));
  const answer = await request.get(String(command));
  expect(await answer.json()).toMatchObject({ blockNumber: "110" });
});

test.describe("statuses", () => {
  const rows: [string, number][] = [
    ["/", 200],
    ["/p/blocks", 200],
    ["/p/txs", 200],
    ["/status", 200],
    ["/index", 200],
    ["/index?look=nope&in=Q/tx", 200],
    ["/firn/v1/indexes/containers/nope", 400],
    ["/firn/v1/indexes/containers/999999", 404],
    ["/search", 200],
    ["/p/block/0x12", 400],
    ["/p/block/-1", 400],
    ["/p/block/999999", 404],
    ["/p/block/99999999999999999999999", 400],
    ["/p/tx/nope", 400],
    ["/p/tx/WBVaWFoundqRbet928VeZtChcB6fYkrLq9SVruMP7vb3Gsp43", 404],
    ["/p/tx/..%2f..%2fext%2fadmin", 400],
    ["/x/blocks", 200],
    ["/x/txs", 200],
    ["/c/blocks", 200],
    ["/c/txs", 200],
    ["/x/block/999999", 404],
    ["/c/block/0x12", 400],
    ["/x/txs?types=RewardValidatorTx", 400],
    [`/c/tx/0x${"ab".repeat(32)}`, 404],
    ["/c/tx/WBVaWFoundqRbet928VeZtChcB6fYkrLq9SVruMP7vb3Gsp43", 404],
    ["/atomic/nope", 400],
    ["/atomic/WBVaWFoundqRbet928VeZtChcB6fYkrLq9SVruMP7vb3Gsp43", 404],
    ["/43114/blocks", 404],
    ["/q/blocks", 404],
    ["/nothing/here", 404],
    ["/v1/nope", 404],
    ["/ext/admin", 404],
  ];
  for (const [path, status] of rows) {
    test(`${path} is ${status}`, async ({ request }) => {
      expect((await request.get(path)).status()).toBe(status);
    });
  }
});

test("every form of a block's id redirects to its height", async ({ request }) => {
  const { blockHash } = await askApi<{ blockHash: string }>("blocks/42");
  const { containerId } = await askApi<{ containerId: string }>("/firn/v1/containers/p/42");
  for (const name of [blockHash, containerId, "042"]) {
    const response = await request.get(`/p/block/${name}`, { maxRedirects: 0 });
    expect(response.status(), name).toBe(308);
    expect(response.headers().location).toMatch(/\/p\/block\/42$/);
  }
});

test("pages carry a nonce policy, and no header names the framework", async ({ request }) => {
  const headers = (await request.get("/p/blocks")).headers();
  expect(headers["content-security-policy"]).toMatch(
    /script-src 'self' 'nonce-[A-Za-z0-9+/=]{22,}' 'strict-dynamic'/,
  );
  expect(headers["content-security-policy"]).not.toContain("unsafe-eval");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["x-powered-by"]).toBeUndefined();
});

test("a foreign host name is refused", async ({ request }) => {
  const response = await request.get("/", { headers: { host: "evil.example" } });
  expect(response.status()).toBe(421);
  expect(await response.text()).toContain("FIRN_ALLOWED_HOSTS");
});

test("pages answer GET only", async ({ request }) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const response = await request.fetch("/p/blocks", { method });
    expect(response.status(), method).toBe(405);
    expect(response.headers().allow, method).toBe("GET, HEAD");
  }
});

test("the pass-through answers GET requests of the contract and nothing else", async ({
  request,
  baseURL,
}) => {
  const ours = await request.get("/v1/networks/fuji/blockchains/p-chain/blocks/42");
  expect(await ours.json()).toMatchObject({ blockNumber: "42" });
  expect((await request.post("/v1/networks/fuji/blockchains/p-chain/blocks/42")).status()).toBe(405);
  for (const path of ["/v1/..%2f..%2fext%2fadmin", "/firn/v1/%2e%2e/health", "/v1//x"]) {
    const answer = await fetch(`${baseURL}${path}`);
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.status, path).toBeLessThan(500);
  }
});

test("the web's own refusals have the form of the API's errors, as those that it hands on", async ({
  request,
}) => {
  const rows: [string, string, number, RegExp][] = [
    ["GET", "/v1/nope", 404, /^there is no \/v1\/nope$/],
    ["GET", "/v1/networks/fuji/blockchains/p-chain/blocks/999999", 404, /no P-Chain block at height 999999/],
    ["GET", "/v1/networks/fuji/validators?pageSize=0", 400, /pageSize/],
    ["POST", "/v1/networks/fuji", 405, /^POST is not allowed, use GET$/],
    ["DELETE", "/firn/v1/status", 405, /^DELETE is not allowed, use GET$/],
    ["GET", "/firn/v1/indexes/containers/nope", 400, /nope/],
    ["GET", "/charts/nope/csv", 404, /^there is no such chart$/],
    ["GET", "/p/txs/sentences?blocks=x", 400, /^blocks must be at most 100 heights/],
  ];
  for (const [method, path, status, message] of rows) {
    const answer = await request.fetch(path, { method });
    const body = errorBody.parse(await answer.json());
    expect([path, answer.status(), body.statusCode], path).toEqual([path, status, status]);
    expect(body.error, path).toBe(STATUS_CODES[status]);
    expect([body.message].flat().join(), path).toMatch(message);
  }
});
