import type { VmChain, VmExecuted } from "./chain";
import { callData, deployment } from "./contracts";

/** Two transactions of a chain whose lists take many pages. */
export interface LongTransactions {
  /** Moves one coin so many times: as many logs and transfers, and a call for each. */
  moving: VmExecuted;
  /** Pays so many times through another contract, every third time in vain: calls within calls, some undone. */
  paying: VmExecuted;
}

const BATCH_GAS = 900_000_000;

/** Mines both into the next blocks. `count`: how many times each does what it does. */
export async function mineLongTransactions(chain: VmChain, count: number): Promise<LongTransactions> {
  const made = await chain.mine([
    { from: 0, data: deployment("Coin", ["0x436f696e", "0x43", 18]) },
    { from: 0, data: deployment("Batcher") },
    { from: 0, data: deployment("Forwarder") },
  ]);
  const [coin = "", batcher = "", forwarder = ""] = made.transactions.map(
    ({ contractAddress }) => contractAddress ?? "",
  );
  const each = <T>(of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));
  const receiver = (at: number) => chain.accounts[1 + (at % 3)];
  const callAll = (target: string, data: string[], values: bigint[]) => ({
    from: 0,
    to: batcher,
    gas: BATCH_GAS,
    value: values.reduce((sum, value) => sum + value, 0n),
    data: callData("callAll(address,bytes[],uint256[])", [target, data, values]),
  });
  const mints = each((at) => callData("mint(address,uint256)", [receiver(at), BigInt(at + 1)]));
  const moves = await chain.mine([
    callAll(
      coin,
      mints,
      each(() => 0n),
    ),
  ]);
  const payments = each((at) =>
    callData(at % 3 === 2 ? "payInVain(address)" : "forward(address)", [receiver(at)]),
  );
  const pays = await chain.mine([
    callAll(
      forwarder,
      payments,
      each((at) => BigInt(at + 1)),
    ),
  ]);
  const [moving] = moves.transactions;
  const [paying] = pays.transactions;
  if (moving === undefined || paying === undefined) throw new Error("nothing was mined");
  return { moving, paying };
}
