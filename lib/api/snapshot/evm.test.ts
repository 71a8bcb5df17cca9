import { renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import { writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import { freshPath } from "../../testbed/engines";
import { testStores } from "../../testbed/test-stores";
import { openEvmNodes } from "../node/evm-node";
import { openEvmChains } from "./evm";

test("a store is read again after an unreadable file took its place for a while", async () => {
  const stores = testStores(dirname(freshPath()));
  const path = stores.whereIs("evm/99999");
  const store = await stores.open("evm/99999", { mode: "write", nowMs: 0 });
  await writeEvmFacts(store.db, { evmChainId: "99999", pageTokenKey: toHex(new Uint8Array(32)) });
  await store.close();
  const chains = openEvmChains(stores, openEvmNodes([], Date.now));
  onTestFinished(() => chains.close());
  const idOf = () => chains.read("99999", async ({ evmChainId }) => evmChainId);
  expect(await idOf()).toBe("99999");
  renameSync(path, `${path}.kept`);
  writeFileSync(path, "not a database".repeat(1_000));
  await expect(idOf()).rejects.toMatchObject({ code: "STORE_DAMAGED" });
  renameSync(`${path}.kept`, path);
  expect(await idOf()).toBe("99999");
});
