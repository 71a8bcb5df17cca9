/** Facts about the network and this store: ids, prefix, genesis, the key of page tokens. One row per fact, as text. */
export interface NetworkTable {
  key: NetworkKey;
  value: string;
}

/**
 * `networkId` decimal · `hrp` · `avaxAssetId`, `xChainId`, `cChainId` `0x…` of 32 bytes · `genesis` `0x…` of the P-Chain
 * genesis bytes · `genesisBlockId` `0x…` of the id that P block 1 names as its parent · `nodeVersion`, `nodeId` of the
 * node indexed last · `upgrades` JSON, unix seconds by upgrade name, as that node says · `pageTokenKey` `0x…` of 32 random bytes (the api's) · `projection` the
 * schema version whose program made the rows: another program makes them anew.
 */
export type NetworkKey =
  | "networkId"
  | "hrp"
  | "avaxAssetId"
  | "xChainId"
  | "cChainId"
  | "genesis"
  | "genesisBlockId"
  | "nodeVersion"
  | "nodeId"
  | "upgrades"
  | "projection"
  | "pageTokenKey";
