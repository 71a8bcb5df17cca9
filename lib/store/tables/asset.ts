/** The dictionary of assets. What an asset is called comes with the X-Chain. */
export interface AssetTable {
  id: number;
  asset_id: Uint8Array;
}
