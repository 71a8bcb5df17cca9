import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import { minimalBytes } from "../../avalanche/codec/rlp";
import { CallCheck, type EvmCall } from "../../avalanche/evm/call";
import { evmBlockSize } from "../../avalanche/evm/header";
import {
  createdAddress,
  proveOutcomes,
  type ReportedOutcome,
  type SentTransaction,
  type TxOutcome,
} from "../../avalanche/evm/outcome";
import { recoverSender } from "../../avalanche/evm/sender";
import { encodeTransaction } from "../../avalanche/evm/transaction";
import { readBlockAnswer, readCallAnswer, readReceiptAnswer } from "../../client/evm-json";
import { openRecording } from "../../devnet/recording";
import { DataError } from "../../errors";

type Json = Record<string, unknown>;
interface Answers {
  block: Json;
  receipts: Json[];
  traces: { result: Json }[];
}
interface Case {
  header: { height: number; baseFee: Uint8Array | undefined; settledHeight: number | undefined };
  sent: SentTransaction[];
  used: Uint8Array[];
  reported: ReportedOutcome[];
  succeeded: boolean[];
  traces: EvmCall[];
}

/** Answers of real nodes that are kept outside the repository. Where they are missing, the recordings replace them. */
const CAPTURES = new URL("../../../../shared/vectors/", import.meta.url);
const SOURCES: [string, () => Promise<Answers[]>][] = [
  ...["custom-network", "local-network"].map((name): [string, () => Promise<Answers[]>] => [
    `the recording of ${name}`,
    async () => (await openRecording(name)).evm as unknown as Answers[],
  ]),
  ...["l1-network/cchain", "l1-network/l1"].map((name): [string, () => Promise<Answers[]>] => [
    `the capture of ${name}`,
    async () => readCapture(name),
  ]),
];

function readCapture(name: string): Answers[] {
  const read = (file: string) =>
    JSON.parse(readFileSync(new URL(`${name}/${file}.json`, CAPTURES), "utf8")) as Json[];
  const traces = new Map(read("traces-calltracer").map((each) => [Number(each.number), each.traces]));
  const receipts = new Map(read("receipts").map((each) => [Number(each.number), each.receipts]));
  return read("blocks").map((block) => {
    const height = Number(block.number);
    return { block, receipts: receipts.get(height) ?? [], traces: traces.get(height) ?? [] } as Answers;
  });
}

function caseOf({ block, receipts, traces }: Answers): Case {
  const { header, transactions } = readBlockAnswer(block);
  const answers = receipts.map(readReceiptAnswer);
  return {
    header: {
      height: Number(block.number),
      baseFee: header.baseFee,
      settledHeight: block.settledHeight === undefined ? undefined : Number(block.settledHeight),
    },
    sent: transactions.map((fields, i) => ({
      hash: answers[i]?.transactionHash as Uint8Array,
      fields,
      sender: recoverSender(encodeTransaction(fields)),
    })),
    used: answers.map(({ cumulativeGasUsed }) => cumulativeGasUsed),
    reported: answers,
    succeeded: answers.map(({ status }) => status.length > 0),
    traces: traces.map(({ result }) => readCallAnswer(result)),
  };
}

function prove({ header, sent, used, reported, succeeded, traces }: Case): TxOutcome[] {
  const outcomes = proveOutcomes(header, sent, { used, reported });
  const check = new CallCheck(MOST_NONCE);
  for (const [i, trace] of traces.entries()) {
    const { hash, fields } = sent[i] as SentTransaction;
    const executed = { height: header.height, hash, fields, succeeded: succeeded[i] === true };
    check.check({ ...executed, ...(outcomes[i] as TxOutcome) }, trace);
  }
  return outcomes;
}

/** No account of these chains has a higher nonce. */
const MOST_NONCE = 1_000;
const FALSE_ADDRESS = new Uint8Array(20).fill(0xab);

/** A receipt with one false field. */
const FALSE_RECEIPTS: [string, (reported: ReportedOutcome) => Partial<ReportedOutcome>][] = [
  ["sender", () => ({ from: FALSE_ADDRESS })],
  ["receiver", () => ({ to: FALSE_ADDRESS })],
  ["gas used", ({ gasUsed }) => ({ gasUsed: gasUsed + 1 })],
  ["gas price", () => ({ effectiveGasPrice: minimalBytes(2n ** 48n - 1n) })],
  ["contract made", () => ({ contractAddress: FALSE_ADDRESS })],
  [
    "contract made",
    ({ contractAddress }) => ({ contractAddress: contractAddress ? undefined : FALSE_ADDRESS }),
  ],
];

/** A call tree with one false field; undefined if it has no such field. */
const FALSE_CALLS: [string, (top: EvmCall) => EvmCall | undefined][] = [
  ["sender", (top) => ({ ...top, from: FALSE_ADDRESS })],
  ["receiver", (top) => ({ ...top, to: FALSE_ADDRESS })],
  ["value", (top) => ({ ...top, value: minimalBytes(10n ** 21n + 7n) })],
  ["input", (top) => ({ ...top, input: FALSE_ADDRESS })],
  ["gas limit", (top) => ({ ...top, gas: top.gas + 1 })],
  ["gas used", (top) => ({ ...top, gasUsed: top.gasUsed - 1 })],
  ["failure", (top) => ({ ...top, error: top.error ? undefined : "execution reverted" })],
  ["type", (top) => ({ ...top, type: "DELEGATECALL" })],
  ["a call from an account that is not running", (top) => ({ ...top, calls: [paid(top.to), ...top.calls] })],
  ["the creator of a contract", (top) => changed(top, creates, () => ({ from: FALSE_ADDRESS }))],
  [
    "a created contract",
    (top) =>
      changed(
        top,
        ({ type, to }) => type === "CREATE" && !!to,
        () => ({ to: FALSE_ADDRESS }),
      ),
  ],
  [
    "that the creation of a contract failed",
    (top) => changed(top, creates, ({ to }) => ({ to: to ? undefined : FALSE_ADDRESS })),
  ],
  [
    "who ended itself",
    (top) =>
      changed(
        top,
        ({ type }) => type === "SELFDESTRUCT",
        () => ({ from: FALSE_ADDRESS }),
      ),
  ],
  [
    "who paid inside",
    (top) =>
      changed(
        top,
        ({ value }) => value.length > 0,
        () => ({ from: FALSE_ADDRESS }),
      ),
  ],
  [
    "that a static call pays",
    (top) =>
      changed(
        top,
        ({ type }) => type === "CALL",
        ({ to }) => ({ type: "STATICCALL", calls: [paid(FALSE_ADDRESS, to)] }),
      ),
  ],
  [
    "gas used inside",
    (top) =>
      changed(
        top,
        ({ gas }) => gas > 0,
        ({ gas }) => ({ gasUsed: gas + 1 }),
      ),
  ],
];

function creates({ type }: EvmCall): boolean {
  return type.startsWith("CREATE");
}

function paid(to: Uint8Array | undefined, from: Uint8Array = FALSE_ADDRESS): EvmCall {
  const value = minimalBytes(10n ** 21n);
  return { type: "CALL", from, to, value, gas: 9, gasUsed: 1, error: undefined, calls: [] };
}

/** The tree with its first inner call of a kind changed. */
function changed(
  top: EvmCall,
  isOne: (call: EvmCall) => boolean,
  change: (call: EvmCall) => Partial<EvmCall>,
): EvmCall | undefined {
  let found = false;
  const visit = (call: EvmCall): EvmCall => {
    const calls = call.calls.map((inner) => {
      if (found || !isOne(inner)) return visit(inner);
      found = true;
      return { ...inner, ...change(inner) };
    });
    return { ...call, calls };
  };
  const tree = visit(top);
  return found ? tree : undefined;
}

const FACTORY = new Uint8Array(20).fill(7);
const SENDER = new Uint8Array(20).fill(8);
const NOTHING = new Uint8Array();
const GAS = minimalBytes(90_000n);
const CALL_TOP: EvmCall = {
  type: "CALL",
  from: SENDER,
  to: FACTORY,
  value: NOTHING,
  input: NOTHING,
  gas: 90_000,
  gasUsed: 60_000,
  error: undefined,
  calls: [],
};
const CALL_OF_A_FACTORY: Case = {
  header: { height: 1, baseFee: undefined, settledHeight: undefined },
  sent: [
    {
      hash: new Uint8Array(32),
      sender: SENDER,
      fields: {
        type: 0,
        nonce: NOTHING,
        gasPrice: GAS,
        gas: GAS,
        to: FACTORY,
        value: NOTHING,
        input: NOTHING,
        v: NOTHING,
        r: NOTHING,
        s: NOTHING,
      },
    },
  ],
  used: [minimalBytes(60_000n)],
  reported: [
    { from: SENDER, to: FACTORY, gasUsed: 60_000, effectiveGasPrice: GAS, contractAddress: undefined },
  ],
  succeeded: [true],
  traces: [],
};

function createdBy(from: Uint8Array, to: Uint8Array): EvmCall {
  return { type: "CREATE", from, to, value: NOTHING, gas: 9, gasUsed: 1, error: undefined, calls: [] };
}

describe.each(SOURCES)("the execution of transactions in %s", (name, open) => {
  const isThere = name.includes("recording") || existsSync(CAPTURES);
  let cases: Case[] = [];

  beforeAll(async () => {
    if (isThere) cases = (await open()).map(caseOf).filter(({ sent }) => sent.length > 0);
  }, 60_000);

  it.skipIf(!isThere)("follows from their signatures, nonces, fees and the gas used before", () => {
    for (const each of cases) {
      for (const [i, { from, gasUsed, gasPrice, created }] of prove(each).entries()) {
        const reported = each.reported[i] as ReportedOutcome;
        expect([toHex(from), gasUsed, created]).toEqual([
          toHex(reported.from),
          reported.gasUsed,
          reported.contractAddress,
        ]);
        expect(minimalBytes(gasPrice)).toEqual(reported.effectiveGasPrice);
      }
    }
    expect(cases.length).toBeGreaterThan(100);
  });

  it.skipIf(!isThere).each(FALSE_RECEIPTS)("is refused when a receipt has a false %s", (member, lie) => {
    for (const each of cases) {
      const reported = each.reported.map((receipt, i) =>
        i === 0 ? { ...receipt, ...lie(receipt) } : receipt,
      );
      const hash = toHex(each.sent[0]?.hash as Uint8Array);
      expect(() => prove({ ...each, reported })).toThrow(
        new RegExp(
          `receipt of transaction ${hash} in block ${each.header.height} says the ${member} is \\S+, .* says \\S+`,
        ),
      );
    }
  });

  it.skipIf(!isThere).each(FALSE_CALLS)("is refused when a trace has false: %s", (_, lie) => {
    let lies = 0;
    for (const each of cases) {
      const [top, ...others] = each.traces;
      const tree = top && top.type !== "STOP" ? lie(top) : undefined;
      if (tree === undefined) continue;
      lies += 1;
      const text = () => prove({ ...each, traces: [tree, ...others] });
      expect(text, JSON.stringify(each.header)).toThrow(DataError);
      expect(text).toThrow(
        `trace of transaction ${toHex(each.sent[0]?.hash as Uint8Array)} in block ${each.header.height} `,
      );
    }
    expect(lies).toBeGreaterThan(0);
  });
});

it.skipIf(!existsSync(CAPTURES))("the computed size of an L1's block is what a node reports", () => {
  for (const { block } of readCapture("l1-network/l1")) {
    const { header, transactions } = readBlockAnswer(block);
    expect(evmBlockSize(header, transactions.map(encodeTransaction))).toBe(Number(block.size));
  }
});

it("contracts created by calls are found by any nonce of their creator, in any order", () => {
  const { header, sent, used, reported, succeeded } = CALL_OF_A_FACTORY;
  const [outcome] = proveOutcomes(header, sent, { used, reported });
  const { hash, fields } = sent[0] as SentTransaction;
  const executed = { height: 1, hash, fields, succeeded: succeeded[0] === true, ...(outcome as TxOutcome) };
  const check = new CallCheck(MOST_NONCE);
  const creation = (nonce: bigint) => createdBy(FACTORY, createdAddress(FACTORY, minimalBytes(nonce)));
  for (const nonce of [1n, 2n, 70n, 69n, 0n, 999n])
    expect(() => check.check(executed, { ...CALL_TOP, calls: [creation(nonce)] })).not.toThrow();
  expect(() => check.check(executed, { ...CALL_TOP, calls: [creation(1_000n)] })).toThrow("no nonce of");
});
