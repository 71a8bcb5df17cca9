import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advanceGas, consumeGas, exponentialPrice, gasPrice } from "./gas";
import { rulesOfNetwork } from "./rules";
import { MAX_U64 } from "./u64";

const CONFIG = rulesOfNetwork(1).gas;

describe("price", () => {
  it.each([
    { minPrice: 1n, excess: 0n, constant: 2_164_043n, price: 1n },
    { minPrice: 1n, excess: 2_164_042n, constant: 2_164_043n, price: 2n },
    { minPrice: 10n, excess: 10_000n, constant: 10_000n, price: 27n },
    { minPrice: 512n, excess: 864_000_000n, constant: 1_246_488_515n, price: 1_024n },
    { minPrice: 1n, excess: MAX_U64, constant: 1n, price: MAX_U64 },
    { minPrice: 0n, excess: MAX_U64, constant: 1n, price: 0n },
  ])("of excess $excess over $constant is $price", ({ minPrice, excess, constant, price }) => {
    expect(exponentialPrice(minPrice, excess, constant)).toBe(price);
  });

  it("is close to the exponential, and never falls as the excess rises", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 20n * 2_164_043n), (excess) => {
        const price = exponentialPrice(1_000_000n, excess, 2_164_043n);
        const exact = 1_000_000 * Math.exp(Number(excess) / 2_164_043);
        expect(Math.abs(Number(price) / exact - 1)).toBeLessThan(1e-5);
        expect(exponentialPrice(1_000_000n, excess + 1_000n, 2_164_043n) >= price).toBe(true);
      }),
    );
  });
});

describe("gas over time", () => {
  it("refills the capacity to its maximum and lets the excess decay to 0", () => {
    const state = { capacity: 0n, excess: 120_000n };
    expect(advanceGas(CONFIG, state, 1n)).toEqual({ capacity: 100_000n, excess: 70_000n });
    expect(advanceGas(CONFIG, state, 2n)).toEqual({ capacity: 200_000n, excess: 20_000n });
    expect(advanceGas(CONFIG, state, 60n)).toEqual({ capacity: 1_000_000n, excess: 0n });
  });

  it("moves what a block uses from capacity to excess", () => {
    expect(consumeGas({ capacity: 1_000_000n, excess: 5n }, 4_135n)).toEqual({
      capacity: 995_865n,
      excess: 4_140n,
    });
    expect(consumeGas({ capacity: 1n, excess: MAX_U64 }, 1n)).toEqual({ capacity: 0n, excess: MAX_U64 });
  });

  it("costs twice as much after using all there is for 30 seconds", () => {
    let state = { capacity: 0n, excess: 0n };
    for (let second = 0; second < 30; second++) state = consumeGas(advanceGas(CONFIG, state, 1n), 100_000n);
    expect(state.excess).toBe(1_550_000n);
    expect(gasPrice({ ...CONFIG, minPrice: 1_000n }, state)).toBe(2_046n);
  });
});
