import type { ChainCode } from "../rows/columns";

/**
 * Everything a transaction leaves behind: outputs, stake principal, exports, rewards, refunds. The key is where the node
 * names it, (position of the naming transaction, output index), so its public id is computed, not stored. Position 0 of
 * P holds the genesis allocations (transaction id of 32 zero bytes). An export stays the one row on its way: made on
 * `chain`, consumed on `consumed_chain`, which is its destination.
 */
export interface UtxoTable {
  /** Chain whose transaction names it. */
  chain: ChainCode;
  position: number;
  output_index: number;
  /** `asset.id`. */
  asset: number;
  amount: bigint;
  /** Index into `OUTPUT_TYPES` in columns.ts. */
  output_type: number;
  locktime: bigint;
  threshold: number;
  /** Owners in order, 20 bytes each (`unpackBytes`). */
  owners: Uint8Array;
  stakeable_locktime: bigint | null;
  /** NFT outputs: the group, and what a minted one carries (null on the right to mint). */
  group_id: number | null;
  payload: Uint8Array | null;
  /** Stake principal: spendable from `released_position` on. */
  staked: 0 | 1;
  /** Blockchain id an export goes to; null when it stays. */
  destination: Uint8Array | null;
  /** `REWARD_TYPE` in columns.ts; null when it is no reward. */
  reward_type: number | null;
  /** Rewards: the transaction of the stake that earned it. */
  stake_position: number | null;
  /** Where it came into being when that is not the naming transaction: rewards, by the rewarding transaction. */
  created_position: number | null;
  /** Stake principal only: the transaction that gave it back. */
  released_position: number | null;
  /** The spending transaction: its chain, position, and which of its inputs. */
  consumed_chain: ChainCode | null;
  consumed_position: number | null;
  consumed_input: number | null;
}
