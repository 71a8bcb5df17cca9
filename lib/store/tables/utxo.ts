import type { ChainCode } from "../rows/columns";

/**
 * The dictionary of assets. The facts come from the transaction that creates the asset on the X-Chain: null until that
 * is indexed, and for good where it can't be (AVAX without a genesis).
 */
export interface AssetTable {
  id: number;
  asset_id: Uint8Array;
  /** Of the CreateAssetTx, on X, whose id is the asset's. */
  created_position: number | null;
  name: string | null;
  symbol: string | null;
  denomination: number | null;
  /** `ASSET_CAP` in columns.ts. */
  cap: number | null;
  /** `ASSET_TYPE` in columns.ts: the first feature extension it starts with. */
  asset_type: number | null;
}

/**
 * Every transaction that creates, consumes or produces an asset. AVAX has no rows here: every transaction of X pays its
 * fee in it, so `tx` is that list.
 */
export interface AssetTxTable {
  /** `asset.id`. */
  asset: number;
  chain: number;
  position: number;
  /** Codec type id, repeated here so that a filtered page reads this table alone. */
  tx_type: number;
}

/**
 * Everything a transaction leaves behind: outputs, stake principal, exports, rewards, refunds. The key is the node's
 * name for it (position of the naming transaction, output index), so its public id is computed, not stored. Position 0
 * of P holds the genesis allocations (transaction id of 32 zero bytes). An export stays one row on its way: created on
 * `chain`, consumed on `consumed_chain`, its destination.
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
  /** NFT outputs: the group, and the payload of a minted one (null on the right to mint). */
  group_id: number | null;
  payload: Uint8Array | null;
  /** Stake principal: spendable from `released_position` on. */
  staked: boolean;
  /** Blockchain id an export goes to; null when it stays. */
  destination: Uint8Array | null;
  /** `REWARD_TYPE` in columns.ts; null when it is no reward. */
  reward_type: number | null;
  /** Rewards: the transaction of the stake that earned it. */
  stake_position: number | null;
  /** Where it was created when that is not the naming transaction: rewards, by the rewarding transaction. */
  created_position: number | null;
  /** Stake principal only: the transaction that returned it. */
  released_position: number | null;
  /** The spending transaction: its chain, position, and which of its inputs. */
  consumed_chain: ChainCode | null;
  consumed_position: number | null;
  consumed_input: number | null;
}

/**
 * Outputs whose creation is not indexed (imports while the other chain is behind, genesis without a configuration),
 * learned from the input that spent them. The key is that input. Lock time, threshold and creation are unknown. Once
 * the creating transaction is indexed, the row becomes the consumer of that `utxo` and is deleted.
 */
export interface LearnedUtxoTable {
  /** The spending transaction and which of its inputs (base inputs, then imported ones). */
  consumed_chain: ChainCode;
  consumed_position: number;
  consumed_input: number;
  /** Blockchain id of the chain that created it. */
  source_chain: Uint8Array;
  tx_id: Uint8Array;
  output_index: number;
  /** `asset.id`. */
  asset: number;
  amount: bigint;
  stakeable_locktime: bigint | null;
  /** Who signed for it, 20 bytes each: owners, but perhaps not all of them. */
  owners: Uint8Array;
}

/** Who receives the rewards of a stake: its own, and a validator's shares of its delegators' rewards. */
export interface RewardOwnerTable {
  address_id: number;
  /** Of the staking transaction. */
  position: number;
}

/**
 * Shared owners by each of their addresses. Outputs are found by all their owners as `utxo.owners` packs them; this
 * says which of those values include an address.
 */
export interface SharedOwnerTable {
  /** 20 bytes. */
  address: Uint8Array;
  owners: Uint8Array;
}
