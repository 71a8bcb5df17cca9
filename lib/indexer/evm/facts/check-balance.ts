import { TOKEN_STANDARDS } from "../../../store/rows/columns";
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

/** A holder's balance as the contract gives it at a height; undefined without an answer. */
export type AskBalance = (witness: Witness, height: number) => Promise<bigint | undefined>;

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
