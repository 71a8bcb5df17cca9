import type { GasConfig } from "./rules";
import { addCapped, MAX_U64, smaller, subtractFloored } from "./u64";

/** `capacity`: gas that the next block may use. `excess`: gas by which use has exceeded the target. */
export interface GasState {
  capacity: bigint;
  excess: bigint;
}

/**
 * minPrice × e^(excess ÷ constant), by the integer approximation of EIP-4844, at most 2^64 − 1.
 * @source avalanchego vms/components/gas/gas.go CalculatePrice
 */
export function exponentialPrice(minPrice: bigint, excess: bigint, constant: bigint): bigint {
  const most = constant * MAX_U64;
  let output = 0n;
  let term = minPrice * constant;
  for (let i = 1n; term > 0n; i++) {
    output += term;
    if (output >= most) return MAX_U64;
    term = (term * excess) / constant / i;
  }
  return output / constant;
}

/** nAVAX per gas. */
export function gasPrice(config: GasConfig, state: GasState): bigint {
  return exponentialPrice(config.minPrice, state.excess, config.excessConversionConstant);
}

/** The state `seconds` later: capacity refills, excess decays. */
export function advanceGas(config: GasConfig, state: GasState, seconds: bigint): GasState {
  return {
    capacity: smaller(state.capacity + config.maxPerSecond * seconds, config.maxCapacity),
    excess: subtractFloored(state.excess, config.targetPerSecond * seconds),
  };
}

/** The state after a block used `gas`. An accepted block never exceeds the capacity. */
export function consumeGas(state: GasState, gas: bigint): GasState {
  return { capacity: subtractFloored(state.capacity, gas), excess: addCapped(state.excess, gas) };
}
