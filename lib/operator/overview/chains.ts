import type { AdminClient } from "../../client/admin";
import type { NodeClient } from "../../client/node";
import { rpcMessageOf } from "../../client/rpc";
import { getBlockchainID } from "../../contract/node/info";
import { chainIdParameter } from "../../contract/operator/actions";
import type { ConsoleFacts } from "../../contract/operator/console";

/** More than any node runs. */
const MAX_LOGGERS = 200;

/** A chain that this node runs. */
interface RunChain {
  /** cb58. */
  blockchainId: string;
  loggerName: string;
}

/** Finds chains by their loggers. Each chain has one, named by its first alias or its id. */
export async function readRunChains(node: NodeClient, loggerNames: readonly string[]): Promise<RunChain[]> {
  const chains = await Promise.all(
    loggerNames.slice(0, MAX_LOGGERS).map(async (loggerName) => {
      const blockchainId = await readBlockchainId(node, loggerName);
      return blockchainId === undefined ? [] : [{ blockchainId, loggerName }];
    }),
  );
  return chains.flat();
}

/** Like `readRunChains`, with every alias of each chain. */
export async function readChains(
  { node, admin }: { node: NodeClient; admin: AdminClient },
  loggerNames: readonly string[],
): Promise<NonNullable<ConsoleFacts["chains"]>> {
  const chains = await readRunChains(node, loggerNames);
  return Promise.all(
    chains.map(async (chain) => {
      const { text, id } = chainIdParameter.parse(chain.blockchainId);
      const aliases = (await admin.getChainAliases(id)) ?? [];
      return { ...chain, aliases: aliases.filter((alias) => alias !== text) };
    }),
  );
}

async function readBlockchainId(node: NodeClient, alias: string): Promise<string | undefined> {
  try {
    return (await node.call("/ext/info", getBlockchainID, { alias })).blockchainID;
  } catch (error) {
    if (/^there is no ID with alias/.test(rpcMessageOf(error) ?? "")) return undefined;
    throw error;
  }
}
