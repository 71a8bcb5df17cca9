import { findGenesis } from "../avalanche/genesis-build";
import type { GenesisConfig } from "../avalanche/genesis-config";
import { localGenesisConfig } from "../avalanche/genesis-local";
import { formatId } from "../avalanche/ids";
import { ConfigError } from "../errors";

/** Its genesis is built into the node, and starts anew at every first run. */
const LOCAL_NETWORK = 12_345;

/**
 * The P-Chain genesis bytes whose block has the id `blockId`, which P-Chain block 1 names as its parent: of the given
 * configuration, or of the local network's own. Undefined when there is none to try, or it is another local network.
 * @throws ConfigError CONFIG_INVALID when the given configuration makes another block
 */
export function genesisWithBlock(
  given: GenesisConfig | undefined,
  blockId: Uint8Array,
  { networkId, nowMs }: { networkId: number; nowMs: number },
): Uint8Array | undefined {
  const config = given ?? (networkId === LOCAL_NETWORK ? localGenesisConfig() : undefined);
  if (!config) return undefined;
  const bytes = findGenesis(config, { parentId: blockId, latest: BigInt(Math.floor(nowMs / 1000)) });
  if (bytes) return bytes;
  if (!given) return undefined;
  throw new ConfigError("CONFIG_INVALID", `no genesis block of this configuration is ${formatId(blockId)}`, {
    hint: "set FIRN_GENESIS to the genesis file that this network's nodes were started with",
  });
}
