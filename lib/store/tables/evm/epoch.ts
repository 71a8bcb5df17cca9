/** How many items of activity each epoch holds; the last one is being filled. */
export interface EpochTable {
  epoch: number;
  items: number;
  /** Everything before it stands in earlier epochs. */
  first_position: number;
}
