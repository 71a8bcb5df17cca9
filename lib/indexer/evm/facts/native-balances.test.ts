import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { atomicChanges } from "../../../avalanche/c/atomic-changes";
import { decodeCBlock } from "../../../avalanche/c/block";
import { fromHex, toHex } from "../../../avalanche/codec/bytes";
import { minimalBytes, quantityToBigint } from "../../../avalanche/codec/rlp";
import { type AtomicChange, balanceChanges, type PayingBlock } from "../../../avalanche/evm/balance-changes";
import type { EvmCall } from "../../../avalanche/evm/call";
import { parseId } from "../../../avalanche/ids";
import { decodeContainer } from "../../../avalanche/proposer/proposervm";
import { readBlockAnswer, readCallAnswer, readReceiptAnswer } from "../../../client/evm-json";

type Json = Record<string, unknown>;

/** Answers of real nodes that are kept outside the repository, and the real effects of their blocks. */
const CAPTURES = new URL("../../../../../shared/vectors/", import.meta.url);

function readCapture<T = Json[]>(file: string): T {
  return JSON.parse(readFileSync(new URL(`${file}.json`, CAPTURES), "utf8")) as T;
}

interface CapturedBlock extends PayingBlock {
  height: number;
  time: number;
  /** What its transactions changed, by account. */
  diffs: Map<string, bigint>;
}

function readBlocks(chain: string): CapturedBlock[] {
  const members = (file: string, name: string) =>
    new Map(readCapture(`${chain}/${file}`).map((each) => [Number(each.number), each[name] as Json[]]));
  const traces = members("traces-calltracer", "traces");
  const receipts = members("receipts", "receipts");
  const diffs = chain.startsWith("l1-network") ? members("state-diffs", "diffs") : new Map();
  return readCapture(`${chain}/blocks`).map((block) => {
    const height = Number(block.number);
    const trees = traces.get(height) ?? [];
    return {
      height,
      time: Number(block.timestamp),
      miner: readBlockAnswer(block).header.coinbase,
      transactions: (receipts.get(height) ?? []).map(readReceiptAnswer).map((receipt, i) => ({
        sender: receipt.from,
        fee: BigInt(receipt.gasUsed) * quantityToBigint(receipt.effectiveGasPrice as Uint8Array),
        trace: readCallAnswer(trees[i]?.result),
      })),
      atomic: [],
      diffs: diffsOf(diffs.get(height) ?? []),
    };
  });
}

type Accounts = Record<string, { balance?: string }>;

function diffsOf(diffs: Json[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { result } of diffs) {
    const { pre, post } = result as { pre: Accounts; post: Accounts };
    for (const account of new Set([...Object.keys(pre), ...Object.keys(post)])) {
      const before = BigInt(pre[account]?.balance ?? 0);
      const left = account in post ? (post[account]?.balance ?? before) : 0;
      const change = BigInt(left) - before;
      sums.set(account, (sums.get(account) ?? 0n) + change);
    }
  }
  return new Map([...sums].filter(([, change]) => change !== 0n));
}

function isNeverRun({ trace }: PayingBlock["transactions"][number]): boolean {
  return trace.type === "STOP";
}

interface Balances {
  heights: number[];
  accounts: Record<string, { balance: Record<string, string> }>;
}

const AVAX = parseId("Gxtk36RMJDC66NimNjW5eftciMLtfGUhU2DvkH2oV2CaL6jiT");

/** Bytes of the checksum that the index appends. */
const CHECKSUM = 4;

function readAtomic(network: string): Map<number, AtomicChange[]> {
  const { containers } = readCapture<{ containers: { bytes: string }[] }>(`${network}/index/C-block`);
  const blocks = containers.map(({ bytes }) =>
    decodeCBlock(decodeContainer(fromHex(bytes).subarray(0, -CHECKSUM), "c").inner),
  );
  return new Map(blocks.map(({ header, atomic }) => [Number(header.number), atomicChanges(atomic.txs)]));
}

/** Whether the L1's upgrade file changed a balance in these blocks without a transaction. */
function hasUpgrade(blocks: readonly CapturedBlock[], from: number, to: number): boolean {
  const timeOf = (height: number) => blocks[height]?.time ?? 0;
  return UPGRADES.some((time) => timeOf(from) < time && time <= timeOf(to));
}
const UPGRADES = [1_795_364_570, 1_795_364_595];

/** The tree with a wrong value in the first inner call that succeeded and pays another account. */
function withFalseValue(top: EvmCall): EvmCall | undefined {
  let found = false;
  const visit = (call: EvmCall): EvmCall => {
    if (call.error !== undefined) return call;
    const calls = call.calls.map((inner) => {
      const { type, error, value, from, to } = inner;
      const pays = type === "CALL" && error === undefined && value.length > 0 && to;
      if (found || !pays || toHex(from) === toHex(to)) return visit(inner);
      found = true;
      return { ...inner, value: minimalBytes(quantityToBigint(value) + 1n) };
    });
    return { ...call, calls };
  };
  const tree = visit(top);
  return found ? tree : undefined;
}

describe.skipIf(!existsSync(CAPTURES)).each(["l1-network/cchain", "l1-network/l1"])(
  "the native balances of %s",
  (chain) => {
    const blocks = existsSync(CAPTURES) ? readBlocks(chain) : [];

    it("change in each block by what its transactions and calls say, and no others change", () => {
      let total = 0;
      // Tracers do not see transactions that were refused before they ran, not even their fee.
      for (const block of blocks.filter(({ transactions }) => !transactions.some(isNeverRun))) {
        const found = balanceChanges(block);
        const { changes, unknown } = found ?? {
          changes: new Map<string, bigint>(),
          unknown: new Set<string>(),
        };
        for (const [account, change] of changes)
          expect([block.height, account, change]).toEqual([
            block.height,
            account,
            block.diffs.get(account) ?? 0n,
          ]);
        for (const account of block.diffs.keys())
          expect(changes.has(account) || unknown.has(account), `${block.height} ${account}`).toBe(true);
        total += changes.size;
      }
      expect(total).toBeGreaterThan(blocks.length);
      expect(blocks.filter((block) => balanceChanges(block) === undefined)).toEqual([]);
    });

    it("change between heights by what blocks and atomic transactions say", () => {
      const { heights, accounts } = readCapture<Balances>(`${chain}/native-balances`);
      const atomic = chain.endsWith("cchain") ? readAtomic("l1-network") : new Map<number, AtomicChange[]>();
      const changes = blocks.map((block) =>
        balanceChanges({ ...block, atomic: atomic.get(block.height) ?? [] }, AVAX),
      );
      let compared = 0;
      for (const [i, to] of heights.entries()) {
        const from = heights[i - 1];
        if (from === undefined || hasUpgrade(blocks, from, to)) continue;
        const between = changes.slice(from + 1, to + 1);
        for (const [account, { balance }] of Object.entries(accounts)) {
          const key = account.toLowerCase();
          if (between.some((each) => each?.unknown.has(key))) continue;
          const expected = between.reduce((sum, each) => sum + (each?.changes.get(key) ?? 0n), 0n);
          const is = BigInt(balance[to] as string) - BigInt(balance[from] as string);
          expect([account, from, to, expected]).toEqual([account, from, to, is]);
          compared += Number(expected !== 0n);
        }
      }
      expect(compared).toBeGreaterThan(50);
      expect([...atomic.values()].flat().map(({ amount }) => amount)).toEqual(
        chain.endsWith("cchain") ? [40_000_000_006n, -3_000_000_001n] : [],
      );
    });

    it("show that an inner call is reported with too high a value", () => {
      let lies = 0;
      for (const block of blocks) {
        for (const [i, { trace }] of block.transactions.entries()) {
          const tree = withFalseValue(trace);
          if (tree === undefined) continue;
          const transactions = block.transactions.map((each, n) =>
            n === i ? { ...each, trace: tree } : each,
          );
          const { changes } = balanceChanges({ ...block, transactions }) ?? { changes: new Map() };
          const wrong = [...changes].filter(
            ([account, change]) => change !== (block.diffs.get(account) ?? 0n),
          );
          expect(wrong, `block ${block.height}`).not.toEqual([]);
          lies += 1;
        }
      }
      expect(lies).toBeGreaterThan(3);
    });
  },
);

/** Networks whose C-Chain was used through all upgrades up to Helicon, with several assets. */
const UPGRADED = [
  ["custom-network", "2VKMUSKMMW5jrkjAmPrhnithvVb28EdfgfhUMUah1nQD5xkuBi"],
  ["local-network", "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"],
] as const;

it.skipIf(!existsSync(CAPTURES)).each(UPGRADED)(
  "the final balances of %s are the sum of all blocks since the genesis",
  (network, avax) => {
    const atomic = readAtomic(network);
    const changes = readBlocks(`${network}/cchain`).map((block) =>
      balanceChanges({ ...block, atomic: atomic.get(block.height) ?? [] }, parseId(avax)),
    );
    const { addresses } = readCapture<{ addresses: Record<string, Json> }>(`${network}/balances`);
    const { genesis } = readCapture<{ genesis: { alloc: Accounts } }>(`${network}/cchain/genesis`);
    const alloc = new Map(
      Object.entries(genesis.alloc).map(([key, { balance }]) => [
        `0x${key.toLowerCase()}`,
        BigInt(balance ?? 0),
      ]),
    );
    let compared = 0;
    for (const [name, { evm, evmBalance }] of Object.entries(addresses)) {
      const key = String(evm).toLowerCase();
      if (changes.some((each) => each?.unknown.has(key))) continue;
      const expected = changes.reduce(
        (sum, each) => sum + (each?.changes.get(key) ?? 0n),
        alloc.get(key) ?? 0n,
      );
      expect([name, expected]).toEqual([name, BigInt(String(evmBalance))]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(3);
  },
);
