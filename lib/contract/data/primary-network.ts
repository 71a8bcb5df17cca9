import { z } from "zod";

/** Shapes shared by all Primary Network answers. Amounts are decimal strings in the asset's base unit. */

export const network = z.enum(["mainnet", "fuji"]).meta({ id: "Network" });

export const chainName = z.enum(["p-chain", "x-chain", "c-chain"]).meta({ id: "PrimaryNetworkChainName" });

export const primaryNetworkChainInfo = z
  .object({ chainName, network })
  .meta({ id: "PrimaryNetworkChainInfo" });

/** Name of an asset. If the asset's creation is not indexed, it is absent; SDKs get empty texts and 0. */
const assetNaming = z.object({
  /** cb58. */
  assetId: z.string(),
  name: z.string().optional(),
  /** At most 4 characters. */
  symbol: z.string().optional(),
  /** If it is absent, the amount is in base units. */
  denomination: z.int().optional(),
  /** SDKs do not know property: they get nft. */
  type: z.enum(["secp256k1", "nft", "property"]),
});

export const assetAmount = assetNaming.extend({ amount: z.string() }).meta({ id: "AssetAmount" });

export const assetDetails = assetNaming
  .required()
  .extend({
    createdAtTimestamp: z.number().optional().meta({
      description:
        "Unix seconds. For an asset created before Cortina, when this node accepted it, for the X-Chain kept no times then; left out where the node accepted it later, while it bootstrapped.",
    }),
    /** variable if it started with a mint right. */
    cap: z.enum(["fixed", "variable"]),
  })
  .meta({ id: "XChainAssetDetails" });

/** Owner with its locktime (unix seconds, 0 for none). Addresses are bech32 without a chain prefix. */
export const subnetOwnershipInfo = z
  .object({ locktime: z.number(), threshold: z.int(), addresses: z.array(z.string()) })
  .meta({ id: "SubnetOwnershipInfo" });

/** BLS key (48 bytes) and its proof of possession (96 bytes), 0x hex. */
export const blsCredentials = z
  .object({ publicKey: z.string(), proofOfPossession: z.string() })
  .meta({ id: "BlsCredentials" });

/** An EVM chain's genesis as its JSON; any other chain's as `{encoding: "hex", data}` with its bytes in `0x` hex. */
export const genesisData = z.record(z.string(), z.unknown()).meta({ id: "GenesisData" });

/** Location of a validator manager: the blockchain's cb58 id and the contract's address. */
export const l1ValidatorManagerDetails = z
  .object({ blockchainId: z.string(), contractAddress: z.string() })
  .meta({ id: "L1ValidatorManagerDetails" });

export type Network = z.infer<typeof network>;
export type ChainName = z.infer<typeof chainName>;
export type AssetAmount = z.infer<typeof assetAmount>;
export type AssetDetails = z.infer<typeof assetDetails>;
export type SubnetOwnershipInfo = z.infer<typeof subnetOwnershipInfo>;
