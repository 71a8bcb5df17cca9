import type { NetworkRules, RewardConfig } from "./rules";
import { MAX_U64, smaller } from "./u64";

/** Unit of shares, rates and fees: parts per million. */
export const PARTS = 1_000_000n;

const NANOS = 1_000_000_000n;

/** A period of staking. Amounts in the staked asset's base unit, times in unix seconds. */
export interface StakePeriod {
  start: bigint;
  end: bigint;
  weight: bigint;
}

/**
 * A staker's reward at its end if it is rewarded. Fixed at its start, out of what is left to mint. The order of the
 * divisions is the node's: each rounds down, so another order gives another result.
 * @source avalanchego vms/platformvm/reward/calculator.go
 */
export function potentialReward(config: RewardConfig, period: StakePeriod, supply: bigint): bigint {
  const remaining = config.supplyCap - supply;
  // The node counts durations in nanoseconds, which affects rounding.
  const duration = (period.end - period.start) * NANOS;
  const mintingPeriod = config.mintingPeriod * NANOS;
  const rate =
    (config.maxConsumptionRate - config.minConsumptionRate) * duration +
    config.minConsumptionRate * mintingPeriod;
  const reward =
    (remaining * rate * period.weight * duration) / (mintingPeriod * PARTS) / supply / mintingPeriod;
  return smaller(reward, remaining);
}

const HELICON_MIN_RATE = 75_000n;
const HELICON_RAMP = 90n * 86_400n;

/**
 * The primary network's reward configuration for a stake that starts at `start`. From Helicon on, ACP-285 lowers the
 * minimum rate linearly over 90 days.
 */
export function rewardConfigAt(
  rules: Pick<NetworkRules, "reward" | "upgrades">,
  start: bigint,
): RewardConfig {
  const { reward, upgrades } = rules;
  if (start < upgrades.helicon || reward.minConsumptionRate <= HELICON_MIN_RATE) return reward;
  const whole = reward.minConsumptionRate - HELICON_MIN_RATE;
  const elapsed = smaller(start - upgrades.helicon, HELICON_RAMP);
  return { ...reward, minConsumptionRate: reward.minConsumptionRate - (whole * elapsed) / HELICON_RAMP };
}

/**
 * Splits `amount` into `shares` parts per million and the remainder, which add up to `amount`. The remainder is rounded
 * down: at the end if the product fits 64 bits, otherwise before the multiplication.
 * @source avalanchego vms/platformvm/reward/calculator.go Split
 */
export function splitReward(amount: bigint, shares: number): { fromShares: bigint; remainder: bigint } {
  const others = PARTS - BigInt(shares);
  const product = others * amount;
  const remainder = product <= MAX_U64 ? product / PARTS : others * (amount / PARTS);
  return { fromShares: amount - remainder, remainder };
}
