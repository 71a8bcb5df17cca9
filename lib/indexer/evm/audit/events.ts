import { toHex } from "../../../avalanche/codec/bytes";
import { quantityToBigint } from "../../../avalanche/codec/rlp";
import { messageStepOf } from "../../../avalanche/evm/message-steps";
import { isZeroAddress } from "../../../avalanche/evm/transfers";
import { readEvmFacts } from "../../../store/bookkeeping/evm-facts";
import { unreadBlocks } from "../../../store/bookkeeping/unread-blocks";
import type { EvmDb } from "../../../store/db";
import { listEventContracts, listTransfersIn, listWrapsIn } from "../../../store/queries/evm/audit-events";
import { listMessagesIn } from "../../../store/queries/evm/message";
import { amountOf, CONTRACT_FACTS, TOKEN_STANDARDS, TRANSFER_FORMS } from "../../../store/rows/columns";
import type { MessageStepTable } from "../../../store/tables/evm/chain";
import type { ExecutedEvent } from "../feed/block";
import { readEvent } from "../feed/executed";
import { messageRows } from "../rows/messages";
import { standardForm } from "../rows/project-transfer";
import { hasMatchingTransfer } from "../rows/project-wrap";
import { approvalRows, sizeOf } from "./approvals";
import { type CellRows, compareCells } from "./cells";
import { type LoggedTransaction, logDifferences } from "./logs";

/** Compares the stored movements, wraps, messages, approvals and logs of a block with its receipts' logs. */
export async function eventDifferences(
  db: EvmDb,
  height: number,
  transactions: readonly LoggedTransaction[],
): Promise<{ rows: number; differences: string[] }> {
  const events = eventsOf(transactions);
  const contracts = await knownContracts(db, events);
  const movements = await storedMovements(db, height);
  const wraps = await storedWraps(db, height);
  const messages = cellsOfSteps(await listMessagesIn(db, height));
  const saidMessages =
    messages.size === 0 && (await mayLackMessages(db, height))
      ? messages
      : expectedMessages(height, transactions);
  const approvals = await approvalRows(db, height, events);
  const pairs = [
    ["token_transfer", movements, expectedMovements(events, { contracts, stored: movements })],
    ["coin_wrap", wraps, expectedWraps(events, { contracts, stored: wraps })],
    ["message_step", messages, saidMessages],
    ["approval", approvals.ofAccounts.stored, approvals.ofAccounts.expected],
    ["nft_approval", approvals.ofNfts.stored, approvals.ofNfts.expected],
  ] as const;
  return {
    rows: movements.size + wraps.size + messages.size + sizeOf(approvals),
    differences: [
      ...pairs.flatMap(([table, stored, expected]) => [...compareCells(table, stored, expected)]),
      ...(await logDifferences(db, height, transactions)),
    ],
  };
}

interface PlacedEvent {
  position: number;
  event: ExecutedEvent;
  /** All events of the same transaction. */
  events: readonly ExecutedEvent[];
}

/** What decides how a contract's events are read. */
interface KnownContract {
  standard: number;
  wrapsCoin: boolean;
  /** Something was learned of the contract after its events may have been read. Rows of either reading are right. */
  isUncertain: boolean;
}

interface ReadOptions {
  contracts: ReadonlyMap<string, KnownContract>;
  stored: CellRows;
}

const ERC20 = TOKEN_STANDARDS.indexOf("ERC-20");
const ERC721 = TOKEN_STANDARDS.indexOf("ERC-721");
const UNKNOWN_CONTRACT: KnownContract = { standard: 0, wrapsCoin: false, isUncertain: true };

function eventsOf(transactions: readonly LoggedTransaction[]): PlacedEvent[] {
  let logIndex = 0;
  return transactions.flatMap(({ position, logs }) => {
    const events = logs.flatMap((log, i) => readEvent(log, logIndex + i) ?? []);
    logIndex += logs.length;
    return events.map((event) => ({ position, event, events }));
  });
}

async function knownContracts(
  db: EvmDb,
  events: readonly PlacedEvent[],
): Promise<Map<string, KnownContract>> {
  const addresses = new Map(events.map(({ event: { contract } }) => [toHex(contract), contract]));
  const rows = await listEventContracts(db, [...addresses.values()]);
  return new Map(
    rows.map(({ bytes, standard, asks_node, wraps_coin, open }) => [
      toHex(bytes),
      {
        standard,
        wrapsCoin: wraps_coin,
        isUncertain: asks_node || ((open ?? 0) & CONTRACT_FACTS.standard) !== 0,
      },
    ]),
  );
}

function expectedMovements(events: readonly PlacedEvent[], { contracts, stored }: ReadOptions): CellRows {
  return new Map(
    events.flatMap(({ position, event: { contract, logIndex, transfers } }) => {
      const { standard, isUncertain } = contracts.get(toHex(contract)) ?? UNKNOWN_CONTRACT;
      return transfers.map((transfer) => {
        const key = `${position}/${logIndex}/${transfer.item}`;
        const asStored = stored.get(key)?.form === TRANSFER_FORMS.indexOf("erc721") ? ERC721 : ERC20;
        const { form, number, value } = standardForm(transfer, isUncertain ? asStored : standard);
        const row = {
          token_id: toHex(contract),
          form: TRANSFER_FORMS.indexOf(form),
          from_id: toHex(transfer.from),
          to_id: toHex(transfer.to),
          token_number: number === undefined ? "none" : quantityToBigint(number),
          value: quantityToBigint(value),
        };
        return [key, row] as const;
      });
    }),
  );
}

/** Expected rows of wraps. Where either is right, a row is expected if there is one. */
function expectedWraps(events: readonly PlacedEvent[], { contracts, stored }: ReadOptions): CellRows {
  return new Map(
    events.flatMap(({ position, event, events: all }) => {
      const { wrap, contract, logIndex } = event;
      if (wrap === undefined || wrap.value.length === 0 || isZeroAddress(wrap.holder)) return [];
      const { standard, wrapsCoin, isUncertain } = contracts.get(toHex(contract)) ?? UNKNOWN_CONTRACT;
      const key = `${position}/${logIndex}`;
      // Before the contract was known to wrap coin, a wrap with a matching transfer got no row.
      const isEither = isUncertain || (wrapsCoin && hasMatchingTransfer(all, contract, wrap.isDeposit));
      const hasRow = isEither ? stored.has(key) : wrapsCoin && standard === ERC20;
      if (!hasRow) return [];
      const row = {
        token_id: toHex(contract),
        holder_id: toHex(wrap.holder),
        wrapped: wrap.isDeposit,
        value: quantityToBigint(wrap.value),
      };
      return [[key, row] as const];
    }),
  );
}

function expectedMessages(height: number, transactions: readonly LoggedTransaction[]): CellRows {
  const told = transactions.map(({ brought, logs }) => ({
    brought,
    events: logs.map((log) => ({ message: messageStepOf(log) })),
  }));
  return cellsOfSteps(messageRows(height, told));
}

function cellsOfSteps(rows: readonly MessageStepTable[]): CellRows {
  const text = (bytes: Uint8Array | null) => (bytes === null ? "none" : toHex(bytes));
  return new Map(
    rows.map(({ step, position, kind, message_id, other_blockchain_id, sender, recipient, data }) => [
      String(step),
      {
        position,
        kind,
        message_id: text(message_id),
        other_blockchain_id: text(other_blockchain_id),
        sender: text(sender),
        recipient: text(recipient),
        data: text(data),
      },
    ]),
  );
}

async function storedMovements(db: EvmDb, height: number): Promise<CellRows> {
  const rows = await listTransfersIn(db, height);
  return new Map(
    rows.map(({ position, log_index, item, token_id, from_id, to_id, ...row }) => [
      `${position}/${log_index}/${item}`,
      {
        token_id: { id: token_id, address: row.token },
        form: row.form,
        from_id: { id: from_id, address: row.from },
        to_id: { id: to_id, address: row.to },
        token_number: row.token_number === null ? "none" : amountOf(row.token_number),
        value: amountOf(row.value),
      },
    ]),
  );
}

async function storedWraps(db: EvmDb, height: number): Promise<CellRows> {
  const rows = await listWrapsIn(db, height);
  return new Map(
    rows.map(({ position, log_index, token_id, holder_id, token, holder, wrapped, value }) => [
      `${position}/${log_index}`,
      {
        token_id: { id: token_id, address: token },
        holder_id: { id: holder_id, address: holder },
        wrapped,
        value: amountOf(value),
      },
    ]),
  );
}

/** Blocks of an older Firn whose messages are not read yet may lack them. */
async function mayLackMessages(db: EvmDb, height: number): Promise<boolean> {
  const unread = unreadBlocks(await readEvmFacts(db), "unreadMessages");
  return unread !== undefined && unread.from <= height && height <= unread.to;
}
