import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { SERVER_USER, type Server, startPostgres } from "../../cli/supervisor/postgres.mjs";
import { openStores } from "../../store/open-stores";
import { HAS_SERVER } from "../test-stores";

/** Certificate of `localhost`, signed by itself, with its key. They guard nothing but this test. */
const CERTIFICATE = fileURLToPath(new URL("../tls/localhost.crt", import.meta.url));
const KEY = fileURLToPath(new URL("../tls/localhost.key", import.meta.url));

describe.skipIf(!HAS_SERVER)("a database behind TLS", () => {
  let folder = "";
  let server: Server | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "firn-tls-"));
    const key = join(folder, "key");
    copyFileSync(KEY, key);
    // The server takes a key that nobody else can read.
    chmodSync(key, 0o600);
    if (SERVER_USER.uid !== undefined)
      for (const path of [folder, key]) chownSync(path, SERVER_USER.uid, SERVER_USER.gid);
    const certificate = join(folder, "certificate");
    copyFileSync(CERTIFICATE, certificate);
    server = await startPostgres(process.env, {
      fsync: "off",
      ssl: "on",
      ssl_cert_file: certificate,
      ssl_key_file: key,
    });
    if (server === undefined) throw new Error("no PostgreSQL server on this machine");
  });

  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  async function openAt(host: string, query: string) {
    const url = new URL(server?.url ?? "");
    Object.assign(url, { hostname: host, pathname: "/firn", search: query });
    return openStores({ folder, database: { url: url.href } }).open("primary", { mode: "write", nowMs: 0 });
  }

  test.each(["verify-full", "verify-ca", "require"])(
    "is used encrypted with sslmode=%s, and checked",
    async (mode) => {
      const warn = vi.spyOn(process, "emitWarning");
      onTestFinished(() => warn.mockRestore());
      const store = await openAt("localhost", `sslmode=${mode}&sslrootcert=${CERTIFICATE}`);
      const { rows } = await sql<{ ssl: boolean }>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(store.db);
      await store.close();
      expect(rows).toEqual([{ ssl: true }]);
      expect(warn).not.toHaveBeenCalled();
      await expect(openAt("localhost", `sslmode=${mode}`)).rejects.toMatchObject({
        name: "StoreError",
        code: "STORE_FAILED",
        passes: true,
        hint: expect.stringContaining("sslrootcert=FILE"),
      });
    },
  );

  test("says that the host is not the one of the certificate", async () => {
    await expect(openAt("127.0.0.1", `sslmode=verify-full&sslrootcert=${CERTIFICATE}`)).rejects.toMatchObject(
      {
        name: "StoreError",
        message: expect.stringContaining("ERR_TLS_CERT_ALTNAME_INVALID"),
        hint: expect.stringContaining("name the server as its certificate does"),
      },
    );
  });

  test("says which file of the URL can't be read", async () => {
    const missing = join(folder, "missing.crt");
    await expect(openAt("localhost", `sslmode=verify-full&sslrootcert=${missing}`)).rejects.toMatchObject({
      name: "ConfigError",
      code: "CONFIG_INVALID",
      message: `the file that sslrootcert names can't be read: ${missing}`,
    });
  });

  test("that has none is told from one that is away", async () => {
    const plain = await startPostgres(process.env, { fsync: "off" });
    if (plain === undefined) throw new Error("no PostgreSQL server on this machine");
    onTestFinished(() => plain.stop());
    const url = `${plain.url}?sslmode=verify-full&sslrootcert=${CERTIFICATE}`;
    const opening = openStores({ folder, database: { url } }).open("primary", { mode: "write", nowMs: 0 });
    await expect(opening).rejects.toMatchObject({
      code: "STORE_FAILED",
      hint: expect.stringContaining("turn on ssl"),
    });
  });
});
