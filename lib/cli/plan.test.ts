import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { SECRET_HEADER } from "../contract/callers";
import { planUp } from "./plan";
import { freePorts } from "./supervisor/free-ports.mjs";

const folder = mkdtempSync(join(tmpdir(), "firn-plan-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function plan(settings: Record<string, string> = {}) {
  const [web, api, operator, node] = await freePorts(4);
  const ports = {
    FIRN_WEB_PORT: web,
    FIRN_API_PORT: api,
    FIRN_OPERATOR_PORT: operator,
    FIRN_DEVNET_PORT: node,
  };
  const env = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  const { waves, statusHeaders } = await planUp([], {
    NODE_ENV: "test",
    FIRN_DATA_DIR: folder,
    ...env,
    ...settings,
  });
  const secrets = waves.flat().map(({ name, env }) => [name, env.FIRN_API_SECRET]);
  return { secrets: Object.fromEntries(secrets) as Record<string, string | undefined>, statusHeaders };
}

it("web, API and operator share a secret that is new at each start, and firn status can read", async () => {
  const first = await plan();
  const secret = first.secrets.api;
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(first.secrets).toEqual({
    devnet: undefined,
    index: undefined,
    api: secret,
    operator: secret,
    web: secret,
  });
  expect(first.statusHeaders).toEqual({ [SECRET_HEADER]: secret });
  const file = join(folder, "api.key");
  expect(readFileSync(file, "utf8").trim()).toBe(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await plan()).secrets.api).not.toBe(secret);
});

it("the operator's own secret goes before", async () => {
  const given = "0123456789".repeat(4);
  expect((await plan({ FIRN_API_SECRET: given })).secrets).toMatchObject({ api: given, web: given });
});
