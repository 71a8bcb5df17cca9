import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EVM_COLUMNS } from "../indexer/evm/audit/columns";
import { auditEvmStore } from "../indexer/evm/audit/store";
import { type EvmStore, openEvmStore } from "../store/open-evm";
import { type Damage, damageOf, tableColumns } from "./damage";
import { VmChain } from "./vm/chain";
import { callData, deployment, textBytes } from "./vm/contracts";
import { type IndexedChains, indexChains } from "./vm/indexed";
import { serveVmNode, type VmNode } from "./vm/node";

let node: VmNode;
let firn: IndexedChains;
let store: EvmStore;

beforeAll(async () => {
  const chain = await VmChain.open({ chainId: 99_998 });
  const [a = "", b = ""] = chain.accounts;
  const made = await chain.mine([
    { from: 0, data: deployment("Coin", [textBytes("Coin"), textBytes("C"), 18]) },
    { from: 0, data: deployment("Collection", [textBytes("Art"), textBytes("A")]) },
    { from: 1, data: deployment("WrappedCoin") },
    { from: 0, data: deployment("Forwarder") },
  ]);
  const [coin = "", art = "", wrapped = "", forwarder = ""] = made.transactions.map(
    (each) => each.contractAddress ?? "",
  );
  for (let i = 1; i < 4; i++) {
    const call = (to: string, signature: string, values: readonly unknown[] = [], value = 0n) => ({
      from: 0,
      to,
      value,
      data: callData(signature, values),
    });
    await chain.mine(
      [
        call(coin, "mint(address,uint256)", [a, 1_000n]),
        call(coin, "transfer(address,uint256)", [b, BigInt(i)]),
        call(art, "mint(address,uint256)", [a, BigInt(i)]),
        call(wrapped, "deposit()", [], 50n),
        call(forwarder, "forward(address)", [b], 9n),
      ],
      7_200,
    );
  }
  node = await serveVmNode(chain);
  firn = await indexChains();
  firn.add(node);
  await firn.reach(node);
  await firn.stop(node);
  store = await openEvmStore(join(firn.folder, "99998.db"), { mode: "write", nowMs: 0 });
});
afterAll(async () => {
  await store.close();
  await firn.close();
  await node.close();
});

/** What the checks find in a copy of the store after `damages`; how each would be named. */
async function findingsAfter(damages: readonly Damage[]) {
  const storePath = join(firn.folder, "88888.db");
  await sql`vacuum into ${storePath}`.execute(store.db);
  const copy = await openEvmStore(storePath, { mode: "write", nowMs: 0 });
  try {
    const names: RegExp[] = [];
    for (const damage of damages) names.push(await damageOf(copy.db, damage));
    await copy.close();
    const findings = await auditEvmStore({
      storePath,
      primaryPath: "",
      nodeUrl: node.url,
      urls: [],
      sample: { size: "all", seed: 0 },
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    return { names, differences: findings.flatMap(({ differences }) => differences) };
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${storePath}${suffix}`, { force: true });
  }
}

/** Tables in which every column is named with its row's key. */
const NAMED = new Set([
  "active_period",
  "active_window",
  "block",
  "chain_activity",
  "contract",
  "deployer",
  "deployer_day",
  "party",
  "sender",
  "transaction",
]);

it("every column of a chain's store stands in the table of how it is checked, and nothing else does", async () => {
  const entered = Object.entries(EVM_COLUMNS).map(([table, of]) => [table, Object.keys(of).sort()]);
  expect(Object.fromEntries(entered)).toEqual(await tableColumns(store.db));
});

it("a store that is whole differs in nothing", async () => {
  expect((await findingsAfter([])).differences).toEqual([]);
});

it("every column of a chain's store is named once it is damaged, or listed as not checkable", async () => {
  const unseen: string[] = [];
  for (const [table, columns] of Object.entries<Record<string, object>>(EVM_COLUMNS)) {
    for (const [column, how] of Object.entries(columns)) {
      if (!("by" in how)) continue;
      const { differences, names } = await findingsAfter([{ table, column }]);
      const isNamed = NAMED.has(table)
        ? differences.some((text) => text.startsWith(`${table} `) || names.some((name) => name.test(text)))
        : differences.length > 0;
      if (!isNamed) unseen.push(`${table}.${column}: ${differences.slice(0, 3).join("; ")}`);
    }
  }
  expect(unseen).toEqual([]);
});
