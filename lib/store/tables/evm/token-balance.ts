/** What transfers left with a holder; zero balances stay, so that pages can go on from them. */
export interface TokenBalanceTable {
  token_id: number;
  holder_id: number;
  /** Which token of the contract; `NO_TOKEN_NUMBER` is the whole of it: an ERC-20 amount, or how many of a collection. */
  token_number: Uint8Array;
  balance: Uint8Array;
}
