import { toHex } from "../../avalanche/codec/bytes";
import { MESSAGE_STEPS, type MessageStepKind } from "../../avalanche/evm/message-steps";
import { parseId } from "../../avalanche/ids";
import type { EvmFacts } from "../../store/bookkeeping/evm-facts";
import { findSteps } from "../../store/queries/evm/message";
import { readBlocks, readTransactions } from "../../store/queries/evm/transaction";
import { amountOf, heightOf } from "../../store/rows/columns";
import type { MessageStepTable } from "../../store/tables/evm/chain";
import type { EvmContext, HandlerRequest } from "../handler";

/** A step of a message, with the transaction that took it. */
export interface MessageEvent {
  /** EVM chain id. */
  chainId: string;
  facts: EvmFacts;
  kind: MessageStepKind;
  row: MessageStepTable;
  /** 0x hex. */
  txHash: string;
  /** Unix seconds. */
  time: number;
  /** What the transaction paid, in the smallest unit of the chain's coin. */
  paid: bigint;
}

type Asking = Pick<HandlerRequest<never>, "readEvm" | "evmChains">;

/** What every indexed chain knows of some messages, by their ids in hex. Events of one chain are in order. */
export async function readMessages(
  { readEvm, evmChains }: Asking,
  ids: readonly Uint8Array[],
): Promise<Map<string, MessageEvent[]>> {
  const unique = [...new Map(ids.map((id) => [toHex(id), id])).values()];
  const chains = unique.length === 0 ? [] : await evmChains.list();
  const told = await Promise.all(
    chains.map(({ evmChainId = "" }) =>
      readEvm(evmChainId, async (context) => eventsOf(context, await findSteps(context.db, unique))),
    ),
  );
  const byId = new Map<string, MessageEvent[]>();
  for (const event of told.flat()) {
    const id = toHex(event.row.message_id);
    const known = byId.get(id);
    if (known) known.push(event);
    else byId.set(id, [event]);
  }
  return byId;
}

async function eventsOf(context: EvmContext, rows: readonly MessageStepTable[]): Promise<MessageEvent[]> {
  const { db, facts, evmChainId } = context;
  const positions = rows.map(({ position }) => position);
  const transactions = new Map((await readTransactions(db, positions)).map((row) => [row.position, row]));
  const blocks = new Map((await readBlocks(db, positions.map(heightOf))).map((row) => [row.height, row]));
  return rows.flatMap((row) => {
    const transaction = transactions.get(row.position);
    const block = blocks.get(heightOf(row.position));
    const kind = MESSAGE_STEPS[row.kind];
    if (transaction === undefined || block === undefined || kind === undefined) return [];
    return {
      chainId: evmChainId,
      facts,
      kind,
      row,
      txHash: toHex(transaction.hash),
      time: block.time,
      paid: BigInt(transaction.gas_used) * amountOf(transaction.gas_price),
    };
  });
}

/** A chain's blockchain id; undefined where only its URL was given. */
export function idOfChain({ blockchainId }: EvmFacts): Uint8Array | undefined {
  return blockchainId === undefined ? undefined : parseId(blockchainId);
}
