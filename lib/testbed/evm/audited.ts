import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { CheckResult } from "../../indexer/audit/check-result";
import { auditEvmStore } from "../../indexer/evm/audit/store";
import type { EvmDb } from "../../store/db";
import { copyDatabase } from "../../store/sqlite/files";
import type { EvmStore, EvmStoreId, Stores } from "../../store/stores";
import { VmChain } from "./chain";
import { callData, deployment, textBytes } from "./contracts";
import { MESSENGER } from "./event-writer";
import { indexChains } from "./indexed";
import { serveVmNode, type VmNode } from "./node";
import { pruneBlocks, untilHistory } from "./partial";

/** A chain with something of every kind, indexed and idle, for tests of the checks of its store. */
export interface AuditedChain {
  node: VmNode;
  /** Contains the store and copies of it. */
  stores: Stores;
  store: EvmStore;
  /** What the checks find in the store, with everything asked of the node. */
  check(options?: { nodeUrl?: string }): Promise<Checked>;
  /** What they find in a copy that was damaged before. */
  checkDamaged(damage: (db: EvmDb) => Promise<unknown>): Promise<Checked>;
  close(): Promise<void>;
}

interface Checked {
  results: CheckResult[];
  differing: number;
  differences: string[];
}

const CHAIN_ID = 99_999;
const COPY = "evm/88888";
const SENT = "0x2a211ad4a59ab9d003852404f9c57c690704ee755f3c79d2c2812ad32da99df8";
/** Metadata contain the collection's name; this name breaks out of the JSON text. */
const NAME_WITH_A_HAT =
  "Art%22,%22attributes%22:[{%22trait_type%22:%22Hat%22,%22value%22:%22Red%22}],%22x%22:%22";

/**
 * Seven blocks: six contracts, then an hour of token transfers in each. The node lacks blocks before `from`; none unless
 * given.
 */
export async function indexAuditedChain({ from }: { from?: number } = {}): Promise<AuditedChain> {
  const chain = await VmChain.open({ chainId: CHAIN_ID, contracts: { [MESSENGER]: deployment("Parrot") } });
  await mineEverything(chain);
  const node = await serveVmNode(chain);
  const firn = await indexChains();
  if (from !== undefined) pruneBlocks(node, from);
  firn.add(node);
  await firn.reach(node);
  if (from !== undefined) await untilHistory(firn.stores, CHAIN_ID, ({ older }) => older === "missing");
  const { stores } = firn;
  const store = await stores.open(`evm/${CHAIN_ID}`, { mode: "write", nowMs: 0 });
  await metadataAreRead(store);
  await firn.stop(node);
  const check = async (id: EvmStoreId, nodeUrl?: string): Promise<Checked> => {
    const results = await auditEvmStore({
      stores,
      id,
      nodeUrl: nodeUrl ?? node.url,
      urls: [],
      sample: { size: "all", seed: 0 },
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    const differing = results.reduce((sum, each) => sum + each.differing, 0);
    return { results, differing, differences: results.flatMap(({ differences }) => differences) };
  };
  return {
    node,
    stores,
    store,
    check: ({ nodeUrl } = {}) => check(`evm/${CHAIN_ID}`, nodeUrl),
    async checkDamaged(damage) {
      const path = stores.whereIs(COPY);
      await copyDatabase(store.db, path);
      const copy = await stores.open(COPY, { mode: "write", nowMs: 0 });
      try {
        await damage(copy.db);
        await copy.close();
        return await check(COPY);
      } finally {
        for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
      }
    },
    async close() {
      await store.close();
      await firn.close();
      await node.close();
    },
  };
}

async function mineEverything(chain: VmChain): Promise<void> {
  const [a = "", b = ""] = chain.accounts;
  const made = await chain.mine([
    { from: 0, data: deployment("Coin", [textBytes("Coin"), textBytes("C"), 18]) },
    { from: 0, data: deployment("Collection", [textBytes(NAME_WITH_A_HAT), textBytes("A")]) },
    { from: 0, data: deployment("Items") },
    { from: 0, data: deployment("WrappedCoin") },
    { from: 0, data: deployment("FeeCoin") },
    { from: 0, data: deployment("Forwarder") },
  ]);
  const [coin, art, items, wrapped, fee, forwarder] = made.transactions.map(
    (each) => each.contractAddress ?? "",
  );
  const call = (to = "", signature: string, values: readonly unknown[] = [], value = 0n) => ({
    from: 0,
    to,
    value,
    data: callData(signature, values),
  });
  for (let i = 1; i < 5; i++) {
    await chain.mine(
      [
        call(coin, "mint(address,uint256)", [a, 1_000n]),
        call(coin, "transfer(address,uint256)", [b, BigInt(i)]),
        call(art, "mint(address,uint256)", [a, BigInt(i)]),
        call(items, "mint(address,uint256,uint256)", [a, 7n, 3n]),
        call(wrapped, "deposit()", [], 50n),
        call(wrapped, "withdraw(uint256)", [BigInt(i)]),
        call(fee, "mint(address,uint256)", [a, 100n]),
        call(fee, "transfer(address,uint256)", [b, 50n]),
        { ...call(coin, "approve(address,uint256)", [a, BigInt(i)]), from: 1 },
        { ...call(items, "setApprovalForAll(address,bool)", [a, true]), from: 1 },
        call(forwarder, "forward(address)", [b], 9n),
        // More than there is: it reverts.
        { ...call(coin, "transfer(address,uint256)", [a, 10n ** 30n]), from: 1 },
      ],
      7_200,
    );
  }
  const message = (i: number) => [SENT, word(i), word(99)];
  await chain.mine([
    call(art, "transferFrom(address,address,uint256)", [a, b, 2n]),
    call(MESSENGER, "write(bytes32[],bytes)", [message(1), "0x"]),
    call(MESSENGER, "write(bytes32[],bytes)", [message(2), "0x"]),
  ]);
}

function word(value: number): string {
  return `0x${value.toString(16).padStart(64, "0")}`;
}

async function metadataAreRead({ db }: EvmStore): Promise<void> {
  const count = async (table: "nft" | "nft_metadata") => {
    const rows = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as("rows"));
    return (await rows.executeTakeFirstOrThrow()).rows;
  };
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(20))
    if ((await count("nft_metadata")) === (await count("nft"))) return;
  throw new Error("the metadata was not read in time");
}
