import { expect, it } from "vitest";
import type { L1ValidatorEffect } from "../../avalanche/effects";
import type { L1ValidatorRecord } from "../../avalanche/ledger/records";
import { Batch } from "../../store/rows/batch";
import { CHAIN, NO_TX, positionOf } from "../../store/rows/columns";
import { byteKey } from "../rows/byte-key";
import type { Projection } from "../rows/projection";
import { handlerOf, ledgerHandlerOf } from "./handlers";

const VALIDATION = new Uint8Array(32).fill(1);
const OWNER = { threshold: 1, addresses: [new Uint8Array(20)] };
const VALIDATOR: L1ValidatorRecord = {
  validationId: VALIDATION,
  subnetId: VALIDATION,
  nodeId: new Uint8Array(20),
  publicKey: new Uint8Array(48),
  remainingBalanceOwner: OWNER,
  deactivationOwner: OWNER,
  start: 0n,
  weight: 8n,
  minNonce: 0n,
  endAccumulatedFee: 0n,
};

/** What a block does to the validator: its time, its transactions, and what is left after them. */
type Step = "time" | "end" | { tx: L1ValidatorEffect; balance?: bigint };

it("a balance that a block's time uses up is gone before the block's transactions", () => {
  const topUp: Step = {
    tx: { kind: "l1Validator.balanceIncreased", validationId: VALIDATION, amount: 500n },
    balance: 500n,
  };
  const weight: Step = {
    tx: {
      kind: "l1Validator.weightSet",
      validationId: VALIDATION,
      nonce: 1n,
      weight: 9n,
    } as L1ValidatorEffect,
    balance: 0n,
  };
  const disabled: Step = { tx: { kind: "l1Validator.disabled", validationId: VALIDATION } };
  expect(run(["time"])).toEqual([[NO_TX, 0n, 0n]]);
  expect(run(["time", topUp])).toEqual([[0, 500n, 500n]]);
  expect(run(["time", weight, topUp])).toEqual([
    [0, 0n, 0n],
    [1, 500n, 500n],
  ]);
  expect(run(["time", disabled])).toEqual([[0, 0n, 0n]]);
  expect(run([topUp, "end"])).toEqual([
    [0, 500n, 500n],
    [NO_TX, 0n, 0n],
  ]);
  expect(run(["time", topUp, "end"])).toEqual([
    [0, 500n, 500n],
    [NO_TX, 0n, 0n],
  ]);
});

/** Projects a registration in block 1 and the steps in block 2. Index, balance and amount paid in of block 2's points. */
function run(steps: readonly Step[]): [index: number, balance: bigint | null, paidIn: bigint][] {
  const projection = openProjection();
  const txs = steps.filter((step) => typeof step === "object");
  const registered: L1ValidatorEffect = {
    ...VALIDATOR,
    kind: "l1Validator.registered",
    balance: 100n,
    bls: { publicKey: VALIDATOR.publicKey },
  } as L1ValidatorEffect;
  apply(projection, 1, [{ tx: registered, balance: 100n }]);
  apply(projection, 2, steps);
  const points = projection.batch.inserted("l1_point") as {
    position: number;
    balance: bigint | null;
    paid_in: bigint;
  }[];
  const own = points.filter(({ position }) => position >= positionOf(2, 0));
  expect(txs.length).toBeLessThanOrEqual(own.length);
  return own
    .sort((a, b) => a.position - b.position)
    .map(({ position, balance, paid_in }) => [position - positionOf(2, 0), balance, paid_in]);
}

/** As a container is projected: the effects of its transactions first, then those of the ledger in order. */
function apply(projection: Projection, height: number, steps: readonly Step[]): void {
  const txs = steps.filter((step) => typeof step === "object");
  for (const [index, { tx }] of txs.entries()) {
    const position = positionOf(height, index);
    projection.locations.set(byteKey(txIdOf(height, index)), { chain: CHAIN.p, position });
    projection.lastPositions.set(height, position);
    const context = { projection, position, chain: CHAIN.p, txId: txIdOf(height, index) };
    handlerOf(tx).rows(context as Parameters<ReturnType<typeof handlerOf>["rows"]>[0], tx);
  }
  let index = 0;
  for (const step of steps) {
    const by = typeof step === "object" ? txIdOf(height, index++) : undefined;
    const balance = typeof step === "object" ? step.balance : 0n;
    if (balance === undefined) continue;
    const validator = { ...VALIDATOR, endAccumulatedFee: balance };
    const changed = {
      kind: "l1Validator.changed",
      cause: "exhausted",
      ...(by && { by }),
      validator,
      balance,
    } as const;
    ledgerHandlerOf(changed).rows(projection, changed, height);
  }
}

function txIdOf(height: number, index: number): Uint8Array {
  return new Uint8Array(32).fill(height * 16 + index);
}

function openProjection(): Projection {
  return {
    batch: new Batch(),
    locations: new Map(),
    lastPositions: new Map(),
    validations: new Map(),
    lastValidation: { id: 0 },
    complete: true,
  } as unknown as Projection;
}
