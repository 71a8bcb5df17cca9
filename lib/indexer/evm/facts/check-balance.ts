import type { EvmDb } from "../../../store/db";
import { findHolder, type HolderRow, listHoldersIn } from "../../../store/queries/evm/holder";
import { amountOf, TOKEN_STANDARDS } from "../../../store/rows/columns";
import type { ContractTable } from "../../../store/tables/evm/tokens";

/** A holder whose balance shows whether a token's events account for its balances. */
export interface Witness {
  /** 20 bytes each. */
  contract: Uint8Array;
  holder: Uint8Array;
  holderId: number;
  /**
   * The amount that a holder transferred; 0 of a mint or a burn, for which a contract that takes fees takes none. `CONCLUSIVE`
   * for NFTs and for wraps.
   */
  moved: bigint;
}

/**
 * A comparison after a transfer of at least this much is valid for a while. A fee is a share, rounded down: of less, one of 0.01 %
 * would be nothing.
 */
export const CONCLUSIVE = 10_000n;

export function isConclusive(witness: Witness | undefined): boolean {
  return witness !== undefined && witness.moved >= CONCLUSIVE;
}

/** A holder's balance as the contract gives it at a height: null if it gives none, undefined if the node has no answer. */
export type AskBalance = (
  of: Pick<Witness, "contract" | "holder">,
  height: number,
) => Promise<bigint | null | undefined>;

/** Tokens compared per batch, so that a batch of many new ones does not wait for many answers. */
export const MOST_COMPARED = 8;

/** Blocks after which a token is compared again: some contracts change balances without an event. */
const CHECKED_FOR_BLOCKS = 5_000;

/** Whether a token is due for comparison at a height. */
export function isCheckDue(checkedHeight: number | null, height: number): boolean {
  return checkedHeight === null || height - checkedHeight >= CHECKED_FOR_BLOCKS;
}

const HAS_BALANCE_OF = [TOKEN_STANDARDS.indexOf("ERC-20"), TOKEN_STANDARDS.indexOf("ERC-721")];

/** Whether a contract's balances are computed from its events and can be compared with `balanceOf`. */
export function isComparable(contract: Pick<ContractTable, "asks_node" | "standard"> | undefined): boolean {
  return contract?.asks_node === false && HAS_BALANCE_OF.includes(contract.standard);
}

interface Account {
  /** Number and 20 bytes of its address. */
  id: number;
  address: Uint8Array;
}

/** The balance of a holder after the blocks of a batch; undefined if they do not change it. */
export type BalanceChange = (tokenId: number, holderId: number) => bigint | undefined;

/** Holders among which one with a balance is looked for. */
const MOST_HOLDERS = 16;

/** Balances by a token's events: an account's, which may have got some, and that of somebody who has some. */
export async function balancesToCompare(
  db: EvmDb,
  { tokenId, account }: { tokenId: number; account: Account },
  changed?: BalanceChange,
): Promise<{ holder: Uint8Array; balance: bigint }[]> {
  const balanceOf = (id: number, row: HolderRow | undefined) =>
    changed?.(tokenId, id) ?? (row === undefined ? 0n : amountOf(row.balance));
  const holders = await listHoldersIn(db, { tokenId }, { after: -1, limit: MOST_HOLDERS });
  const isAccount = ({ holderId }: HolderRow) => holderId === account.id;
  const own = holders.find(isAccount) ?? (await findHolder(db, { tokenId }, account.id));
  const other = holders.find((row) => !isAccount(row) && balanceOf(row.holderId, row) > 0n);
  return [
    { holder: account.address, balance: balanceOf(account.id, own) },
    ...(other ? [{ holder: other.address, balance: balanceOf(other.holderId, other) }] : []),
  ];
}

/** Whether a contract gives other balances than expected; undefined as long as the node has no answer. */
export async function differ(
  expected: readonly { holder: Uint8Array; balance: bigint }[],
  { contract, height, ask }: { contract: Uint8Array; height: number; ask: AskBalance },
): Promise<boolean | undefined> {
  const answers = await Promise.all(expected.map(({ holder }) => ask({ contract, holder }, height)));
  if (expected.some(({ balance }, i) => typeof answers[i] === "bigint" && answers[i] !== balance))
    return true;
  return answers.includes(undefined) ? undefined : false;
}
