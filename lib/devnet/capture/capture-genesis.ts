import { z } from "zod";
import { toHex } from "../../avalanche/codec/bytes";
import { decodeGenesis } from "../../avalanche/genesis/genesis";
import { buildGenesis } from "../../avalanche/genesis/genesis-build";
import { readGenesisConfig } from "../../avalanche/genesis/genesis-config";
import { formatId, hrpOfNetwork } from "../../avalanche/ids";
import { stringifyLossless } from "../../contract/rpc";
import type { Recording } from "../recording";
import type { ReadFile } from "./read-file";

/** A network's genesis, and what a recording says of the network itself. */
export interface CapturedGenesis {
  network: Omit<Recording["network"], "nodeId">;
  texts: Recording["genesis"];
}

const genesisFile = z.looseObject({
  networkID: z.int(),
  xChainID: z.string(),
  cChainID: z.string(),
  config: z.unknown(),
  genesisBlock: z.looseObject({ bytes: z.string() }),
});

/**
 * What the node derived from its configuration or, in a capture that has the configuration alone, what follows from it.
 * Undefined if there is neither.
 * @throws DataError if the configuration is no genesis
 */
export async function readGenesis(read: ReadFile): Promise<CapturedGenesis | undefined> {
  const platform = await read("platform/genesis.json", genesisFile);
  if (platform === undefined) {
    const configuration = await read("network-genesis.json", z.unknown());
    return configuration === undefined ? undefined : genesisOf(configuration);
  }
  return {
    network: { networkId: platform.networkID, xChainId: platform.xChainID, cChainId: platform.cChainID },
    texts: {
      configuration: stringifyLossless(platform.config),
      platformBlock: platform.genesisBlock.bytes,
      platform: stringifyLossless(platform),
      xchain: stringifyLossless(await read("xchain/genesis.json", z.unknown())),
      cchain: stringifyLossless(await read("cchain/genesis.json", z.unknown())),
    },
  };
}

function genesisOf(configuration: unknown): CapturedGenesis {
  const config = readGenesisConfig(configuration);
  const bytes = buildGenesis(config);
  const { chains, avaxAssetId, block } = decodeGenesis(bytes);
  const [xChainId = "", cChainId = ""] = chains.map(({ txId }) => formatId(txId));
  const { networkId } = config;
  return {
    network: { networkId, xChainId, cChainId },
    texts: {
      configuration: stringifyLossless(configuration),
      platformBlock: toHex(block.bytes),
      platform: stringifyLossless({
        networkID: networkId,
        hrp: hrpOfNetwork(networkId),
        avaxAssetID: formatId(avaxAssetId),
        xChainID: xChainId,
        cChainID: cChainId,
        genesisBytes: toHex(bytes),
        genesisBlock: { bytes: toHex(block.bytes) },
      }),
      xchain: "null",
      cchain: "null",
    },
  };
}
