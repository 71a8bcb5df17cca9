import { toHex } from "../../avalanche/codec/bytes";
import { formatAddress, formatId, formatNodeId, PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { parseRecord } from "../../avalanche/ledger/records";
import type { NodeClient } from "../../client/node";
import { getCurrentSupply, getCurrentValidators } from "../../contract/node/platform-stakers";
import { NodeError } from "../../errors";
import { readLedgerRecord } from "../../store/bookkeeping/ledger-record";
import type { PrimaryDb } from "../../store/db";
import { listCurrentStakes, listL1Validators } from "../../store/queries/current-validators";
import { STAKE_ROLE, unpackBytes } from "../../store/rows/columns";
import type { BlockTable } from "../../store/tables/chain";
import type { L1ValidatorTable } from "../../store/tables/staking";
import type { Found } from "./balances";
import type { Lacks } from "./lacks";

type Head = Pick<BlockTable, "time" | "supply" | "l1_accrued_fees">;

export interface SubnetOptions {
  node: NodeClient;
  lacks: Pick<Lacks, "hasLedger">;
  hrp: string;
  /** The P-Chain's last block. */
  head: Head;
  signal: AbortSignal;
}

/** Fields by name, by the id of a validator's transaction or validation. */
type Entries = Map<string, Record<string, string>>;

/**
 * `platform.getCurrentValidators`: the differences between the node's answer and the store, as sentences. Leaves out
 * the node's own measurements (uptime, connected) and what only the bytes have (owners and keys of stakes).
 */
export async function askValidators(
  db: PrimaryDb,
  subnetId: Uint8Array,
  { node, lacks, hrp, head, signal }: SubnetOptions,
): Promise<Found> {
  const params = { subnetID: formatId(subnetId) };
  const mine = await validatorsOf(db, subnetId, { hrp, head });
  const { validators } = await node.call("/ext/bc/P", getCurrentValidators, params, { signal });
  const theirs: Entries = new Map(
    validators.map((entry) => [entry.validationID ?? entry.txID ?? "", spell(entry)]),
  );
  const { differences, explained } = entryDifferences(mine.validators, theirs, lacks);
  let unknown = explained;
  for (const [nodeId, delegators] of mine.delegators) {
    const query = { ...params, nodeIDs: [nodeId] };
    const [entry] = (await node.call("/ext/bc/P", getCurrentValidators, query, { signal })).validators;
    const listed = (entry?.delegators ?? []).map((one): [string, Record<string, string>] => [
      one.txID,
      spell(one),
    ]);
    const found = entryDifferences(delegators, new Map(listed), lacks);
    differences.push(...found.differences);
    unknown += found.explained;
  }
  return {
    differences: differences.map((difference) => `subnet ${params.subnetID} validator ${difference}`),
    explained: unknown,
  };
}

/** `platform.getCurrentSupply` of the Primary Network and of subnets with a token of their own. */
export async function askSupply(db: PrimaryDb, subnetId: Uint8Array, options: SubnetOptions): Promise<Found> {
  const { node, head, signal } = options;
  const params = { subnetID: formatId(subnetId) };
  const record = await readLedgerRecord(db, "subnet", toHex(subnetId));
  const primary = formatId(PRIMARY_NETWORK_ID) === params.subnetID;
  const mine = primary ? head.supply : record && parseRecord<"subnet">(record.text).supply;
  const theirs = await node
    .call("/ext/bc/P", getCurrentSupply, params, { signal })
    .then(({ supply }) => supply)
    .catch((error: unknown) => {
      if (error instanceof NodeError && error.code === "NODE_RPC_ERROR") return undefined;
      throw error;
    });
  const difference = `subnet ${params.subnetID} supply: stored ${mine ?? "none"}, node ${theirs ?? "none"}`;
  return { differences: (mine ?? undefined) === theirs ? [] : [difference] };
}

async function validatorsOf(
  db: PrimaryDb,
  subnetId: Uint8Array,
  { hrp, head }: Pick<SubnetOptions, "hrp" | "head">,
): Promise<{ validators: Entries; delegators: Map<string, Entries> }> {
  const validators: Entries = new Map();
  const delegators = new Map<string, Entries>();
  const stakes = await listCurrentStakes(db, subnetId, head.time);
  const isDelegator = ({ role }: { role: number }) => role === STAKE_ROLE.delegator;
  const weights = new Map<string, bigint[]>();
  for (const stake of stakes.filter(isDelegator)) {
    const nodeId = formatNodeId(stake.node_id);
    weights.set(nodeId, [...(weights.get(nodeId) ?? []), stake.weight]);
    const entries: Entries = delegators.get(nodeId) ?? new Map();
    delegators.set(nodeId, entries.set(formatId(stake.tx_id), stakeFields(stake)));
  }
  for (const stake of stakes.filter((one) => !isDelegator(one))) {
    const theirs = weights.get(formatNodeId(stake.node_id)) ?? [];
    const record = await readLedgerRecord(db, "staker", toHex(stake.tx_id));
    const earning = !stake.permissioned && {
      delegationFee: ((stake.delegation_shares ?? 0) / 10_000).toFixed(4),
      delegatorCount: String(theirs.length),
      delegatorWeight: String(theirs.reduce((sum, weight) => sum + weight, 0n)),
      ...(record && { accruedDelegateeReward: String(parseRecord<"staker">(record.text).delegateeReward) }),
    };
    validators.set(formatId(stake.tx_id), { ...stakeFields(stake), ...earning });
  }
  for (const row of await listL1Validators(db, subnetId)) {
    validators.set(formatId(row.validation_id), l1Fields(row, { hrp, head }));
  }
  return { validators, delegators };
}

function stakeFields(stake: Awaited<ReturnType<typeof listCurrentStakes>>[number]): Record<string, string> {
  return {
    nodeID: formatNodeId(stake.node_id),
    startTime: String(stake.start_time),
    endTime: String(stake.end_time),
    weight: String(stake.weight),
    ...(!stake.permissioned && { potentialReward: String(stake.potential_reward) }),
  };
}

function l1Fields(
  row: L1ValidatorTable & { time: number },
  { hrp, head }: Pick<SubnetOptions, "hrp" | "head">,
): Record<string, string> {
  const owner = (threshold: number, addresses: Uint8Array) =>
    spellOwner({
      threshold,
      addresses: unpackBytes(addresses, 20).map((address) => `P-${formatAddress(hrp, address)}`),
    });
  const { end_accumulated_fee: end, deactivation_threshold, deactivation_addresses } = row;
  const left = end === 0n ? 0n : (end ?? 0n) - (head.l1_accrued_fees ?? 0n);
  return {
    nodeID: formatNodeId(row.node_id),
    startTime: String(row.time),
    weight: String(row.weight),
    minNonce: String(row.min_nonce),
    balance: String(left),
    publicKey: toHex(row.public_key),
    remainingBalanceOwner: owner(row.remaining_balance_threshold, row.remaining_balance_addresses),
    deactivationOwner: owner(deactivation_threshold, deactivation_addresses),
  };
}

/** An entry of the node with all values as text; an owner is its threshold and addresses. */
function spell(entry: Readonly<Record<string, unknown>>): Record<string, string> {
  const isOwner = (value: unknown): value is { threshold: bigint; addresses: string[] } =>
    typeof value === "object" && value !== null && "addresses" in value;
  return Object.fromEntries(
    Object.entries(entry).map(([field, value]) => [
      field,
      isOwner(value) ? spellOwner(value) : String(value),
    ]),
  );
}

function spellOwner({ threshold, addresses }: { threshold: number | bigint; addresses: readonly string[] }) {
  return `${threshold} of ${[...addresses].sort().join(" ")}`;
}

/** What only the ledger knows of an entry. */
const OF_LEDGER: readonly string[] = [
  "potentialReward",
  "accruedDelegateeReward",
  "delegatorCount",
  "delegatorWeight",
  "balance",
];

/**
 * Differences between the store and the node, field by field. Without the ledger the store knows neither the first
 * validators nor when a stake ends.
 */
function entryDifferences(
  mine: Entries,
  theirs: Entries,
  { hasLedger }: SubnetOptions["lacks"],
): Required<Found> {
  const differences: string[] = [];
  let explained = 0;
  for (const id of new Set([...mine.keys(), ...theirs.keys()])) {
    const stored = mine.get(id);
    const answered = theirs.get(id);
    if (stored === undefined || answered === undefined) {
      if (!hasLedger) explained += 1;
      else differences.push(`${id}: stored ${stored ? "yes" : "no"}, node ${answered ? "yes" : "no"}`);
      continue;
    }
    const differing = Object.entries(stored).filter(([field, value]) => answered[field] !== value);
    const own = differing.filter(([field]) => hasLedger || !OF_LEDGER.includes(field));
    if (own.length < differing.length) explained += 1;
    for (const [field, value] of own)
      differences.push(`${id} ${field}: stored ${value}, node ${answered[field] ?? "none"}`);
  }
  return { differences, explained };
}
