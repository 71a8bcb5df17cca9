import { exponentialPrice } from "./gas";
import type { ValidatorFeeConfig } from "./rules";
import { addCapped, smaller, subtractFloored } from "./u64";

/** State of the L1 validators' continuous fee while their number does not change. */
export interface ValidatorFeeState {
  /** Number of validators that pay. */
  active: bigint;
  excess: bigint;
}

/** nAVAX that each active validator pays for the next second at this excess. */
export function validatorPrice(config: ValidatorFeeConfig, excess: bigint): bigint {
  return exponentialPrice(config.minPrice, excess, config.excessConversionConstant);
}

/** Excess `seconds` later. Each second it changes by the active count minus the target. */
export function advanceExcess(config: ValidatorFeeConfig, state: ValidatorFeeState, seconds: bigint): bigint {
  return state.active < config.target
    ? subtractFloored(state.excess, (config.target - state.active) * seconds)
    : addCapped(state.excess, (state.active - config.target) * seconds);
}

/**
 * nAVAX that each active validator pays over `seconds` while their number does not change: second by second, at the
 * price of the excess at the end of that second.
 * @source ACP-77; avalanchego vms/platformvm/validators/fee/fee.go CostOf
 */
export function validatorCost(config: ValidatorFeeConfig, state: ValidatorFeeState, seconds: bigint): bigint {
  if (state.active === config.target) {
    return addCapped(0n, validatorPrice(config, state.excess) * seconds);
  }
  let cost = 0n;
  let excess = state.excess;
  for (let second = 0n; second < seconds; second++) {
    excess = advanceExcess(config, { ...state, excess }, 1n);
    // While the count does not change, the excess only falls or only rises: once 0 it stays 0, and so does the price.
    if (excess === 0n) return addCapped(cost, config.minPrice * (seconds - second));
    cost = addCapped(cost, validatorPrice(config, excess));
  }
  return cost;
}

/**
 * Whole seconds that `balance` nAVAX last a validator while the active count does not change, at most `most`.
 * @source avalanchego vms/platformvm/validators/fee/fee.go SecondsRemaining
 */
export function secondsRemaining(
  config: ValidatorFeeConfig,
  state: ValidatorFeeState,
  limits: { balance: bigint; most: bigint },
): bigint {
  const { most } = limits;
  let left = limits.balance;
  let excess = state.excess;
  const atPrice = (price: bigint, spent: bigint) => {
    const seconds = spent + left / price;
    return smaller(seconds, most);
  };
  if (state.active === config.target) return atPrice(validatorPrice(config, excess), 0n);
  for (let second = 0n; second < most; second++) {
    excess = advanceExcess(config, { ...state, excess }, 1n);
    if (excess === 0n) return atPrice(config.minPrice, second);
    const price = validatorPrice(config, excess);
    if (price > left) return second;
    left -= price;
  }
  return most;
}
