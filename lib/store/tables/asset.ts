/**
 * The dictionary of assets. What an asset is comes with the transaction that creates it on the X-Chain: null until that
 * one is indexed, and for ever where it can't be (AVAX without a genesis).
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
