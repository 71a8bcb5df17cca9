import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AvaCloudSDK } from "@avalabs/avacloud-sdk";
import { Avalanche } from "@avalanche-sdk/chainkit";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openDataClient } from "../../client/data";
import { errorBody } from "../../contract/data/error";
import type { Webhook } from "../../contract/data/webhooks";
import type { Route } from "../../contract/route";
import { ROUTES } from "../../contract/routes";
import { type IndexedCChain, indexCChain } from "../../testbed/c-chain";
import { openPublishedShapes } from "../../testbed/published/shapes";
import { addKey } from "../access/key-file";

const SECRET = "s".repeat(40);
const folder = mkdtempSync(join(tmpdir(), "firn-webhooks-"));
const shape = openPublishedShapes();
const ADDRESSES = ["0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", `0x${"ab".repeat(20)}`];
const SIGNATURE = "0x61cbb2a3dee0b6064c2e681aadd61677fb4ef319f0b547508d495626f5a62f64";
const MANAGED = Object.values<Route>(ROUTES).filter(({ manages }) => manages === "own" || manages === "all");

let firn: IndexedCChain;
const keys: Record<"alice" | "bob" | "plain" | "public", string> = {
  alice: "",
  bob: "",
  plain: "",
  public: "",
};

beforeAll(async () => {
  const file = join(folder, "keys.json");
  for (const name of ["alice", "bob"] as const) keys[name] = addKey(file, { name, webhooks: "private" });
  keys.public = addKey(file, { name: "public", webhooks: "public" });
  keys.plain = addKey(file, { name: "plain" });
  firn = await indexCChain("custom-network", { apiKeys: { file }, secret: SECRET });
}, 240_000);
afterAll(async () => {
  await firn?.close();
  rmSync(folder, { recursive: true });
});

async function ask(path: string, { key, method = "GET", sent, headers }: Asked = {}) {
  const response = await fetch(firn.url + path, {
    method,
    headers: { ...(key && { "x-glacier-api-key": key }), ...headers },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
interface Asked {
  key?: string;
  method?: string;
  sent?: object;
  headers?: Record<string, string>;
}

const evmWebhook = (more: object = {}) => ({
  eventType: "address_activity",
  url: "http://127.0.0.1:9/hook",
  chainId: firn.chainId,
  metadata: { addresses: ADDRESSES },
  ...more,
});
const create = async (key: string, webhook = evmWebhook()): Promise<Webhook> => {
  const { status, body } = await ask("/v1/webhooks", { key, method: "POST", sent: webhook });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as Webhook;
};

describe("who manages webhooks", () => {
  test.each([
    ["without a key", () => ({}), 401],
    ["with a key that is not marked", () => ({ key: keys.plain }), 403],
    [
      "as a reader of the web",
      () => ({ headers: { "x-firn-secret": SECRET, "x-firn-visitor": "this machine" } }),
      401,
    ],
    [
      "by a header of our own threads",
      () => ({ headers: { "x-firn-manager": "%7B%22mayReachPrivate%22%3Atrue%7D" } }),
      401,
    ],
    ["with a wrong secret", () => ({ headers: { "x-firn-secret": "x".repeat(40) } }), 401],
  ])("nobody %s", async (_, as: () => Asked, status) => {
    for (const { path, method, manages } of MANAGED) {
      const answer = await ask(path.replace("{id}", "401da7d9-d6d7-46c8-b431-72ff1e1543f4"), {
        method: method.toUpperCase(),
        ...as(),
      });
      expect(answer.status, `${method} ${path}`).toBe(status);
      const remedy = manages === "all" ? "the admin console" : "firn keys add NAME --webhooks";
      expect(errorBody.parse(answer.body).message).toContain(remedy);
    }
  });

  it("not the web on behalf of its readers", async () => {
    const client = openDataClient({ baseUrl: firn.url, secret: SECRET });
    for (const path of ["/v1/webhooks", "/v1/webhooks:getSharedSecret", "/firn/v1/webhooks"])
      await expect(client.forward(new URL(path, "http://web"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    const rotate = new URL("/v1/webhooks:generateOrRotateSharedSecret", "http://web");
    await expect(client.forward(rotate, { method: "post" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("each key its own, with a secret of its own, and this Firn's own processes all", async () => {
    const { id } = await create(keys.alice);
    expect((await ask(`/v1/webhooks/${id}`, { key: keys.bob })).status).toBe(404);
    expect((await ask(`/v1/webhooks/${id}`, { key: keys.bob, method: "DELETE" })).status).toBe(404);
    expect((await ask("/v1/webhooks", { key: keys.bob })).body).toEqual({ webhooks: [] });
    const secrets = await Promise.all(
      [keys.alice, keys.bob].map((key) => ask("/v1/webhooks:getSharedSecret", { key })),
    );
    const [{ secret = "" } = {}, other] = secrets.map(({ body }) => body as { secret: string });
    expect(secret).not.toEqual(other?.secret);
    const own = { headers: { "x-firn-secret": SECRET } };
    expect((await ask(`/v1/webhooks/${id}`, own)).body).toMatchObject({ id });
    const seen = await ask("/firn/v1/webhooks", own);
    expect(seen.body).toMatchObject({ webhooks: [{ id, key: "alice", status: "active", waiting: 0 }] });
    expect(JSON.stringify(seen.body)).not.toContain(secret);
    expect((await ask("/firn/v1/webhooks", { key: keys.alice })).status).toBe(403);
    await ask(`/v1/webhooks/${id}`, { key: keys.alice, method: "DELETE" });
  });
});

describe("a webhook", () => {
  it("has the published shapes from its making to its end", async () => {
    const made = await create(keys.alice, evmWebhook({ name: "n", description: "d", includeLogs: true }));
    expect(made).toMatchObject({
      name: "n",
      description: "d",
      chainId: firn.chainId,
      status: "active",
      eventType: "address_activity",
      includeLogs: true,
      includeInternalTxs: false,
      url: "http://127.0.0.1:9/hook",
      metadata: { addresses: [ADDRESSES[0], expect.stringMatching(/^0x(ab){20}$/i)] },
    });
    const at = `/v1/webhooks/${made.id}`;
    const change = { name: "m", url: "http://127.0.0.1:8/", includeInternalTxs: true };
    const changed = await ask(at, { key: keys.alice, method: "PATCH", sent: change });
    expect(changed.body).toEqual({ ...made, ...change });
    const more = { addresses: [`0x${"cd".repeat(20)}`, ADDRESSES[0]?.toLowerCase()] };
    const added = await ask(`${at}/addresses`, { key: keys.alice, method: "PATCH", sent: more });
    expect((added.body as Webhook).metadata).toMatchObject({ addresses: { length: 3 } });
    const first = await ask(`${at}/addresses?pageSize=2`, { key: keys.alice });
    expect(first.body).toMatchObject({ addresses: { length: 2 }, totalAddresses: 3 });
    const { nextPageToken } = first.body as { nextPageToken: string };
    const second = await ask(`${at}/addresses?pageSize=2&pageToken=${nextPageToken}`, { key: keys.alice });
    expect(second.body).toEqual({ addresses: [expect.stringMatching(/^0x(cd){20}$/i)], totalAddresses: 3 });
    const removed = await ask(`${at}/addresses`, { key: keys.alice, method: "DELETE", sent: more });
    expect((removed.body as Webhook).metadata).toMatchObject({ addresses: { length: 1 } });
    const ended = await ask(at, { key: keys.alice, method: "DELETE" });
    expect(ended.body).toMatchObject({ status: "inactive" });
    const again = await ask(at, { key: keys.alice, method: "PATCH", sent: { status: "active" } });
    expect(again.body).toMatchObject({ status: "active" });
    for (const { body, status } of [changed, added, removed, ended, again, { body: made, status: 200 }]) {
      expect(status).toBe(200);
      expect(shape("EVMAddressActivityResponse", body)).toBeUndefined();
    }
    const { body: list } = await ask("/v1/webhooks?status=active", { key: keys.alice });
    expect(shape("ListWebhooksResponse", list)).toBeUndefined();
    expect(list).toMatchObject({ webhooks: [{ id: made.id }] });
    await ask(at, { key: keys.alice, method: "DELETE" });
  });

  it("is tested by a message that waits for it like any other", async () => {
    const { id } = await create(keys.bob);
    const sent = await ask(`/firn/v1/webhooks/${id}/test`, { key: keys.bob, method: "POST" });
    expect(sent).toMatchObject({ status: 200, body: { messageId: expect.any(String) } });
    const states = await ask("/firn/v1/webhooks", { headers: { "x-firn-secret": SECRET } });
    expect((states.body as { webhooks: object[] }).webhooks).toContainEqual(
      expect.objectContaining({ id, waiting: 1 }),
    );
    await ask(`/v1/webhooks/${id}`, { key: keys.bob, method: "DELETE" });
    expect((await ask(`/firn/v1/webhooks/${id}/test`, { key: keys.bob, method: "POST" })).status).toBe(400);
  });

  it.each([
    ["http://169.254.169.254/latest/meta-data", "alice", "link-local"],
    ["http://127.0.0.1:9650/ext/admin", "public", "not a public address"],
    ["http://[::1]/", "public", "not a public address"],
    ["http://10.0.0.7/", "public", "not a public address"],
    ["file:///etc/passwd", "alice", "only http and https"],
    ["javascript:alert(1)", "alice", "only http and https"],
    ["http://a:b@example.com/", "alice", "name and password"],
    ["hook", "alice", "not a URL"],
    ["x".repeat(2_001), "alice", "url must be a URL of http or https"],
  ] as const)("does not go to %s for %s", async (url, key, message) => {
    const answer = await ask("/v1/webhooks", { key: keys[key], method: "POST", sent: evmWebhook({ url }) });
    expect(answer.status).toBe(400);
    expect(errorBody.parse(answer.body).message).toContain(message);
  });

  it.each([
    [
      { eventType: "x" },
      "eventType must be address_activity, primary_network_address_activity or validator_activity",
    ],
    [{ chainId: undefined }, "chainId must be the id of an EVM chain"],
    [{ chainId: "1" }, "does not index EVM chain 1", 404],
    [{ metadata: {} }, "metadata: addresses must be a list of 1 to 1000 EVM addresses"],
    [{ metadata: { addresses: [] } }, "addresses must be a list"],
    [{ metadata: { addresses: ["0x12"] } }, "addresses must be a list"],
    [{ metadata: { addresses: ADDRESSES, eventSignatures: ["Transfer"] } }, "eventSignatures must be a list"],
    [{ eventType: "validator_activity", metadata: {} }, "network must be mainnet or fuji"],
    [{ eventType: "validator_activity", network: "mainnet", metadata: {} }, "this Firn serves fuji", 404],
    [
      {
        eventType: "validator_activity",
        network: "fuji",
        chainId: undefined,
        metadata: {
          keyType: "nodeId",
          keys: ["x"],
          subEvents: { validatorActivitySubEvents: ["validator_stake"] },
        },
      },
      "keys must hold a node id",
    ],
    [
      {
        eventType: "validator_activity",
        network: "fuji",
        chainId: undefined,
        metadata: { l1ValidatorFeeBalanceThreshold: "5" },
      },
      "this Firn tells no thresholds",
    ],
  ])("is refused as %j", async (more, message, status = 400) => {
    const answer = await ask("/v1/webhooks", { key: keys.alice, method: "POST", sent: evmWebhook(more) });
    expect(errorBody.parse(answer.body).message).toContain(message);
    expect(answer.status).toBe(status);
  });
});

/** The same steps with either SDK: its answers are parsed strictly, so a call that returns is the proof. */
describe.each(["chainkit", "avacloud"] as const)("the official SDK %s", (name) => {
  const open = () => {
    const options = { apiKey: keys.alice, serverURL: firn.url, retryConfig: { strategy: "none" } } as const;
    return name === "chainkit"
      ? new Avalanche({ ...options, enableTelemetry: false } as ConstructorParameters<typeof Avalanche>[0])
      : new AvaCloudSDK(options as ConstructorParameters<typeof AvaCloudSDK>[0]);
  };

  it("manages webhooks", async () => {
    const { webhooks } = open() as Avalanche;
    const at = { serverURL: firn.url };
    const made = await webhooks.create(
      {
        ...evmWebhook(),
        eventType: "address_activity",
        metadata: { addresses: ADDRESSES, eventSignatures: [SIGNATURE] },
      },
      at,
    );
    const { id } = made;
    const validator = await webhooks.create(
      {
        eventType: "validator_activity",
        url: "http://127.0.0.1:9/",
        network: "fuji",
        metadata: {
          keyType: "nodeId",
          keys: ["NodeID-111111111111111111116DBWJs"],
          subEvents: { validatorActivitySubEvents: ["delegator_stake"] },
        },
      },
      at,
    );
    expect(await webhooks.get({ id }, at)).toEqual(made);
    expect(await webhooks.get({ id: validator.id }, at)).toEqual(validator);
    const seen: string[] = [];
    for await (const page of await webhooks.list({ pageSize: 1 }, at))
      seen.push(...page.result.webhooks.map((each) => each.id));
    expect(seen.slice(0, 2)).toEqual([validator.id, id]);
    const updated = await webhooks.update({ id, updateWebhookRequest: { name: "new" } }, at);
    expect(updated).toMatchObject({ id, name: "new" });
    const addressesChangeRequest = { addresses: [`0x${"cd".repeat(20)}`] };
    await webhooks.addresses.add({ id, addressesChangeRequest }, at);
    const addresses: string[] = [];
    for await (const page of await webhooks.addresses.list({ id, pageSize: 2 }, at))
      addresses.push(...page.result.addresses);
    expect(addresses.length).toBe(3);
    const left = await webhooks.addresses.remove({ id, addressesChangeRequest }, at);
    expect(left.metadata.addresses.length).toBe(2);
    const { secret } = await webhooks.generateOrRotateSharedSecret(at);
    expect(await webhooks.getSharedSecret(at)).toEqual({ secret });
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    for (const each of [id, validator.id])
      expect(await webhooks.deactivate({ id: each }, at)).toMatchObject({ status: "inactive" });
  });
});
