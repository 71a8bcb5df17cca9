/** The epochs in which a token moved. */
export interface TokenEpochTable {
  token_id: number;
  epoch: number;
}
