import { getContractAddress } from "viem";
import type { VmTransaction } from "./chain";
import { callData, deployment } from "./contracts";
import {
  type Called,
  callOf,
  type Done,
  leftBy,
  type Made,
  NOTHING,
  type Outcome,
  outcomeOf,
  pick,
  undone,
} from "./outcomes";
import type { HistoryModel, Step } from "./step";
import { planToken } from "./token-steps";
import { type Address, NOBODY } from "./tokens";

/** The transaction of a step, and its outcome in the model, which changes. */
export function planStep(
  history: HistoryModel,
  step: Step,
): { transaction: VmTransaction; outcome: Outcome } {
  const sender = history.accounts[step.sender] ?? "";
  const token = planToken(history, step);
  const base = { from: step.sender, type: step.type };
  if (token === undefined) {
    const { to, data, value, outcome } = planCall(history, step, sender);
    return { transaction: { ...base, data, value, ...(to === undefined ? {} : { to }) }, outcome };
  }
  const { to, data, value = 0n } = token;
  if (!step.relayed) {
    return { transaction: { ...base, to, data, value }, outcome: outcomeOf(token.run(sender)) };
  }
  const result = token.run(history.forwarder);
  const outer = callOf(history.forwarder, to, value);
  const outcome = outcomeOf(result && { ...result, calls: [...outer, ...result.calls] }, outer);
  return {
    transaction: {
      ...base,
      to: history.forwarder,
      data: callData("relay(address,bytes)", [to, data]),
      value,
    },
    outcome,
  };
}

interface PlannedCall {
  /** Absent to create a contract. */
  to: Address | undefined;
  data: string;
  value: bigint;
  outcome: Outcome;
}

function planCall(history: HistoryModel, step: Step, sender: Address): PlannedCall {
  const value = weiOf(step);
  switch (step.action) {
    case "pay": {
      const to = payee(history, step.a);
      return { to, data: "0x", value, outcome: outcomeOf(accepts(history, to) ? NOTHING : undefined) };
    }
    case "junk": {
      const { address } = pick(history.coins, step.token);
      return { to: address, data: "0x12345678", value, outcome: outcomeOf(undefined) };
    }
    case "end":
      return planEnd(history, step);
    case "deploy":
      return planDeploy(history, step, sender);
    case "make":
    case "makeAt":
    case "makeInVain":
      return planMaking(history, step);
    default:
      return planPayments(history, step);
  }
}

/** Payments of the forwarder. */
function planPayments(history: HistoryModel, step: Step): PlannedCall {
  const { action, a, b } = step;
  const { forwarder: to } = history;
  const value = weiOf(step);
  const first = payee(history, a);
  const second = payee(history, b);
  const call = (data: string, done: Done | undefined, tried?: Called[]): PlannedCall => ({
    to,
    data,
    value,
    outcome: outcomeOf(done, tried),
  });
  const isPaid = accepts(history, first);
  const paid = callOf(to, first, value);
  switch (action) {
    case "forward":
      return call(
        callData("forward(address)", [first]),
        isPaid ? { moved: [], calls: paid } : undefined,
        paid,
      );
    case "split": {
      const halves = [callOf(to, first, value / 2n), callOf(to, second, value / 2n)];
      const tried = (isPaid ? halves : halves.slice(0, 1)).flat();
      const done = isPaid && accepts(history, second) ? { moved: [], calls: tried } : undefined;
      return call(callData("split(address[])", [[first, second]]), done, tried);
    }
    case "payAndRevert":
      return call(callData("payAndRevert(address)", [first]), undefined, paid);
    case "payInVain": {
      const calls = [...callOf(to, to, value), ...paid].map(undone);
      return call(callData("payInVain(address)", [first]), { moved: [], calls });
    }
    default: {
      const x = pick(history.accounts, a);
      const y = pick(history.accounts, b);
      // It also runs the code of `y` with value in its own name, which pays nobody.
      const calls = callOf(to, x, (value + 2n) / 2n);
      const data = callData("callAllWays(address,address,bytes)", [x, y, "0x"]);
      return { ...call(data, { moved: [], calls }), value: value + 2n };
    }
  }
}

/** A contract that destroys itself, if there is one. */
function planEnd(history: HistoryModel, { token, a }: Step): PlannedCall {
  const { mortals, ended, paid, taken, chain, accounts } = history;
  const heir = pick(accounts, a);
  const mortal = mortals.at(token % Math.max(1, mortals.length));
  const ends = mortal !== undefined && !ended.has(mortal);
  const calls = ends ? leftBy(mortal, heir, paid.get(mortal) ?? 0n) : [];
  if (ends && chain.endsContracts) {
    taken.delete(mortal);
    ended.add(mortal);
  }
  const data = callData("end(address)", [heir]);
  return { to: mortal ?? heir, data, value: 0n, outcome: outcomeOf({ ...NOTHING, calls }) };
}

/** Wei that a step sends. */
function weiOf({ values }: Step): bigint {
  return (values[0] ?? 0n) % 1_000n;
}

/**
 * Creation code: of a contract that can destroy itself, of one that does so at once, of a token that accepts no coins,
 * empty, or invalid.
 */
function codeOf(
  step: Step,
): { code: string; takes: "any" | "nothing"; lasts: boolean; mortal: boolean } | undefined {
  const lasting = { lasts: true, mortal: false } as const;
  switch (step.token % 5) {
    case 0:
      return { code: deployment("Mortal"), takes: "any", lasts: true, mortal: true };
    case 1:
      return { code: deployment("Stillborn"), takes: "any", lasts: false, mortal: false };
    case 2:
      return { code: deployment("WordCoin"), takes: "nothing", ...lasting };
    case 3:
      return { code: "0x", takes: "any", ...lasting };
    default:
      return undefined;
  }
}

const INVALID_CODE = "0xfe";

function planDeploy(history: HistoryModel, step: Step, sender: Address): PlannedCall {
  const value = weiOf(step);
  const plan = codeOf(step);
  const address = getContractAddress({
    from: sender as `0x${string}`,
    nonce: BigInt(history.sent[step.sender] ?? 0),
  }).toLowerCase();
  const ok = plan !== undefined && (plan.takes === "any" || value === 0n);
  if (ok && plan.mortal) history.mortals.push(address);
  const made: Made[] = [{ address, creator: undefined }];
  const calls = ok && !plan.lasts ? leftBy(address, sender, value) : [];
  const outcome = ok ? { ok, moved: [], calls, made } : outcomeOf(undefined);
  return { to: undefined, data: plan?.code ?? INVALID_CODE, value, outcome };
}

function planMaking(history: HistoryModel, step: Step): PlannedCall {
  const { factory, factoryNonce, taken } = history;
  const value = weiOf(step);
  const plan = codeOf(step);
  const code = plan?.code ?? INVALID_CODE;
  const salt = `0x${String(step.a % 3).padStart(64, "0")}` as const;
  const isSalted = step.action === "makeAt";
  const address = getContractAddress(
    isSalted
      ? { opcode: "CREATE2", from: factory as `0x${string}`, bytecode: code as `0x${string}`, salt }
      : { from: factory as `0x${string}`, nonce: factoryNonce },
  ).toLowerCase();
  const ok = plan !== undefined && (plan.takes === "any" || value === 0n) && !taken.has(address);
  const call: Called = {
    type: isSalted ? "CREATE2" : "CREATE",
    from: factory,
    to: ok ? address : undefined,
    value,
    reverted: !ok,
  };
  const left = ok && !plan.lasts ? leftBy(address, factory, value) : [];
  if (step.action === "makeInVain") {
    const calls = [...callOf(factory, factory, value), call, ...left].map(undone);
    return {
      to: factory,
      data: callData("makeInVain(bytes)", [code]),
      value,
      outcome: outcomeOf({ moved: [], calls }),
    };
  }
  const data = isSalted ? callData("makeAt(bytes,bytes32)", [code, salt]) : callData("make(bytes)", [code]);
  if (!ok) return { to: factory, data, value, outcome: outcomeOf(undefined, [call]) };
  history.factoryNonce += 1n;
  if (plan.lasts) taken.add(address);
  if (plan.mortal) {
    history.mortals.push(address);
    history.ended.delete(address);
  }
  return {
    to: factory,
    data,
    value,
    outcome: { ok, moved: [], calls: [call, ...left], made: [{ address, creator: factory }] },
  };
}

/** Who may be paid: also contracts that accept coins, and one that does not. */
function payee(history: HistoryModel, n: number): Address {
  const { accounts, forwarder, factory, coins, mortals } = history;
  return [...accounts, forwarder, NOBODY, factory, coins[0]?.address, mortals[0]][n] ?? accounts[0] ?? "";
}

function accepts({ coins }: HistoryModel, to: Address): boolean {
  return !coins.some(({ address }) => address === to);
}
