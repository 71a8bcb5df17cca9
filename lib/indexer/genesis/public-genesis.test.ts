import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "lossless-json";
import { describe, expect, it, test } from "vitest";
import { sha256 } from "#sha256";
import { equalBytes } from "../../avalanche/codec/bytes";
import { decodeGenesis, type PGenesis } from "../../avalanche/genesis/genesis";
import { buildGenesis } from "../../avalanche/genesis/genesis-build";
import { readGenesisConfig } from "../../avalanche/genesis/genesis-config";
import { formatId } from "../../avalanche/ids";
import { rulesOfNetwork } from "../../avalanche/ledger/rules";
import { rootFolder } from "../../root-folder";
import { signLease } from "../../store/bookkeeping/lease";
import { freshStore } from "../../testbed/engines";
import { writeGenesis } from "../follow/write";
import { IdDictionaries } from "../rows/id-dictionaries";
import { genesisWithBlock } from "./find-genesis";
import { readPublicGenesis } from "./public-genesis";

/** The ids that every node of these networks returns (`info.getBlockchainID`, `avm.getAssetDescription`). */
const NETWORKS = [
  {
    name: "mainnet",
    networkId: 1,
    bytesId: "UUvXi6j7QhVvgpbKM89MP5HdrxKm9CaJeHc187TsDNf8nZdLk",
    xChain: "2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM",
    cChain: "2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5",
    avax: "FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z",
    validators: 75,
    supply: 359_999_999_999_990_210n,
  },
  {
    name: "fuji",
    networkId: 5,
    bytesId: "MSj6o9TpezwsQx4Tv7SHqpVvCbJ8of1ikjsqPZ1bKRjc9zBy3",
    xChain: "2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm",
    cChain: "yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp",
    avax: "U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK",
    validators: 20,
    supply: 360_000_000_000_000_000n,
  },
];

const LEASE = { name: "indexer", holder: "test" };

function genesisOf(networkId: number): { bytes: Uint8Array; genesis: PGenesis } {
  const bytes = readPublicGenesis(networkId);
  if (!bytes) throw new Error(`network ${networkId} has no built-in genesis`);
  return { bytes, genesis: decodeGenesis(bytes) };
}

describe.each(NETWORKS)("the built-in genesis of $name", (known) => {
  const { bytes, genesis } = genesisOf(known.networkId);

  it("has the ids that the network's nodes return", () => {
    expect(formatId(sha256(bytes))).toBe(known.bytesId);
    expect(genesis.chains.map(({ txId }) => formatId(txId))).toEqual([known.xChain, known.cChain]);
    expect(formatId(genesis.avaxAssetId)).toBe(known.avax);
    expect(genesis.validators).toHaveLength(known.validators);
    expect(genesis.initialSupply).toBe(known.supply);
  });

  it("is found by the parent of block 1, for its own network only", () => {
    const search = { blockId: genesis.block.blockId, networkId: known.networkId, nowMs: 0 };
    expect(equalBytes(genesisWithBlock(undefined, search) ?? new Uint8Array(), bytes)).toBe(true);
    expect(genesisWithBlock(undefined, { ...search, networkId: 6 - known.networkId })).toBeUndefined();
    expect(genesisWithBlock(undefined, { ...search, networkId: 54_321 })).toBeUndefined();
    expect(genesisWithBlock(undefined, { ...search, blockId: new Uint8Array(32) })).toBeUndefined();
  });

  it("is stored with every nAVAX of its supply in an output, and every validator", async () => {
    const { db } = await freshStore();
    await signLease(db, LEASE);
    const [xChain, cChain] = genesis.chains.map(({ txId }) => txId);
    await writeGenesis(bytes, {
      db,
      network: {
        xChainId: xChain ?? new Uint8Array(),
        cChainId: cChain ?? new Uint8Array(),
        avaxAssetId: genesis.avaxAssetId,
      },
      rules: rulesOfNetwork(known.networkId),
      genesisFor: () => undefined,
      dictionaries: new IdDictionaries(db),
      lease: LEASE,
      now: Date.now,
      sleep: async () => {},
      signal: new AbortController().signal,
      observe: () => {},
    });
    const outputs = await db.selectFrom("utxo").select("amount").execute();
    expect(outputs.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)).toBe(known.supply);
    expect(await db.selectFrom("stake").select("id").execute()).toHaveLength(known.validators);
  }, 60_000);

  /** The node's own configurations are not ours to bundle. */
  const config = join(rootFolder(), `../shared/reference/genesis/${known.name}.json`);
  it.skipIf(!existsSync(config))(
    "is what AvalancheGo builds from its configuration (skipped without ../shared)",
    () => {
      const value = parse(readFileSync(config, "utf8"), undefined, (digits) => BigInt(digits));
      expect(equalBytes(buildGenesis(readGenesisConfig(value)), bytes)).toBe(true);
    },
  );
});

test("the built-in geneses take at most 500 kB together", () => {
  const sizes = ["mainnet.br", "fuji.br"].map(
    (file) => statSync(join(rootFolder(), "lib/indexer/genesis", file)).size,
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(500_000);
});
