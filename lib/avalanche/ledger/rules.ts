import { NodeError } from "../../errors";

/** Upgrades that change the P-Chain's ledger. All others change only bytes or other chains. */
export const LEDGER_UPGRADES = ["cortina", "durango", "etna", "helicon"] as const;

/** When each upgrade takes effect, unix seconds. */
export type Upgrades = Record<(typeof LEDGER_UPGRADES)[number], bigint>;

/** How potential rewards are computed. */
export interface RewardConfig {
  /** Parts per million of the remaining supply per minting period, for a stake of a whole period … */
  maxConsumptionRate: bigint;
  /** … and for a stake of no time at all. */
  minConsumptionRate: bigint;
  /** Seconds. */
  mintingPeriod: bigint;
  /** Supply never exceeds it; in the staked asset's base unit. */
  supplyCap: bigint;
}

/** Limits of stakes. Amounts in nAVAX, durations in seconds, the fee in parts per million. */
export interface StakingLimits {
  minValidatorStake: bigint;
  /** Including delegations. Rewards that would exceed it are paid out instead of being restaked. */
  maxValidatorStake: bigint;
  minDelegatorStake: bigint;
  minDelegationFee: number;
  minStakeDuration: bigint;
  maxStakeDuration: bigint;
}

/** ACP-103: gas of P-Chain transactions. */
export interface GasConfig {
  /** Gas per unit of bandwidth (bytes), database reads, database writes and compute (microseconds). */
  weights: { bandwidth: bigint; dbRead: bigint; dbWrite: bigint; compute: bigint };
  maxCapacity: bigint;
  maxPerSecond: bigint;
  targetPerSecond: bigint;
  /** nAVAX per gas. */
  minPrice: bigint;
  excessConversionConstant: bigint;
}

/** ACP-77: the continuous fee of L1 validators. */
export interface ValidatorFeeConfig {
  /** Limit of active validators. */
  capacity: bigint;
  /** Number of active validators above which the price rises. */
  target: bigint;
  /** nAVAX per validator and second. */
  minPrice: bigint;
  excessConversionConstant: bigint;
}

/** Rules of a network that its blocks do not contain. */
export interface NetworkRules {
  upgrades: Upgrades;
  staking: StakingLimits;
  reward: RewardConfig;
  gas: GasConfig;
  validatorFee: ValidatorFeeConfig;
}

/**
 * The rules of a network: 1 is mainnet, 5 is fuji, every other has the node's defaults for local and custom networks.
 * `upgrades` replaces built-in times.
 * @source avalanchego 1.14.2 upgrade/upgrade.go, genesis/genesis_{mainnet,fuji,local}.go
 */
export function rulesOfNetwork(networkId: number, upgrades: Partial<Upgrades> = {}): NetworkRules {
  const known = RULES[networkId] ?? LOCAL;
  return { ...known, upgrades: { ...known.upgrades, ...upgrades } };
}

/**
 * The rules of a network whose node reports its upgrade times by `info.upgrades`. On mainnet and fuji, a node may only
 * add times that were not scheduled when this was written.
 * @throws NodeError NODE_BAD_ANSWER for a malformed time, or one that contradicts mainnet or fuji
 */
export function rulesFromNode(networkId: number, answer: Readonly<Record<string, unknown>>): NetworkRules {
  const said = readUpgrades(answer);
  const known = RULES[networkId];
  if (known !== undefined) refuseContradiction(networkId, known.upgrades, said);
  return rulesOfNetwork(networkId, said);
}

/**
 * The times in an answer of `info.upgrades` (`cortinaTime`: RFC 3339, …). Missing names are left out.
 * @throws NodeError NODE_BAD_ANSWER for a malformed time
 */
export function readUpgrades(answer: Readonly<Record<string, unknown>>): Partial<Upgrades> {
  const upgrades: Partial<Upgrades> = {};
  for (const name of LEDGER_UPGRADES) {
    const time = answer[`${name}Time`];
    if (time === undefined) continue;
    const millis = typeof time === "string" ? Date.parse(time) : Number.NaN;
    if (Number.isNaN(millis)) {
      throw new NodeError(
        "NODE_BAD_ANSWER",
        `upgrade ${name}Time is ${JSON.stringify(time)}, which is no time`,
      );
    }
    upgrades[name] = BigInt(millis) / 1000n;
  }
  return upgrades;
}

export function sameTimes(a: Upgrades, b: Upgrades): boolean {
  return LEDGER_UPGRADES.every((name) => a[name] === b[name]);
}

/** Whether a P-Chain at chain time `to` (unix seconds) may have different ledgers under the two. */
export function differUpTo(a: Upgrades, b: Upgrades, to: bigint): boolean {
  return LEDGER_UPGRADES.some((name) => a[name] !== b[name] && (a[name] <= to || b[name] <= to));
}

function refuseContradiction(networkId: number, known: Upgrades, said: Partial<Upgrades>): void {
  const scheduled = Object.values(known).filter((time) => time !== UNSCHEDULED);
  for (const name of LEDGER_UPGRADES) {
    const mine = known[name];
    const theirs = said[name];
    if (theirs === undefined || theirs === mine) continue;
    if (mine === UNSCHEDULED && scheduled.every((time) => theirs > time)) continue;
    throw new NodeError(
      "NODE_BAD_ANSWER",
      `the node says that ${name} of network ${networkId} is ${describeTime(theirs)}: it is ${describeTime(mine)}`,
      { hint: "point FIRN_NODE_URL at a node that runs this network by its own rules" },
    );
  }
}

function describeTime(time: bigint): string {
  return time === UNSCHEDULED ? "not scheduled" : new Date(Number(time) * 1000).toISOString();
}

/** The node's time for an upgrade without a date. */
const UNSCHEDULED = seconds("9999-12-01T00:00Z");

const AVAX = 1_000_000_000n;
const DAY = 86_400n;

const REWARD: RewardConfig = {
  maxConsumptionRate: 120_000n,
  minConsumptionRate: 100_000n,
  mintingPeriod: 365n * DAY,
  supplyCap: 720_000_000n * AVAX,
};

const GAS: GasConfig = {
  weights: { bandwidth: 1n, dbRead: 1_000n, dbWrite: 1_000n, compute: 4n },
  maxCapacity: 1_000_000n,
  maxPerSecond: 100_000n,
  targetPerSecond: 50_000n,
  minPrice: 1n,
  excessConversionConstant: 2_164_043n,
};

const MAINNET: NetworkRules = {
  upgrades: times("2023-04-25T15:00Z", "2024-03-06T16:00Z", "2024-12-16T17:00Z"),
  staking: {
    minValidatorStake: 2_000n * AVAX,
    maxValidatorStake: 3_000_000n * AVAX,
    minDelegatorStake: 25n * AVAX,
    minDelegationFee: 20_000,
    minStakeDuration: 14n * DAY,
    maxStakeDuration: 365n * DAY,
  },
  reward: REWARD,
  gas: GAS,
  validatorFee: {
    capacity: 20_000n,
    target: 10_000n,
    minPrice: 512n,
    excessConversionConstant: 1_246_488_515n,
  },
};

const FUJI: NetworkRules = {
  ...MAINNET,
  upgrades: times("2023-04-06T15:00Z", "2024-02-13T16:00Z", "2024-11-25T16:00Z"),
  staking: { ...MAINNET.staking, minValidatorStake: AVAX, minDelegatorStake: AVAX, minStakeDuration: DAY },
  validatorFee: { ...MAINNET.validatorFee, excessConversionConstant: 51_937_021n },
};

const LOCAL: NetworkRules = {
  ...MAINNET,
  upgrades: times("2020-12-05T05:00Z", "2020-12-05T05:00Z", "2020-12-05T05:00Z"),
  staking: { ...MAINNET.staking, minStakeDuration: DAY },
  validatorFee: { ...MAINNET.validatorFee, minPrice: 1n, excessConversionConstant: 865_617n },
};

const RULES: Readonly<Record<number, NetworkRules>> = { 1: MAINNET, 5: FUJI };

/** Helicon is not scheduled on mainnet, fuji or local networks. */
function times(cortina: string, durango: string, etna: string): Upgrades {
  return {
    cortina: seconds(cortina),
    durango: seconds(durango),
    etna: seconds(etna),
    helicon: UNSCHEDULED,
  };
}

function seconds(text: string): bigint {
  return BigInt(Date.parse(text)) / 1000n;
}
