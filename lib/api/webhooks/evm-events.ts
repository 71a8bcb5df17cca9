import { toHex } from "../../avalanche/codec/bytes";
import { minimalBytes } from "../../avalanche/codec/rlp";
import { bloomOf } from "../../avalanche/evm/bloom";
import { writeReceipt } from "../../avalanche/evm/receipt";
import { decodeTransaction } from "../../avalanche/evm/transaction";
import { orderedTrieRoot } from "../../avalanche/evm/trie";
import type { Message } from "../../delivery/outbox";
import { readParties } from "../../store/queries/evm/address";
import { listLogBodies } from "../../store/queries/evm/log";
import { listTransactionsOfBlocks, readInternals, readTransfers } from "../../store/queries/evm/transaction";
import { heightOf, indexInBlockOf } from "../../store/rows/columns";
import { type BlockLog, decodeLogs } from "../../store/rows/evm-logs";
import type { EvmTransactionTable } from "../../store/tables/evm/chain";
import { readTransactionBytes } from "../evm/transaction";
import { presentDetail } from "../evm/transaction-detail";
import type { EvmContext } from "../handler";
import { type EventFacts, presentTransactionEvent } from "../present/webhook-event";
import { messageOf } from "./message";
import type { WebhookSettings } from "./settings";

/** An EVM webhook, ready to be compared with what happens. */
export interface EvmWatch {
  webhookId: string;
  settings: WebhookSettings["address_activity"];
  /** `0x` and 40 hex digits in lower case. */
  addresses: ReadonlySet<string>;
}

/** Everything of a block that webhooks look at. */
interface Block {
  transactions: EvmTransactionTable[];
  /** Addresses that take part in a transaction, by its position. */
  parties: Map<number, Set<string>>;
  logs: BlockLog[];
}

/** Messages of a stored block by webhook, in the order of its transactions. */
export async function readEvmMessages(
  context: EvmContext,
  height: number,
  watches: readonly EvmWatch[],
): Promise<Map<string, Message[]>> {
  const messages = new Map<string, Message[]>();
  const block = await readBlock(context, height);
  let root: Uint8Array | undefined;
  for (const row of block.transactions) {
    const logs = logsOf(block, row);
    const wanted = watches.filter((watch) => isWanted(watch, block.parties.get(row.position), logs));
    if (wanted.length === 0) continue;
    root ??= receiptRootOf(block);
    const facts = await readFacts(context, row, { block, logs, receiptRoot: root });
    for (const { webhookId, settings } of wanted) {
      const message = messageOf({
        webhookId,
        eventType: "address_activity",
        key: [context.evmChainId, toHex(row.hash)],
        event: presentTransactionEvent(facts, settings),
      });
      messages.set(webhookId, [...(messages.get(webhookId) ?? []), message]);
    }
  }
  return messages;
}

/**
 * Whether a transaction is one that a webhook tells: an address takes part in it; with event signatures, it has such an event
 * that an address emitted or that names one in an indexed topic.
 */
function isWanted(
  { addresses, settings: { eventSignatures = [] } }: EvmWatch,
  parties: ReadonlySet<string> | undefined,
  logs: readonly BlockLog[],
): boolean {
  if (eventSignatures.length === 0) return [...(parties ?? [])].some((address) => addresses.has(address));
  const signatures = new Set(eventSignatures.map((signature) => signature.toLowerCase()));
  return logs.some(({ address, topics: [signature, ...indexed] }) => {
    if (signature === undefined || !signatures.has(toHex(signature))) return false;
    return addresses.has(toHex(address)) || indexed.some((topic) => addresses.has(addressIn(topic)));
  });
}

/** The address that a topic holds if it holds one. */
function addressIn(topic: Uint8Array): string {
  return topic.subarray(0, 12).every((byte) => byte === 0) ? toHex(topic.subarray(12)) : "";
}

async function readBlock({ db }: EvmContext, height: number): Promise<Block> {
  const transactions = await listTransactionsOfBlocks(db, { from: height, to: height });
  const positions = transactions.map(({ position }) => position);
  const internals = await readInternals(db, positions);
  const transfers = await readTransfers(db, positions);
  const [body] = await listLogBodies(db, [height]);
  const logs = body === undefined ? [] : decodeLogs(body.logs, body.transactions);
  const ids: [position: number, id: number | null][] = [
    ...transactions.flatMap(({ position, from_id, to_id, created_id }) =>
      [from_id, to_id, created_id].map((id): [number, number | null] => [position, id]),
    ),
    ...internals.flatMap(({ position, from_id, to_id }) =>
      [from_id, to_id].map((id): [number, number | null] => [position, id]),
    ),
    ...transfers.flatMap(({ position, from_id, to_id, token_id }) =>
      [from_id, to_id, token_id].map((id): [number, number | null] => [position, id]),
    ),
  ];
  const known = await readParties(
    db,
    ids.map(([, id]) => id),
  );
  const parties = new Map(transactions.map(({ position }) => [position, new Set<string>()]));
  for (const [position, id] of ids) {
    const party = id === null ? undefined : known.get(id);
    if (party !== undefined) parties.get(position)?.add(toHex(party.address));
  }
  for (const row of transactions)
    for (const { address } of logsOf({ logs }, row)) parties.get(row.position)?.add(toHex(address));
  return { transactions, parties, logs };
}

function logsOf({ logs }: Pick<Block, "logs">, { position }: EvmTransactionTable): BlockLog[] {
  return logs.filter(({ indexInBlock }) => indexInBlock === indexInBlockOf(position));
}

async function readFacts(
  context: EvmContext,
  row: EvmTransactionTable,
  { block, logs, receiptRoot }: { block: Block; logs: BlockLog[]; receiptRoot: Uint8Array },
): Promise<EventFacts> {
  const { body } = await presentDetail(context, row);
  return {
    detail: body,
    logs,
    receiptRoot,
    isCreation: row.to_id === null,
    fields: decodeTransaction(await readTransactionBytes(context, row)),
    cumulativeGas: cumulativeGasOf(block, row),
  };
}

function cumulativeGasOf({ transactions }: Block, { position }: EvmTransactionTable): number {
  return transactions
    .filter((each) => heightOf(each.position) === heightOf(position) && each.position <= position)
    .reduce((sum, { gas_used }) => sum + gas_used, 0);
}

/** Root of the trie of the block's own receipts: what its header says, until Helicon executes blocks later. */
function receiptRootOf(block: Block): Uint8Array {
  const receipts = block.transactions.map((row) => {
    const logs = logsOf(block, row);
    return {
      type: row.tx_type,
      status: Uint8Array.from(row.status === 1 ? [1] : []),
      cumulativeGasUsed: minimalBytes(BigInt(cumulativeGasOf(block, row))),
      logsBloom: bloomOf(logs),
      logs,
    };
  });
  return orderedTrieRoot(receipts, writeReceipt);
}
