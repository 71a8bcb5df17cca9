import { getContractAddress } from "viem";
import type { VmTransaction } from "./vm-chain";
import { callData, deployment } from "./vm-contracts";
import type { Called, History, Made, Outcome, Step } from "./vm-history";
import { type Address, type Moved, NOBODY } from "./vm-tokens";

/** What a step sends, and what the model says comes of it. The model is changed. */
export function planStep(history: History, step: Step): { transaction: VmTransaction; outcome: Outcome } {
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

/** What a call does in the name of a sender; undefined when it fails. */
interface Done {
  moved: Moved[];
  calls: Called[];
}

interface TokenCall {
  to: Address;
  data: string;
  /** Wei sent along. */
  value?: bigint;
  run(sender: Address): Done | undefined;
}

interface PlannedCall {
  /** Absent to make a contract. */
  to: Address | undefined;
  data: string;
  value: bigint;
  outcome: Outcome;
}

const WORD = "uint256";

function planToken(history: History, step: Step): TokenCall | undefined {
  const [kind] = step.action.split(".");
  if (kind === "coin") return planCoin(history, step);
  if (kind === "single") return planSingle(history, step);
  if (kind === "items") return planItems(history, step);
  return undefined;
}

function planCoin(history: History, { action, token, a, b, values }: Step): TokenCall {
  const wanted = { "coin.rebase": "rebasing", "coin.deposit": "wrapped", "coin.withdraw": "wrapped" }[
    action as string
  ];
  const coin = pick(
    wanted === undefined ? history.coins : history.coins.filter(({ kind }) => kind === wanted),
    token,
  );
  const [x, y] = [holder(history, a), holder(history, b)];
  // only tokens without arithmetic of their own are given amounts beyond any use
  const value = coin.kind === "plain" ? (values[0] ?? 0n) : (values[0] ?? 0n) % 1_000n;
  const call = (
    signature: string,
    given: unknown[],
    run: (sender: Address) => Moved[] | undefined,
  ): TokenCall => ({
    to: coin.address,
    data: callData(signature, given),
    run: (sender) => quiet(run(sender)),
  });
  switch (action) {
    case "coin.mint":
      return call(`mint(address,${WORD})`, [x, value], () => coin.mint(x, value));
    case "coin.burn":
      return call(`burn(${WORD})`, [value], (sender) => coin.burn(sender, value));
    case "coin.approve":
      return call(`approve(address,${WORD})`, [x, value], (sender) => coin.approve(sender, x, value));
    case "coin.transferFrom":
      return call(`transferFrom(address,address,${WORD})`, [x, y, value], (sender) =>
        coin.transferFrom(sender, x, y, value),
      );
    case "coin.rebase":
      return call("rebase()", [], () => coin.rebase());
    case "coin.deposit":
      return { ...call("deposit()", [], (sender) => coin.deposit(sender, value)), value };
    case "coin.withdraw":
      return {
        ...call(`withdraw(${WORD})`, [value], () => []),
        run: (sender) =>
          coin.withdraw(sender, value) && { moved: [], calls: callOf(coin.address, sender, value) },
      };
    default:
      return call(`transfer(address,${WORD})`, [x, value], (sender) => coin.transfer(sender, x, value));
  }
}

function planSingle(history: History, { action, token, a, b, ids }: Step): TokenCall {
  const collection = pick(history.collections, token);
  const [x, y] = [holder(history, a), holder(history, b)];
  const id = ids[0] ?? 0n;
  const call = (
    signature: string,
    given: unknown[],
    run: (sender: Address) => Moved[] | undefined,
  ): TokenCall => ({
    to: collection.address,
    data: callData(signature, given),
    run: (sender) => quiet(run(sender)),
  });
  switch (action) {
    case "single.mint":
      return call(`mint(address,${WORD})`, [x, id], () => collection.mint(x, id));
    case "single.burn":
      return call(`burn(${WORD})`, [id], (sender) => collection.burn(sender, id));
    case "single.approve":
      return call(`approve(address,${WORD})`, [x, id], (sender) => collection.approve(sender, x, id));
    case "single.approveAll":
      return call("setApprovalForAll(address,bool)", [x, true], (sender) => collection.approveAll(sender, x));
    default: {
      const from = collection.owners.get(id) ?? y;
      return call(`transferFrom(address,address,${WORD})`, [from, x, id], (sender) =>
        collection.transferFrom(sender, from, x, id),
      );
    }
  }
}

function planItems(history: History, { action, token, a, b, ids, ...step }: Step): TokenCall {
  const { items } = history;
  // now and then there are not as many amounts as ids
  const values = token === 0 ? step.values : ids.map((_, i) => step.values[i % step.values.length] ?? 0n);
  const [x, y] = [holder(history, a), holder(history, b)];
  const [id = 0n] = ids;
  const [value = 0n] = values;
  const lists = `${WORD}[],${WORD}[]`;
  const call = (
    signature: string,
    given: unknown[],
    run: (sender: Address) => Moved[] | undefined,
  ): TokenCall => ({
    to: items.address,
    data: callData(signature, given),
    run: (sender) => quiet(run(sender)),
  });
  switch (action) {
    case "items.mint":
      return call(`mint(address,${WORD},${WORD})`, [x, id, value], () =>
        items.move(NOBODY, x, [id], [value]),
      );
    case "items.burn":
      return call(`burn(${WORD},${WORD})`, [id, value], (sender) =>
        items.move(sender, NOBODY, [id], [value]),
      );
    case "items.approveAll":
      return call("setApprovalForAll(address,bool)", [x, true], (sender) => items.approveAll(sender, x));
    case "items.mintBatch":
      return call(`mintBatch(address,${lists})`, [x, ids, values], () => items.move(NOBODY, x, ids, values));
    case "items.burnBatch":
      return call(`burnBatch(${lists})`, [ids, values], (sender) => items.move(sender, NOBODY, ids, values));
    case "items.transferBatch":
      return call(
        `safeBatchTransferFrom(address,address,${lists},bytes)`,
        [y, x, ids, values, "0x"],
        (sender) => items.transfer(sender, y, x, ids, values),
      );
    default:
      return call(
        `safeTransferFrom(address,address,${WORD},${WORD},bytes)`,
        [y, x, id, value, "0x"],
        (sender) => items.transfer(sender, y, x, [id], [value]),
      );
  }
}

function planCall(history: History, step: Step, sender: Address): PlannedCall {
  const { action, a, b } = step;
  const { forwarder } = history;
  const value = (step.values[0] ?? 0n) % 1_000n;
  const [to, other] = [payee(history, a), payee(history, b)];
  const planned = (target: Address, data: string, outcome: Outcome): PlannedCall => ({
    to: target,
    data,
    value,
    outcome,
  });
  const paid = accepts(history, to);
  switch (action) {
    case "pay":
      return planned(to, "0x", outcomeOf(paid ? { moved: [], calls: [] } : undefined));
    case "junk":
      return planned(pick(history.coins, step.token).address, "0x12345678", outcomeOf(undefined));
    case "forward": {
      const calls = callOf(forwarder, to, value);
      return planned(
        forwarder,
        callData("forward(address)", [to]),
        outcomeOf(paid ? { moved: [], calls } : undefined, calls),
      );
    }
    case "split": {
      const first = callOf(forwarder, to, value / 2n);
      const second = callOf(forwarder, other, value / 2n);
      const both = paid && accepts(history, other);
      const tried = paid ? [...first, ...second] : first;
      return planned(
        forwarder,
        callData("split(address[])", [[to, other]]),
        outcomeOf(both ? { moved: [], calls: tried } : undefined, tried),
      );
    }
    case "payInVain":
    case "payAndRevert": {
      const inner = callOf(forwarder, to, value).map(undone);
      const data = callData(`${action}(address)`, [to]);
      if (action === "payAndRevert") return planned(forwarder, data, outcomeOf(undefined, inner));
      return planned(
        forwarder,
        data,
        outcomeOf({ moved: [], calls: [...callOf(forwarder, forwarder, value).map(undone), ...inner] }),
      );
    }
    case "callAllWays": {
      const [x, y] = [pick(history.accounts, a), pick(history.accounts, b)];
      const calls: Called[] = [
        ...callOf(forwarder, x, (value + 2n) / 2n),
        { type: "CALLCODE", from: forwarder, to: y, value: 1n, reverted: false },
      ];
      const data = callData("callAllWays(address,address,bytes)", [x, y, "0x"]);
      return { ...planned(forwarder, data, outcomeOf({ moved: [], calls })), value: value + 2n };
    }
    case "end": {
      const mortal = history.mortals.at(step.token % Math.max(1, history.mortals.length));
      if (mortal !== undefined && history.chain.endsContracts) history.taken.delete(mortal);
      const heir = pick(history.accounts, a);
      return {
        ...planned(mortal ?? heir, callData("end(address)", [heir]), outcomeOf({ moved: [], calls: [] })),
        value: 0n,
      };
    }
    default:
      return action === "deploy" ? planDeploy(history, step, sender) : planMaking(history, step);
  }
}

/** Code that makes a contract: one that can end itself, one that does at once, a token that takes no coins, none, and none that works. */
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

function planDeploy(history: History, step: Step, sender: Address): PlannedCall {
  const value = (step.values[0] ?? 0n) % 1_000n;
  const plan = codeOf(step);
  const address = getContractAddress({
    from: sender as `0x${string}`,
    nonce: BigInt(history.sent[step.sender] ?? 0),
  }).toLowerCase();
  const ok = plan !== undefined && (plan.takes === "any" || value === 0n);
  if (ok && plan.mortal) history.mortals.push(address);
  const made: Made[] = [{ address, creator: undefined }];
  const outcome = ok ? { ok, moved: [], calls: [], made } : outcomeOf(undefined);
  return { to: undefined, data: plan?.code ?? INVALID_CODE, value, outcome };
}

function planMaking(history: History, step: Step): PlannedCall {
  const { factory, factoryNonce, taken } = history;
  const value = (step.values[0] ?? 0n) % 1_000n;
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
  if (step.action === "makeInVain") {
    const calls = [...callOf(factory, factory, value), call].map(undone);
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
  if (plan.mortal) history.mortals.push(address);
  return {
    to: factory,
    data,
    value,
    outcome: { ok, moved: [], calls: [call], made: [{ address, creator: factory }] },
  };
}

/** `tried` are the calls that a failure undoes. */
function outcomeOf(done: Done | undefined, tried: readonly Called[] = []): Outcome {
  if (done === undefined) return { ok: false, moved: [], calls: tried.map(undone), made: [] };
  return { ok: true, ...done, made: [] };
}

function undone(call: Called): Called {
  return { ...call, reverted: true };
}

/** A call counts when it moves something. */
function callOf(from: Address, to: Address, value: bigint): Called[] {
  return value === 0n ? [] : [{ type: "CALL", from, to, value, reverted: false }];
}

function quiet(moved: Moved[] | undefined): Done | undefined {
  return moved && { moved, calls: [] };
}

/** Who may hold tokens: accounts, a contract, nobody. */
function holder({ accounts, forwarder }: History, n: number): Address {
  return [...accounts, forwarder, NOBODY][n] ?? accounts[n % accounts.length] ?? "";
}

/** Who may be paid: besides those, contracts that take coins and one that does not. */
function payee(history: History, n: number): Address {
  const { accounts, forwarder, factory, coins, mortals } = history;
  return [...accounts, forwarder, NOBODY, factory, coins[0]?.address, mortals[0]][n] ?? accounts[0] ?? "";
}

function accepts({ coins }: History, to: Address): boolean {
  return !coins.some(({ address }) => address === to);
}

function pick<T>(from: readonly T[], n: number): T {
  return from[n % from.length] as T;
}
