import { equalBytes, fromHex, toHex } from "../../avalanche/codec/bytes";
import { decodeGenesis } from "../../avalanche/genesis/genesis";
import { hrpOfNetwork, parseNodeId } from "../../avalanche/ids";
import { decodePBlock } from "../../avalanche/p/block";
import { decodeContainer } from "../../avalanche/proposer/proposervm";
import { FirnError } from "../../errors";
import { type NetworkFacts, readNetwork } from "../../store/bookkeeping/network";
import type { PrimaryDb } from "../../store/db";
import { SCHEMA_VERSIONS } from "../../store/migrate";
import { readContainer } from "../../store/queries/container-run";
import type { NetworkKey } from "../../store/tables/bookkeeping";
import { readTimes } from "../known-network";
import { type CheckResult, DifferenceCounter } from "./check-result";

/** The expected value of a fact, or what is wrong with its form; undefined when it is right. */
type Check = (
  value: string,
  context: { facts: NetworkFacts; firstParent: Uint8Array | undefined },
) => string | undefined;

const idOf =
  (of: (bytes: Uint8Array) => Uint8Array | undefined): Check =>
  (value, { facts }) => {
    if (!isHex(value, 32)) return "is not a 32-byte id";
    const id = facts.genesis === undefined ? undefined : tried(() => of(fromHex(facts.genesis ?? "")));
    return id && toHex(id) !== value ? `its genesis has ${toHex(id)}` : undefined;
  };

/** How each fact is checked by itself. Everything else about it is checked against the node. */
const CHECKS = {
  networkId: (value) => (/^\d{1,10}$/.test(value) ? undefined : "is not a network id"),
  hrp: (value, { facts }) => {
    const expected = hrpOfNetwork(Number(facts.networkId));
    return value === expected ? undefined : `the network's is ${expected}`;
  },
  avaxAssetId: idOf((bytes) => decodeGenesis(bytes).avaxAssetId),
  xChainId: idOf((bytes) => decodeGenesis(bytes).chains[0]?.txId),
  cChainId: idOf((bytes) => decodeGenesis(bytes).chains[1]?.txId),
  genesis: (value, { facts, firstParent }) => {
    const block = tried(() => decodeGenesis(fromHex(value)).block);
    if (block === undefined) return "can't be read";
    const expected = firstParent ?? fromHex(facts.genesisBlockId ?? "0x");
    return equalBytes(block.blockId, expected)
      ? undefined
      : `its block ${toHex(block.blockId)} is not block 0`;
  },
  genesisBlockId: (value, { firstParent }) => {
    if (!isHex(value, 32)) return "is not a 32-byte id";
    return firstParent === undefined || toHex(firstParent) === value
      ? undefined
      : `the parent of P-Chain block 1 is ${toHex(firstParent)}`;
  },
  nodeVersion: (value) => (value.length > 0 ? undefined : "is empty"),
  nodeId: (value) => (tried(() => parseNodeId(value)) ? undefined : "is not a node id"),
  upgrades: (value) => (tried(() => readTimes(value)) ? undefined : "can't be read"),
  projection: (value) =>
    value === String(SCHEMA_VERSIONS.primary) ? undefined : `this Firn's is ${SCHEMA_VERSIONS.primary}`,
  pageTokenKey: (value) => (isHex(value, 32) ? undefined : "is not a 32-byte key"),
} satisfies Record<NetworkKey, Check>;

/** Facts that an indexer writes before its first container. The genesis and its block's id may come later, together. */
const REQUIRED: readonly NetworkKey[] = [
  "networkId",
  "hrp",
  "xChainId",
  "cChainId",
  "avaxAssetId",
  "upgrades",
  "nodeId",
  "nodeVersion",
];

/** Checks the store's facts about its network, each by itself and against the others. */
export async function auditFacts(db: PrimaryDb): Promise<CheckResult> {
  const counter = new DifferenceCounter();
  const facts = await readNetwork(db);
  const firstParent = await findFirstParent(db);
  const keys = Object.keys(facts) as NetworkKey[];
  for (const key of keys) {
    const check: Check | undefined = CHECKS[key];
    const value = facts[key] ?? "";
    const problem = check ? check(value, { facts, firstParent }) : "unknown fact";
    if (problem !== undefined) counter.add(`network ${key}: stored ${shortened(value)}, ${problem}`);
  }
  const required = [...REQUIRED];
  if (facts.genesis !== undefined) required.push("genesisBlockId");
  if (facts.genesisBlockId !== undefined) required.push("genesis");
  if (firstParent !== undefined)
    for (const key of required) if (facts[key] === undefined) counter.add(`network ${key}: stored none`);
  return counter.result("facts", `${keys.length} facts`);
}

/** The parent of the P-Chain's first block, if that is stored and readable. */
async function findFirstParent(db: PrimaryDb): Promise<Uint8Array | undefined> {
  try {
    const container = await readContainer(db, "P/block", 0);
    const wrapper = container && decodeContainer(container.bytes, "p");
    if (!wrapper || !equalBytes(wrapper.containerId, container.containerId)) return undefined;
    const block = decodePBlock(wrapper.inner);
    return block.height === 1n ? block.parentId : undefined;
  } catch (error) {
    if (error instanceof FirnError) return undefined;
    throw error;
  }
}

function isHex(text: string, bytes: number): boolean {
  return text.length === 2 + 2 * bytes && /^0x[0-9a-f]*$/.test(text);
}

/** Undefined when `read` throws: then the text is not valid. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const SHOWN = 66;

function shortened(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}
