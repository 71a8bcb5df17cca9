import { callData } from "./contracts";
import { callOf, type Done, pick } from "./outcomes";
import type { HistoryModel, Step } from "./step";
import { type Address, type Moved, NOBODY } from "./tokens";

/** A call of a token. */
export interface TokenCall {
  to: Address;
  data: string;
  /** Wei sent with it. */
  value?: bigint;
  run(sender: Address): Done | undefined;
}

/** The token call of a step; undefined for a step of another kind. */
export function planToken(history: HistoryModel, step: Step): TokenCall | undefined {
  const [kind] = step.action.split(".");
  if (kind === "coin") return planCoin(history, step);
  if (kind === "single") return planSingle(history, step);
  if (kind === "items") return planItems(history, step);
  return undefined;
}

const WORD = "uint256";

function planCoin(history: HistoryModel, { action, sender, relayed, token, a, b, values }: Step): TokenCall {
  const wanted = { "coin.rebase": "rebasing", "coin.deposit": "wrapped", "coin.withdraw": "wrapped" }[
    action as string
  ];
  const coin = pick(
    wanted === undefined ? history.coins : history.coins.filter(({ kind }) => kind === wanted),
    token,
  );
  const x = holder(history, a);
  const y = holder(history, b);
  // only tokens without arithmetic of their own get unrealistically large amounts
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
        coin.transferFrom(sender, { from: x, to: y }, value),
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
    default: {
      const self = relayed ? history.forwarder : (history.accounts[sender] ?? "");
      const to = action === "coin.self" ? self : x;
      return call(`transfer(address,${WORD})`, [to, value], (from) => coin.transfer({ from, to }, value));
    }
  }
}

function planSingle(history: HistoryModel, { action, token, a, b, ids }: Step): TokenCall {
  const collection = pick(history.collections, token);
  const x = holder(history, a);
  const y = holder(history, b);
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
        collection.transferFrom(sender, { from, to: x }, id),
      );
    }
  }
}

function planItems(history: HistoryModel, { action, token, a, b, ids, ...step }: Step): TokenCall {
  const { items } = history;
  // sometimes there are fewer or more amounts than ids
  const values = token === 0 ? step.values : ids.map((_, i) => step.values[i % step.values.length] ?? 0n);
  const x = holder(history, a);
  const y = holder(history, b);
  const [id = 0n] = ids;
  const [value = 0n] = values;
  const one = { ids: [id], values: [value] };
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
        items.move({ from: NOBODY, to: x }, one),
      );
    case "items.burn":
      return call(`burn(${WORD},${WORD})`, [id, value], (sender) =>
        items.move({ from: sender, to: NOBODY }, one),
      );
    case "items.approveAll":
      return call("setApprovalForAll(address,bool)", [x, true], (sender) => items.approveAll(sender, x));
    case "items.mintBatch":
      return call(`mintBatch(address,${lists})`, [x, ids, values], () =>
        items.move({ from: NOBODY, to: x }, { ids, values }),
      );
    case "items.burnBatch":
      return call(`burnBatch(${lists})`, [ids, values], (sender) =>
        items.move({ from: sender, to: NOBODY }, { ids, values }),
      );
    case "items.transferBatch":
      return call(
        `safeBatchTransferFrom(address,address,${lists},bytes)`,
        [y, x, ids, values, "0x"],
        (sender) => items.transfer(sender, { from: y, to: x }, { ids, values }),
      );
    default:
      return call(
        `safeTransferFrom(address,address,${WORD},${WORD},bytes)`,
        [y, x, id, value, "0x"],
        (sender) => items.transfer(sender, { from: y, to: x }, one),
      );
  }
}

function quiet(moved: Moved[] | undefined): Done | undefined {
  return moved && { moved, calls: [] };
}

/** Who may hold tokens: accounts, a contract, the zero address. */
function holder({ accounts, forwarder }: HistoryModel, n: number): Address {
  return [...accounts, forwarder, NOBODY][n] ?? accounts[n % accounts.length] ?? "";
}
