import type { Route } from "../../contract/route";
import { InputError } from "../../errors";
import type { EvmFacts } from "../../store/bookkeeping/evm-facts";
import type { HandlerRequest } from "../handler";
import { isCChain, presentChainName } from "../present/evm/chain";

/** The path of the published interface, whose chain is in the query. */
const BY_QUERY = "v2";

/**
 * The chain that a request is about, as `readEvm` takes it: the one in its path, or else in `chainid`, or else the C-Chain,
 * or else the only one.
 * @throws InputError BAD_PARAMETER if path and query name two chains, or several chains have the name; NOT_FOUND
 */
export async function findChain(
  request: Pick<HandlerRequest<Route>, "evmChains" | "service">,
  { chain, chainid }: { chain: string | undefined; chainid: string | undefined },
): Promise<string> {
  const chains = await request.evmChains.list();
  const find = (text: string) =>
    oneOf(
      chains.filter((facts) => isNamed(facts, text, request)),
      text,
    );
  if (chain !== undefined && chain !== BY_QUERY) {
    const found = find(chain);
    if (chainid === undefined || find(chainid) === found) return found;
    throw new InputError("BAD_PARAMETER", `the path names chain ${chain}, and chainid names ${chainid}`, {
      hint: "leave chainid out",
    });
  }
  if (chainid !== undefined) return find(chainid);
  const main = chains.find(isCChain) ?? (chains.length === 1 ? chains[0] : undefined);
  if (main?.evmChainId !== undefined) return main.evmChainId;
  throw new InputError("NOT_FOUND", "the C-Chain is not indexed here", {
    hint: `name a chain by chainid: ${listOf(chains)}`,
  });

  /** What no chain is called may be the id of one that is coming: `readEvm` knows. */
  function oneOf(found: readonly EvmFacts[], text: string): string {
    const [only] = found;
    if (found.length === 1 && only?.evmChainId !== undefined) return only.evmChainId;
    if (found.length === 0) return text;
    throw new InputError("BAD_PARAMETER", `${found.length} chains are called ${text}`, {
      hint: `name it by its EVM chain ID: ${listOf(found)}`,
    });
  }
}

function listOf(chains: readonly EvmFacts[]): string {
  return chains.map(({ evmChainId }) => evmChainId).join(", ") || "none is indexed yet";
}

/** Whether a chain is meant by its EVM chain ID, its blockchain ID, or its name in any case. */
function isNamed(
  facts: EvmFacts,
  text: string,
  { service }: Pick<HandlerRequest<Route>, "service">,
): boolean {
  const { evmChainId = "", blockchainId } = facts;
  if (text === evmChainId || text === blockchainId) return true;
  if (/^c(-chain)?$/i.test(text)) return isCChain(facts);
  const name = presentChainName(facts, service.labels.of(evmChainId).chain);
  return name.toLowerCase() === text.toLowerCase();
}
