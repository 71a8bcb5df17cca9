/** How many items of activity each epoch holds; the last one is being filled. */
export interface EpochTable {
  epoch: number;
  items: number;
}
