import { toHex } from "../../avalanche/codec/bytes";
import { encodeCall } from "../../avalanche/evm/abi/encode";
import { hashSignature } from "../../avalanche/evm/abi/entries";
import { decodeValues } from "../../avalanche/evm/abi/values";
import { configurablePrecompiles, type Precompile } from "../../avalanche/evm/precompiles";
import type { ContractReader } from "../../client/evm-contract";
import type { ChainRules } from "../../contract/firn/chain-rules";
import type { EventFilter, FoundEvents } from "./contract-events";

/** The rules, with addresses as 0x hex: whoever answers names them. */
export interface NodeRules {
  upgrades: ChainRules["upgrades"];
  precompiles: {
    address: string;
    isActive: boolean;
    since?: number;
    hasRoles: boolean;
    roles: { account: string; role: Role }[];
    withoutRoles?: string;
  }[];
  fees?: ChainRules["fees"];
  rewards?: { address: string; feeRecipientsAllowed: boolean };
  changes: { timestamp: number; address?: string; isOn?: boolean; accountCount?: number }[];
}

type Role = ChainRules["precompiles"][number]["roles"][number]["role"];

/** By the number that an allow list answers; 0 is none. @source subnet-evm precompile/allowlist/role.go */
const ROLES: Record<string, Role> = { "1": "enabled", "2": "admin", "3": "manager" };
const ROLE_SET = hashSignature("RoleSet(uint256,address,address,uint256)");
const MOST_ACCOUNTS = 200;

interface Configured {
  address: Uint8Array;
  precompile: Precompile;
  isActive: boolean;
}

/** Finds events of contracts by their first topics. */
export type FindEvents = (filter: Pick<EventFilter, "addresses" | "topics">) => Promise<FoundEvents>;

/** What a chain of subnet-evm allows now, and to whom. @throws NodeError */
export async function readRules(reader: ContractReader, findEvents: FindEvents): Promise<NodeRules> {
  const { config, active } = await reader.getRules();
  const configured = configurablePrecompiles().map((each) => ({
    ...each,
    isActive: active.precompiles[keyOf(each.precompile)] !== undefined,
  }));
  const named = await namedAccounts(findEvents, config, configured);
  const precompiles = await Promise.all(
    configured.map(async (each) => {
      const since = active.precompiles[keyOf(each.precompile)]?.timestamp;
      const roles = await readRoles(reader, each, named.accounts.get(toHex(each.address)) ?? []);
      const isListed = each.isActive && hasRoles(each.precompile);
      const without = [roles.withoutRoles, isListed ? named.without : undefined].filter(
        (why) => why !== undefined,
      );
      return {
        address: toHex(each.address),
        isActive: each.isActive,
        ...(since != null && { since }),
        hasRoles: hasRoles(each.precompile),
        roles: roles.roles,
        ...(without.length > 0 && { withoutRoles: without.join(" ") }),
      };
    }),
  );
  return {
    upgrades: Object.entries(active.avalancheRules).map(([name, isActive]) => ({
      name: name.replace(/^Is/, ""),
      isActive,
    })),
    precompiles,
    ...(await readFees(reader, config, configured)),
    ...(await readRewards(reader, configured)),
    changes: changesOf(config),
  };
}

function keyOf({ configKey = "" }: Precompile): string {
  return configKey;
}

function hasRoles({ book }: Precompile): boolean {
  return functionOf(book, "readAllowList") !== undefined;
}

function functionOf(book: Precompile["book"], name: string) {
  return book.functions.find((each) => each.name === name);
}

/** Accounts that may have a role: named by the configuration, its upgrades, or an event. By precompile, 0x hex. */
async function namedAccounts(
  findEvents: FindEvents,
  config: Record<string, unknown>,
  configured: readonly Configured[],
): Promise<{ accounts: Map<string, string[]>; without?: string }> {
  const accounts = new Map<string, string[]>();
  const add = (precompile: string, account: string) =>
    accounts.set(precompile, [...(accounts.get(precompile) ?? []), account.toLowerCase()]);
  for (const { address, precompile } of configured)
    for (const settings of [config, ...precompileUpgrades(config)])
      for (const account of accountsIn(settings[keyOf(precompile)])) add(toHex(address), account);
  const lists = configured.filter(({ precompile }) => hasRoles(precompile)).map(({ address }) => address);
  const { events, unread } = await findEvents({ addresses: lists, topics: [ROLE_SET] });
  for (const { address, topics } of events) add(address, `0x${(topics[2] ?? "").slice(-40)}`);
  if (unread.length === 0) return { accounts };
  return { accounts, without: `Events of these blocks may name more accounts: ${unread.join("; ")}.` };
}

/** @source subnet-evm precompile/allowlist/config.go */
function accountsIn(settings: unknown): string[] {
  const { adminAddresses, managerAddresses, enabledAddresses } = Object(settings) as Record<string, unknown>;
  return [adminAddresses, managerAddresses, enabledAddresses]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .filter((account) => typeof account === "string" && /^0x[0-9a-f]{40}$/i.test(account));
}

async function readRoles(
  reader: ContractReader,
  { address, precompile, isActive }: Configured,
  named: readonly string[],
): Promise<Pick<NodeRules["precompiles"][number], "roles" | "withoutRoles">> {
  const read = functionOf(precompile.book, "readAllowList");
  if (read === undefined || !isActive) return { roles: [] };
  const all = [...new Set(named)];
  const accounts = all.slice(0, MOST_ACCOUNTS);
  const answers = await reader.callAll(
    accounts.map((account) => ({ to: address, data: encodeCall(read, [account]) })),
  );
  const roles = accounts.flatMap((account, at) => {
    const role = ROLES[readValue(answers[at]) ?? ""];
    return role === undefined ? [] : [{ account, role }];
  });
  const silent = answers.filter((answer) => answer === undefined).length + all.length - accounts.length;
  return {
    roles,
    ...(silent > 0 && { withoutRoles: `The roles of ${silent} more accounts are not known.` }),
  };
}

/** The number or address that a call returned; undefined if it returned none. */
function readValue(answer: Uint8Array | undefined, type = "uint256"): string | undefined {
  return answer && decodeValues([{ type }], toHex(answer))?.[0]?.value;
}

/** By the fee manager if it is active, else by the configuration. @source subnet-evm core/blockchain_reader.go */
async function readFees(
  reader: ContractReader,
  config: Record<string, unknown>,
  configured: readonly Configured[],
): Promise<Pick<NodeRules, "fees">> {
  const manager = configured.find(({ precompile }) => keyOf(precompile) === "feeManagerConfig");
  const get = manager && functionOf(manager.precompile.book, "getFeeConfig");
  const changed = manager && functionOf(manager.precompile.book, "getFeeConfigLastChangedAt");
  if (manager === undefined || get === undefined || changed === undefined) return {};
  const names = get.outputs.map(({ name = "" }) => name);
  const withBlock = (numbers: Record<string, string>, lastChangedBlock: string) => ({
    fees: { ...numbers, lastChangedBlock } as NonNullable<ChainRules["fees"]>,
  });
  if (!manager.isActive) {
    const fixed = Object(config.feeConfig) as Record<string, unknown>;
    const isWhole = names.every((name) => ["number", "bigint"].includes(typeof fixed[name]));
    return isWhole
      ? withBlock(Object.fromEntries(names.map((name) => [name, String(fixed[name])])), "0")
      : {};
  }
  const [numbers, block] = await reader.callAll([
    { to: manager.address, data: encodeCall(get, []) },
    { to: manager.address, data: encodeCall(changed, []) },
  ]);
  const values = numbers && decodeValues(get.outputs, toHex(numbers));
  const lastChanged = readValue(block);
  if (values === undefined || lastChanged === undefined) return {};
  return withBlock(Object.fromEntries(values.map(({ name, value }) => [name, value])), lastChanged);
}

async function readRewards(
  reader: ContractReader,
  configured: readonly Configured[],
): Promise<Pick<NodeRules, "rewards">> {
  const manager = configured.find(({ precompile }) => keyOf(precompile) === "rewardManagerConfig");
  const current = manager && functionOf(manager.precompile.book, "currentRewardAddress");
  const allowed = manager && functionOf(manager.precompile.book, "areFeeRecipientsAllowed");
  if (!manager?.isActive || current === undefined || allowed === undefined) return {};
  const [address, isAllowed] = await reader.callAll([
    { to: manager.address, data: encodeCall(current, []) },
    { to: manager.address, data: encodeCall(allowed, []) },
  ]);
  const account = readValue(address, "address");
  const feeRecipients = readValue(isAllowed, "bool");
  if (account === undefined || feeRecipients === undefined) return {};
  return { rewards: { address: account.toLowerCase(), feeRecipientsAllowed: feeRecipients === "true" } };
}

function precompileUpgrades(config: Record<string, unknown>): Record<string, unknown>[] {
  const { precompileUpgrades = [] } = Object(config.upgrades) as Record<string, unknown>;
  return Array.isArray(precompileUpgrades) ? precompileUpgrades.map(Object) : [];
}

function changesOf(config: Record<string, unknown>): NodeRules["changes"] {
  const { stateUpgrades } = Object(config.upgrades) as Record<string, unknown>;
  const ofPrecompiles = configurablePrecompiles().flatMap(({ address, precompile }) =>
    precompileUpgrades(config).flatMap((upgrade) => {
      const { blockTimestamp, disable } = Object(upgrade[keyOf(precompile)]) as Record<string, unknown>;
      return typeof blockTimestamp === "number"
        ? [{ timestamp: blockTimestamp, address: toHex(address), isOn: disable !== true }]
        : [];
    }),
  );
  const ofState = (Array.isArray(stateUpgrades) ? stateUpgrades : []).flatMap((upgrade: unknown) => {
    const { blockTimestamp, accounts } = Object(upgrade) as Record<string, unknown>;
    return typeof blockTimestamp === "number"
      ? [{ timestamp: blockTimestamp, accountCount: Object.keys(Object(accounts)).length }]
      : [];
  });
  return [...ofPrecompiles, ...ofState].sort((a, b) => a.timestamp - b.timestamp);
}
