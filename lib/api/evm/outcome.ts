import type { BareTransfer, Moved, TransactionOutcome } from "../../contract/firn/evm-tx-search";
import type { EvmDb } from "../../store/db";
import { readInternals, readTransfers } from "../../store/queries/evm/transaction";
import type { EvmTransactionTable, InternalTransactionTable } from "../../store/tables/evm/chain";
import type { TokenTransferTable } from "../../store/tables/evm/tokens";
import { presentErc20 } from "../present/evm/token";
import type { EvmRows } from "../present/evm/transaction";
import { presentTransfer } from "../present/evm/transfer";
import { type Change, changesOf } from "./changes";

/** What a transaction moved. */
export interface Outcome {
  /** Its token transfer, if there is exactly one. */
  onlyTransfer: TokenTransferTable | undefined;
  /** Of the sender, without the fee. */
  changes: Change[];
  /** Whether the sender gave or got a token with an id. */
  movesNfts: boolean;
  /** Transfers that name the tokens above: their addresses are needed to present it. */
  shown: TokenTransferTable[];
}

interface Lists {
  /** All token transfers of the transaction. */
  transfers: readonly TokenTransferTable[];
  /** All calls inside it. */
  internals: readonly InternalTransactionTable[];
}

/** Tokens whose change is answered. More change in one transaction only for a collector of dust. */
const MOST_CHANGES = 25;

export function outcomeOf(row: EvmTransactionTable, lists: Lists): Outcome {
  const { transfers } = lists;
  const changes = row.status === 0 ? [] : changesOf(row.from_id, row, lists).slice(0, MOST_CHANGES);
  const [onlyTransfer] = transfers.length === 1 ? transfers : [];
  const named = transfers.filter(({ token_id }) => changes.some(({ tokenId }) => tokenId === token_id));
  return {
    onlyTransfer,
    changes,
    movesNfts: transfers.some(
      ({ token_number, from_id, to_id }) =>
        token_number !== null && (from_id === row.from_id || to_id === row.from_id),
    ),
    shown: onlyTransfer === undefined ? uniqueTokens(named) : [onlyTransfer],
  };
}

/** The outcomes of a page of transactions, by position. */
export async function readOutcomes(
  db: EvmDb,
  rows: readonly EvmTransactionTable[],
): Promise<Map<number, Outcome>> {
  const positions = rows.map(({ position }) => position);
  const transfers = byPosition(await readTransfers(db, positions));
  const internals = byPosition(await readInternals(db, positions));
  return new Map(
    rows.map((row) => {
      const { position } = row;
      const lists = { transfers: transfers.get(position) ?? [], internals: internals.get(position) ?? [] };
      return [position, outcomeOf(row, lists)];
    }),
  );
}

/** As a row of a list has it. */
export function presentOutcome(rows: EvmRows, outcome: Outcome): TransactionOutcome {
  const { onlyTransfer } = outcome;
  return {
    ...presentMoved(rows, outcome),
    ...(onlyTransfer && { onlyTransfer: presentBare(rows, onlyTransfer) }),
  };
}

export function presentMoved(
  { parties, terms }: EvmRows,
  { changes, movesNfts }: Pick<Outcome, "changes" | "movesNfts">,
): Moved {
  return {
    changes: changes.map(({ tokenId, amount }) => ({
      amount: String(amount),
      ...(tokenId !== undefined && { token: presentErc20(parties.get(tokenId), terms) }),
    })),
    movesNfts,
  };
}

/** A transfer without the texts of an NFT's metadata. */
function presentBare(rows: EvmRows, row: TokenTransferTable): BareTransfer {
  const { form, transfer } = presentTransfer(rows, row);
  if (form === "erc20") return transfer;
  if (form === "erc721") {
    const { tokenUri: _, metadata: __, ...erc721Token } = transfer.erc721Token;
    return { ...transfer, erc721Token };
  }
  const { tokenUri: _, metadata: __, ...erc1155Token } = transfer.erc1155Token;
  return { ...transfer, erc1155Token };
}

/** One transfer of each token. */
function uniqueTokens(transfers: readonly TokenTransferTable[]): TokenTransferTable[] {
  return [...new Map(transfers.map((row) => [row.token_id, row])).values()];
}

function byPosition<Row extends { position: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const found = new Map<number, Row[]>();
  for (const row of rows) {
    const same = found.get(row.position);
    if (same === undefined) found.set(row.position, [row]);
    else same.push(row);
  }
  return found;
}
