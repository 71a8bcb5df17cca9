import { parseNodeId } from "@/lib/avalanche/ids";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { type EntityPage, type PageName, type ParamsOf, pageOf, type Requested } from "@/lib/contract/pages";
import { isChain } from "../ui/chains";
import { resolveAddress } from "./address-reasons";
import {
  missingEvmTx,
  missingHeight,
  missingId,
  missingToken,
  missingTransfer,
  neverValidated,
  noList,
  noPage,
  type Resolution,
  unservedChain,
} from "./reasons";

type Status = FirnStatus | undefined;
/** Undefined if all that can be said is that there is no such page. */
type Resolve<N extends PageName> = (params: ParamsOf<N>, status: Status) => Resolution | undefined;

/** Reasons that a page's address gives. A page that is not here has the general ones. */
const RESOLVERS: { [N in EntityPage]?: Resolve<N> } = {
  blocks: ({ chain }, status) => (isChain(chain) ? noList(chain, "blocks") : unservedChain(chain, status)),
  txs: ({ chain }, status) => (isChain(chain) ? noList(chain, "txs") : unservedChain(chain, status)),
  block: ({ chain, id }, status) => {
    if (!isChain(chain)) return unservedChain(chain, status);
    if (/^\d+$/.test(id)) return missingHeight(chain, id, status);
    return missingId({ chain, noun: "block", wanted: id, status });
  },
  tx: ({ chain, id }, status) => {
    if (!isChain(chain)) return unservedChain(chain, status);
    if (chain === "c" && /^0x[0-9a-f]{64}$/i.test(id)) return missingEvmTx(id, status);
    return missingId({ chain, noun: "transaction", wanted: id, status });
  },
  token: ({ contract }, status) => missingToken(contract, status),
  collection: ({ contract }, status) => missingToken(contract, status),
  nft: ({ contract }, status) => missingToken(contract, status),
  transfer: ({ id }, status) => missingTransfer(id, status),
  address: ({ address }, status) => resolveAddress(address, status),
  validator: ({ id }, status) => (isNodeId(id) ? neverValidated(id, status) : undefined),
};

/**
 * Why a page is missing, from its address and the status alone: the store was searched before. `pathname` is as the
 * browser sent it. `status` is undefined if the API did not answer.
 */
export function resolvePath(pathname: string, status: Status): Resolution {
  const requested = pageOf({ pathname, searchParams: new URLSearchParams() });
  const isPage = requested !== undefined && requested !== "file";
  return (isPage ? resolve(requested, status) : undefined) ?? noPage(pathname);
}

function resolve<N extends PageName>({ page, params }: Requested<N>, status: Status): Resolution | undefined {
  const resolvers: { [P in PageName]?: Resolve<P> } = RESOLVERS;
  const resolver: Resolve<N> | undefined = resolvers[page];
  return resolver?.(params, status);
}

function isNodeId(text: string): boolean {
  try {
    return parseNodeId(text).length > 0;
  } catch {
    return false;
  }
}
