import { parseNodeId } from "@/lib/avalanche/ids";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { type EntityPage, type PageName, type ParamsOf, pageOf, type Requested } from "@/lib/contract/pages";
import { isChain } from "../ui/chains";
import { resolveAddress } from "./address-reasons";
import { type ChainKnowledge, unservedChain } from "./chain-reasons";
import {
  missingChart,
  missingEvmTx,
  missingHeight,
  missingId,
  missingStaking,
  missingToken,
  missingTransfer,
  type NodeVerdict,
  neverValidated,
  noList,
  noPage,
  notNodeId,
  type Resolution,
} from "./reasons";

type Status = FirnStatus | undefined;
/** Undefined if all that can be said is that there is no such page. */
type Resolve<N extends PageName> = (
  params: ParamsOf<N>,
  status: Status,
  node: NodeVerdict,
) => Resolution | undefined;

/** Reasons that a page's address gives. A page that is not here has the general ones. */
const RESOLVERS: { [N in EntityPage]?: Resolve<N> } = {
  blocks: ({ chain }) => (isChain(chain) ? noList(chain, "blocks") : undefined),
  txs: ({ chain }) => (isChain(chain) ? noList(chain, "txs") : undefined),
  block: ({ chain, id }, status) => {
    if (!isChain(chain)) return undefined;
    if (/^\d+$/.test(id)) return missingHeight(chain, id, status);
    return missingId({ chain, noun: "block", wanted: id, status });
  },
  tx: ({ chain, id }, status, node) => {
    const isHash = /^0x[0-9a-f]{64}$/i.test(id);
    const isServed = status?.streams.some(({ evm }) => evm?.chainId === chain);
    if (isHash && (chain === "c" || isServed)) return missingEvmTx(id, { chain, status, node });
    if (!isChain(chain)) return undefined;
    return missingId({ chain, noun: "transaction", wanted: id, status, node });
  },
  token: ({ contract }, status) => missingToken(contract, status),
  collection: ({ contract }, status) => missingToken(contract, status),
  nft: ({ contract }, status) => missingToken(contract, status),
  transfer: ({ id }, status) => missingTransfer(id, status),
  address: ({ address }, status) => resolveAddress(address, status),
  validator: ({ id }, status) => (isNodeId(id) ? neverValidated(id, status) : notNodeId(id)),
  l1: ({ id }, status) => missingStaking("subnet or L1", id, status),
  validation: ({ id }, status) => missingStaking("validation of an L1", id, status),
  chart: ({ metric }) => missingChart(metric),
};

/**
 * Why a page is missing, from its address and the status alone: the store was searched before. `pathname` is as the
 * browser sent it. `status` is undefined if the API did not answer, `node` if the node was not asked, `chain` if the
 * chain of the address is served.
 */
export function resolvePath(
  pathname: string,
  status: Status,
  { node, chain: known }: { node?: NodeVerdict; chain?: ChainKnowledge | undefined } = {},
): Resolution {
  const requested = pageOf({ pathname, searchParams: new URLSearchParams() });
  if (requested === undefined || requested === "file") return noPage(pathname);
  const { params } = requested;
  const chain = "chain" in params && !isChain(params.chain) ? params.chain : undefined;
  const isServed = status?.streams.some(({ evm }) => evm?.chainId === chain) === true;
  if (chain !== undefined && !isServed) return unservedChain(chain, status, known);
  return (
    resolve(requested, status, node) ??
    (chain === undefined ? noPage(pathname) : unservedChain(chain, status, known))
  );
}

function resolve<N extends PageName>(
  { page, params }: Requested<N>,
  status: Status,
  node: NodeVerdict,
): Resolution | undefined {
  const resolvers: { [P in PageName]?: Resolve<P> } = RESOLVERS;
  const resolver: Resolve<N> | undefined = resolvers[page];
  return resolver?.(params, status, node);
}

function isNodeId(text: string): boolean {
  try {
    return parseNodeId(text).length > 0;
  } catch {
    return false;
  }
}
