import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  deactivateExhausted,
  disableValidator,
  increaseBalance,
  registerValidator,
  remainingBalance,
  setWeight,
} from "./l1-validator";
import type { NetworkRules } from "./rules";
import { AVAX_ID, id, nodeId, noted, START, sampleLedger } from "./sample-ledger";
import { advanceTime } from "./time";

const REFUND = { txId: id(50), outputIndex: 1 };

/** A price that rises from the third active validator on. */
const RULES: Pick<NetworkRules, "validatorFee"> = {
  validatorFee: { capacity: 20n, target: 2n, minPrice: 512n, excessConversionConstant: 10n },
};

function register(ledger: ReturnType<typeof sampleLedger>, n: number, balance: bigint): void {
  registerValidator(ledger, {
    kind: "l1Validator.registered",
    validationId: id(n),
    subnetId: id(100),
    nodeId: nodeId(n),
    weight: 10n,
    balance,
    bls: { publicKey: new Uint8Array(48) },
    remainingBalanceOwner: { threshold: 1, addresses: [nodeId(n)] },
    deactivationOwner: { threshold: 1, addresses: [nodeId(0)] },
  });
}

function balanceOf(ledger: ReturnType<typeof sampleLedger>, n: number): bigint {
  const validator = ledger.state.l1Validator(id(n));
  return validator === undefined ? 0n : remainingBalance(ledger.state.chain(), validator);
}

const weightSet = (n: number, weight: bigint, nonce: bigint) =>
  ({ kind: "l1Validator.weightSet", validationId: id(n), nonce, weight }) as const;

describe("the balance of an L1 validator", () => {
  it("shrinks every second by the price, equally for each active one", () => {
    const ledger = sampleLedger();
    register(ledger, 1, 10_000n);
    register(ledger, 2, 100_000n);
    advanceTime(ledger, START + 3n);
    expect(balanceOf(ledger, 1)).toBe(10_000n - 3n * 512n);
    expect(balanceOf(ledger, 2)).toBe(100_000n - 3n * 512n);
  });

  it("pays for its last second to the exact nAVAX, and then the validator is inactive", () => {
    const ledger = sampleLedger();
    register(ledger, 1, 1_024n);
    register(ledger, 2, 100_000n);
    advanceTime(ledger, START + 1n);
    deactivateExhausted(ledger);
    expect(ledger.state.activeL1Validators()).toBe(2);
    advanceTime(ledger, START + 2n);
    expect(ledger.state.activeL1Validators()).toBe(1);
    expect(noted(ledger, "l1Validator.changed").at(-1)).toMatchObject({ cause: "exhausted", balance: 0n });
    expect(ledger.state.l1Validator(id(1))?.weight).toBe(10n);
  });

  it("that does not pay for another whole second ends at once", () => {
    const ledger = sampleLedger();
    register(ledger, 1, 511n);
    register(ledger, 2, 512n);
    deactivateExhausted(ledger);
    expect(ledger.state.nextL1Validator()?.validationId).toEqual(id(2));
    expect(ledger.state.activeL1Validators()).toBe(1);
  });

  it("is not charged while inactive, and again after a top-up", () => {
    const ledger = sampleLedger();
    register(ledger, 1, 0n);
    expect(ledger.state.activeL1Validators()).toBe(0);
    advanceTime(ledger, START + 1_000n);
    increaseBalance(ledger, { kind: "l1Validator.balanceIncreased", validationId: id(1), amount: 5_120n });
    advanceTime(ledger, START + 1_001n);
    expect(balanceOf(ledger, 1)).toBe(5_120n - 512n);
  });

  it("is charged at a price that rises with the number of active validators", () => {
    const ledger = sampleLedger({}, RULES);
    for (const n of [1, 2, 3]) register(ledger, n, 1_000_000n);
    advanceTime(ledger, START + 10n);
    // After n seconds the excess is n, and the price is 512 × e^(n ÷ 10), rounded down.
    const prices = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => Math.floor(512 * Math.exp(n / 10)));
    const paid = 1_000_000 - Number(balanceOf(ledger, 1));
    expect(Math.abs(paid - prices.reduce((sum, price) => sum + price, 0))).toBeLessThan(10);
    expect(ledger.state.chain().validatorFee.excess).toBe(10n);
  });
});

describe("what is left", () => {
  it("goes to its owner when the validator is disabled, and only once", () => {
    const ledger = sampleLedger();
    register(ledger, 1, 10_000n);
    advanceTime(ledger, START + 2n);
    const disabled = { kind: "l1Validator.disabled", validationId: id(1) } as const;
    disableValidator(ledger, disabled, REFUND);
    disableValidator(ledger, disabled, REFUND);
    expect(noted(ledger, "utxo.refunded")).toEqual([
      {
        kind: "utxo.refunded",
        validationId: id(1),
        ...REFUND,
        output: {
          outputType: "secp256k1.transfer",
          assetId: AVAX_ID,
          amount: 10_000n - 1_024n,
          owner: { locktime: 0n, threshold: 1, addresses: [nodeId(1)] },
        },
      },
    ]);
    expect(ledger.state.l1Validator(id(1))?.endAccumulatedFee).toBe(0n);
  });

  it("goes to its owner when weight 0 removes the validator, and is nothing if it is inactive", () => {
    const ledger = sampleLedger();
    register(ledger, 1, 10_000n);
    register(ledger, 2, 0n);
    setWeight(ledger, weightSet(1, 0n, 0n), REFUND);
    setWeight(ledger, weightSet(2, 0n, 0n), REFUND);
    expect(noted(ledger, "utxo.refunded").map(({ output }) => output.amount)).toEqual([10_000n]);
    expect(ledger.state.l1Validator(id(1))).toBeUndefined();
    expect(noted(ledger, "l1Validator.changed").at(-1)).toMatchObject({ cause: "removed", balance: 0n });
  });
});

it("that would be negative is an error, not a number", () => {
  const chain = { validatorFee: { excess: 0n, accrued: 10n } };
  expect(() => remainingBalance(chain, { validationId: id(1), endAccumulatedFee: 9n })).toThrow(
    "-1 nAVAX left",
  );
});

describe("weights", () => {
  it("have nonces that only rise", () => {
    const ledger = sampleLedger();
    register(ledger, 1, 10_000n);
    setWeight(ledger, weightSet(1, 20n, 4n), REFUND);
    expect(ledger.state.l1Validator(id(1))).toMatchObject({ weight: 20n, minNonce: 5n });
    expect(() => setWeight(ledger, weightSet(1, 30n, 4n), REFUND)).toThrow("nonce 4");
  });

  it("are refused without a validator", () => {
    expect(() => setWeight(sampleLedger(), weightSet(1, 1n, 0n), REFUND)).toThrow("no L1 validator");
  });
});

describe("any sequence of changes", () => {
  const step = fc.record({
    what: fc.constantFrom("time", "register", "increase", "disable", "remove"),
    who: fc.integer({ min: 1, max: 6 }),
    amount: fc.bigInt(1n, 20_000n),
  });

  /** Passes one second; returns what active validators paid in it. */
  const tick = (ledger: ReturnType<typeof sampleLedger>): bigint => {
    const before = [...ledger.state.l1Validators()];
    const owed = before.map((each) => remainingBalance(ledger.state.chain(), each));
    advanceTime(ledger, ledger.state.chain().time + 1n);
    return before.reduce((sum, each, i) => {
      const now = ledger.state.l1Validator(each.validationId);
      return sum + (owed[i] ?? 0n) - (now === undefined ? 0n : remainingBalance(ledger.state.chain(), now));
    }, 0n);
  };

  it("keeps, charges or refunds every nAVAX, and never reduces accrued fees", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const ledger = sampleLedger({}, RULES);
        let deposited = 0n;
        let charged = 0n;
        for (const { what, who, amount } of steps) {
          const { accrued } = ledger.state.chain().validatorFee;
          const known = ledger.state.l1Validator(id(who)) !== undefined;
          if (what === "time") charged += tick(ledger);
          else if (what === "register" && !known) {
            register(ledger, who, amount);
            deposited += amount;
          } else if (what === "increase" && known) {
            increaseBalance(ledger, { kind: "l1Validator.balanceIncreased", validationId: id(who), amount });
            deposited += amount;
          } else if (what === "disable" && known) {
            disableValidator(ledger, { kind: "l1Validator.disabled", validationId: id(who) }, REFUND);
          } else if (what === "remove" && known) setWeight(ledger, weightSet(who, 0n, 1_000n), REFUND);
          expect(ledger.state.chain().validatorFee.accrued >= accrued).toBe(true);
          expect(
            [...ledger.state.l1Validators()].every(
              (each) => remainingBalance(ledger.state.chain(), each) >= 0n,
            ),
          ).toBe(true);
        }
        const left = [...ledger.state.l1Validators()].reduce(
          (sum, each) => sum + remainingBalance(ledger.state.chain(), each),
          0n,
        );
        const refunded = noted(ledger, "utxo.refunded").reduce((sum, { output }) => sum + output.amount, 0n);
        expect(left + charged + refunded).toBe(deposited);
      }),
    );
  });
});
