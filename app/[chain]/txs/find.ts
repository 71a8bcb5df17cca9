import { findEvmChain } from "@/app/[chain]/evm-chain";
import { readEvmTxs } from "@/app/[chain]/txs/evm-txs";
import { TX_TYPES } from "@/app/[chain]/txs/tx-types";
import { type Existence, type Find, moved } from "@/app/existence";
import type { EvmChain } from "@/components/evm/chain";
import {
  type EvmTxListParams,
  isAtomicList,
  queryOfEvmTxs,
  readEvmTxListParams,
} from "@/components/evm/list-params";
import { readTxListParams, type TxListParams } from "@/components/list/list-params";
import { type Chain, isChain } from "@/components/ui/chains";
import { hrefTo, type SearchOf } from "@/lib/contract/pages";

/** The transactions listed, and the list's position. On the C-Chain they are EVM or atomic ones. */
export type FoundTxs =
  | { kind: "primary"; chain: Chain; position: TxListParams }
  | { kind: "evm"; chain: EvmChain; position: EvmTxListParams };

/** Which filters a list has depends on its chain, so the query is read here. */
export const findTxs: Find<"txs", FoundTxs, SearchOf<"txs">> = async ({
  params: { chain: segment },
  query: search,
}) => {
  const isOfEvm = !isChain(segment) || (segment === "c" && !isAtomicList(search));
  const chain = isOfEvm ? await findEvmChain(segment) : undefined;
  if (chain !== undefined) return findEvmList(chain, segment, search);
  if (!isChain(segment)) return "missing";
  const position = readTxListParams(search, TX_TYPES[segment]);
  return position === undefined ? "malformed" : { found: { kind: "primary", chain: segment, position } };
};

async function findEvmList(
  chain: EvmChain,
  segment: string,
  search: SearchOf<"txs">,
): Promise<Existence<FoundTxs>> {
  const position = readEvmTxListParams(search);
  if (position === undefined) return "malformed";
  // A list continues only after an existing transaction.
  const { before } = position;
  if (before?.startsWith("0x")) await readEvmTxs(chain, { before }, { pageSize: 1 });
  if (segment !== chain.segment)
    return moved(hrefTo("txs", { chain: chain.segment }, queryOfEvmTxs(position)));
  return { found: { kind: "evm", chain, position } };
}
