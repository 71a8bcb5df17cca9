import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import { writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import { openEvmStore } from "../../store/open-evm";
import { freshPath } from "../../testbed/engines";
import { openEvmNodes } from "../node/evm-node";
import { openEvmChains } from "./evm";

test("a store is read again after another file stood in its place that could not be", async () => {
  const folder = join(dirname(freshPath()), "evm");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "99999.db");
  const store = await openEvmStore(path, { mode: "write", nowMs: 0 });
  await writeEvmFacts(store.db, { evmChainId: "99999", pageTokenKey: toHex(new Uint8Array(32)) });
  await store.close();
  const chains = openEvmChains(folder, openEvmNodes([], Date.now));
  onTestFinished(() => chains.close());
  const idOf = () => chains.read("99999", async ({ evmChainId }) => evmChainId);
  expect(await idOf()).toBe("99999");
  renameSync(path, `${path}.kept`);
  writeFileSync(path, "no database at all".repeat(1_000));
  await expect(idOf()).rejects.toMatchObject({ code: "STORE_FAILED" });
  renameSync(`${path}.kept`, path);
  expect(await idOf()).toBe("99999");
});
