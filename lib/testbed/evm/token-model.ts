import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { quantityToBigint } from "../../avalanche/codec/rlp";
import { transfersOf } from "../../avalanche/evm/transfers";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type { Recording } from "../../devnet/recording";

/** Token movements according to a recording's receipts, and the balances that follow by plain counting. */

export interface ModelMove {
  token: string;
  form: string;
  /** Number of a collection's token, decimal; empty for amounts. */
  number: string;
  height: number;
  txHash: string;
  /** Unix seconds. */
  time: number;
  from: string;
  to: string;
  amount: bigint;
}

const ZERO = `0x${"00".repeat(20)}`;

/** The members of receipts that describe movements. */
export interface ModelReceipt {
  transactionHash: string;
  from: string;
  to: string | null;
  gasUsed: string;
  effectiveGasPrice: string;
  logs: { address: string; topics: string[]; data: string }[];
}

/** Every movement in order, with addresses in the form of answers. */
export function movesOf({ evm }: Recording): ModelMove[] {
  return evm.flatMap(({ block, receipts }) =>
    (receipts as unknown as ModelReceipt[]).flatMap((receipt) =>
      receipt.logs.flatMap(({ address, topics, data }) =>
        transfersOf({ topics: topics.map(fromHex), data: fromHex(data) }).map((transfer) => ({
          token: checksum(address),
          form: transfer.form,
          number: transfer.tokenId === undefined ? "" : String(quantityToBigint(transfer.tokenId)),
          height: Number(block.number),
          txHash: receipt.transactionHash,
          time: Number(block.timestamp),
          from: checksum(toHex(transfer.from)),
          to: checksum(toHex(transfer.to)),
          amount: quantityToBigint(transfer.value),
        })),
      ),
    ),
  );
}

/** Balances of everyone who ever had any. */
export function balancesAfter(moves: readonly ModelMove[]): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  for (const { from, to, amount } of moves) {
    if (from !== ZERO) balances.set(from, (balances.get(from) ?? 0n) - amount);
    if (to !== ZERO) balances.set(to, (balances.get(to) ?? 0n) + amount);
  }
  return balances;
}

/** Addresses that held more than a threshold when a time began or after a transaction in it; its end is excluded. */
export function holdersOver(
  moves: readonly ModelMove[],
  { threshold, start, end }: { threshold: bigint; start: number; end: number },
): Set<string> {
  const over = new Set<string>();
  const look = (balances: Map<string, bigint>) => {
    for (const [address, balance] of balances) if (balance > threshold) over.add(address);
  };
  look(balancesAfter(moves.filter(({ time }) => time < start)));
  const ends = moves.flatMap((move, i) => {
    const isLast = move.txHash !== moves[i + 1]?.txHash;
    return isLast && move.time >= start && move.time < end ? [i + 1] : [];
  });
  for (const count of ends) look(balancesAfter(moves.slice(0, count)));
  return over;
}

export interface ContractCall {
  to: string;
  selector: string;
  /** Arguments after the selector, 32 bytes each. */
  words: string[];
  /** Absent if the contract did not answer. */
  result: string | undefined;
}

/** Calls to contracts that were recorded at the network's last block. */
export function contractCalls({ answers }: Recording): ContractCall[] {
  return answers.flatMap(({ path, method, params, reply }) => {
    if (path !== "/ext/bc/C/rpc" || method !== "eth_call") return [];
    const [{ to, data, input = data }] = JSON.parse(params) as [
      { to: string; data?: string; input?: string },
    ];
    const { result } = JSON.parse(reply) as { result?: string };
    const text = input ?? "0x";
    const words = (text.slice(10).match(/.{64}/g) ?? []).map((word) => `0x${word}`);
    return [{ to, selector: text.slice(0, 10), words, result }];
  });
}

function checksum(address: string): string {
  return formatEvmAddress(fromHex(address));
}
