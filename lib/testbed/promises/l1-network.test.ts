import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseLossless } from "../../contract/rpc";
import type { RecordedAnswer, RecordedEvmBlock } from "../../devnet/recording";
import {
  C,
  followL1Network,
  L1,
  L1_NETWORK_TIMEOUT_MS,
  type L1Network,
  listCalls,
  listLogs,
} from "../l1-network";
import type { IndexedRecording } from "../recording";

/**
 * A real L1 beside its C-Chain: every value that the node gave is the value that Firn answers, from a store that was
 * filled from the recording.
 */

let network: L1Network;
let firn: IndexedRecording;

beforeAll(async () => {
  network = await followL1Network();
  firn = network.firn;
}, L1_NETWORK_TIMEOUT_MS);
afterAll(() => network?.close());

/** The members of recorded blocks, receipts and traces that are compared. Quantities are hex. */
interface Block {
  number: string;
  hash: string;
  parentHash: string;
  gasUsed: string;
  gasLimit: string;
  transactions: { hash: string; nonce: string; value: string; input: string; type: string }[];
}
interface Receipt {
  transactionHash: string;
  status: string;
  from: string;
  to: string | null;
  contractAddress: string | null;
  gasUsed: string;
  effectiveGasPrice: string;
  logs: { logIndex: string; address: string; topics: string[]; data: string }[];
}
interface Call {
  type: string;
  from: string;
  to?: string;
  value?: string;
  error?: string;
  calls?: Call[];
}
type Json = Record<string, unknown>;

async function get(path: string): Promise<Json> {
  const response = await fetch(`${firn.url}${path}`, { headers: { "x-firn-dialect": "seed" } });
  const body = (await response.json()) as Json;
  expect(response.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
  return body;
}

const decimal = (quantity: string | undefined) => String(BigInt(quantity ?? 0));
const lower = (value: unknown) => (value as { address: string } | undefined)?.address.toLowerCase();

function callsOf(call: Call, depth = 0): unknown[] {
  const { type, from, value, calls = [] } = call;
  return [[depth, type, from, decimal(value)], ...calls.flatMap((each) => callsOf(each, depth + 1))];
}

/** Calls below the first that move value or create contracts, and the accounts that list them. */
function innerCalls({ calls = [] }: Call): { call: string; parties: Set<string> }[] {
  return calls.flatMap((inner) => {
    const { type, from, to, value } = inner;
    const pays = ["CALL", "SELFDESTRUCT"].includes(type) && BigInt(value ?? 0) > 0n;
    // The API's types have no word for a SELFDESTRUCT.
    const call = `${type === "SELFDESTRUCT" ? "UNKNOWN" : type} ${decimal(value)}`;
    const own = pays || type.startsWith("CREATE") ? [{ call, parties: new Set([from, to ?? from]) }] : [];
    return [...own, ...innerCalls(inner)];
  });
}

const CHAINS: [name: string, chainId: string, of: () => RecordedEvmBlock[], blocks: number, txs: number][] = [
  ["the L1", L1, () => firn.recording.evmChains[0]?.blocks ?? [], 222, 336],
  ["the C-Chain", C, () => firn.recording.evm, 132, 168],
];

describe.each(CHAINS)(
  "%s, from the recording through the store to the API",
  (_name, chainId, of, blocks, txs) => {
    it("has every block", async () => {
      const recorded = of();
      expect(recorded).toHaveLength(blocks + 1);
      for (const { block } of recorded as unknown as { block: Block }[]) {
        expect(await get(`/v1/chains/${chainId}/blocks/${decimal(block.number)}`)).toMatchObject({
          blockNumber: decimal(block.number),
          blockHash: block.hash,
          parentHash: block.parentHash,
          gasUsed: decimal(block.gasUsed),
          gasLimit: decimal(block.gasLimit),
          txCount: block.transactions.length,
        });
      }
    });

    it("has every transaction, receipt, event and call", async () => {
      let seen = 0;
      for (const { block, receipts, traces } of of() as unknown as {
        block: Block;
        receipts: Receipt[];
        traces: { result: Call }[];
      }[]) {
        for (const [at, tx] of block.transactions.entries()) {
          const receipt = receipts[at];
          const trace = traces[at];
          if (receipt === undefined || trace === undefined)
            throw new Error(`${tx.hash} has no receipt or trace`);
          const { nativeTransaction } = await get(`/v1/chains/${chainId}/transactions/${tx.hash}`);
          const native = nativeTransaction as Json;
          expect(native).toMatchObject({
            txHash: tx.hash,
            blockNumber: decimal(block.number),
            blockHash: block.hash,
            blockIndex: at,
            txStatus: decimal(receipt.status),
            txType: Number(tx.type),
            nonce: decimal(tx.nonce),
            value: decimal(tx.value),
            input: tx.input,
            gasUsed: decimal(receipt.gasUsed),
            gasPrice: decimal(receipt.effectiveGasPrice),
          });
          expect([lower(native.from), lower(native.to)]).toEqual([
            receipt.from,
            receipt.to ?? receipt.contractAddress,
          ]);
          expect(
            (await listLogs(get, chainId, tx.hash)).map(({ logIndex, address, topics, data }) => [
              logIndex,
              String(address).toLowerCase(),
              topics,
              data,
            ]),
          ).toEqual(
            receipt.logs.map(({ logIndex, address, topics, data }) => [
              Number(logIndex),
              address,
              topics,
              data,
            ]),
          );
          expect(
            (await listCalls(get, chainId, tx.hash)).map(({ depth, type, from, value }) => [
              depth,
              type,
              String(from).toLowerCase(),
              decimal(String(value)),
            ]),
          ).toEqual(callsOf(trace.result));
          seen++;
        }
      }
      expect(seen).toBe(txs);
    });

    it("lists for each account what calls inside transactions paid and created, and no CALLCODE", async () => {
      const listed = new Map<string, string[]>();
      for (const { traces } of of()) {
        for (const { txHash, result } of traces) {
          for (const { call, parties } of innerCalls(result as unknown as Call))
            for (const account of parties)
              listed.set(account, [...(listed.get(account) ?? []), `${txHash} ${call}`]);
        }
      }
      expect(listed.size).toBeGreaterThan(20);
      for (const [account, calls] of listed) {
        const { transactions } = await get(
          `/v1/chains/${chainId}/addresses/${account}/transactions:listInternals?pageSize=100`,
        );
        const shown = (transactions as Json[]).map(
          ({ txHash, internalTxType, value }) => `${txHash} ${internalTxType} ${value}`,
        );
        expect(shown.sort(), account).toEqual(calls.sort());
      }
    });

    it("has every balance that the node answered, at ten heights", async () => {
      const asked = balancesOf(chainId);
      const heights = new Set(asked.map(({ height }) => height));
      expect(heights.size).toBe(10);
      for (const { account, height, result } of asked) {
        const body = await get(
          `/v1/chains/${chainId}/addresses/${account}/balances:getNative?blockNumber=${height}`,
        );
        expect((body.nativeTokenBalance as Json).balance, `${account} at ${height}`).toBe(decimal(result));
      }
    });
  },
);

/** Recorded answers of `eth_getBalance` on a chain. */
function balancesOf(chainId: string): { account: string; height: number; result: string }[] {
  const path = chainId === C ? "/ext/bc/C/rpc" : `/ext/bc/${firn.recording.evmChains[0]?.blockchainId}/rpc`;
  const isBalance = (answer: RecordedAnswer) =>
    answer.path === path && answer.method === "eth_getBalance" && answer.height !== undefined;
  return firn.recording.answers.filter(isBalance).map(({ params, reply, height = 0 }) => ({
    account: (JSON.parse(params) as [string])[0],
    height,
    result: (JSON.parse(reply) as { result: string }).result,
  }));
}

it("has the L1's validators as the P-Chain lists them", async () => {
  const subnetId = firn.recording.evmChains[0]?.subnetId;
  const answer = firn.recording.answers.find(
    ({ method, params }) =>
      method === "platform.getCurrentValidators" && params === JSON.stringify({ subnetID: subnetId }),
  );
  const { result } = parseLossless(answer?.reply ?? "{}") as {
    result: { validators: Record<string, string>[] };
  };
  const { validators } = await get(
    `/v1/networks/fuji/l1Validators?subnetId=${subnetId}&includeInactiveL1Validators=true&pageSize=100`,
  );
  // Firn keeps a validator that was removed, with weight 0; the node forgets it.
  const kept = (validators as Record<string, string>[]).filter(({ weight }) => Number(weight) > 0);
  const shown = kept.map((each) => [
    each.validationId,
    each.nodeId,
    String(each.weight),
    String(each.remainingBalance),
  ]);
  expect(result.validators.length).toBeGreaterThan(3);
  expect(shown.sort()).toEqual(
    result.validators.map((each) => [each.validationID, each.nodeID, each.weight, each.balance]).sort(),
  );
});
