import { TOKEN_STANDARDS } from "../../../store/rows/columns";
import type { ContractTable } from "../../../store/tables/evm/tokens";

/** Someone whose balance shows whether a token's events tell what its holders have. */
export interface Witness {
  /** 20 bytes each. */
  contract: Uint8Array;
  holder: Uint8Array;
  holderId: number;
  /**
   * Whether it settles that for a while: who got tokens from another holder does, as a contract that keeps a fee of
   * transfers keeps none of what it mints; so does who wrapped coin.
   */
  settles: boolean;
}

/** What a contract says that someone had at a height; undefined when nobody can tell. */
export type AskBalance = (witness: Witness, height: number) => Promise<bigint | undefined>;

/** Tokens compared in one batch, so that a batch of many new ones waits for few answers. */
export const MOST_CHECKED = 8;

/** Blocks after which a token is compared again: some change balances without a word. */
const CHECKED_FOR_BLOCKS = 5_000;

/** Whether a token is to be compared (again) at a height. */
export function isCheckDue(checkedHeight: number | null, height: number): boolean {
  return checkedHeight === null || height - checkedHeight >= CHECKED_FOR_BLOCKS;
}

const HAS_BALANCE_OF = [TOKEN_STANDARDS.indexOf("ERC-20"), TOKEN_STANDARDS.indexOf("ERC-721")];

/** Whether a contract's events are believed to tell what holders have, as `balanceOf` of one address would. */
export function isComparable(contract: Pick<ContractTable, "asks_node" | "standard"> | undefined): boolean {
  return contract?.asks_node === false && HAS_BALANCE_OF.includes(contract.standard);
}
