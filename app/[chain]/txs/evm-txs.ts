import { searchOn } from "@/app/[chain]/search-on";
import { api } from "@/app/server";
import { type EvmChain, WEI_DECIMALS } from "@/components/evm/chain";
import type { EvmTxListParams } from "@/components/evm/list-params";
import { hashSignature, signatureOf } from "@/lib/avalanche/evm/abi/entries";
import { COMMON_BOOK, STANDARD_BOOK } from "@/lib/avalanche/evm/abi/standards";
import { searchTransactions } from "@/lib/contract/firn/evm-tx-search";
import { fillRoute, type RouteBody } from "@/lib/contract/route";
import { InputError } from "@/lib/errors";

/**
 * Transactions of an EVM chain at a position, newest first, and the path on this origin that serves them. An empty page that goes
 * on means that nothing was found yet.
 * @throws FirnError
 */
export async function readEvmTxs(
  { evmChainId }: Pick<EvmChain, "evmChainId">,
  position: EvmTxListParams,
  paging: { pageSize: number; pageToken?: string | undefined },
): Promise<{ page: RouteBody<typeof searchTransactions>; path: string }> {
  const { sender, receiver, method, min, from, to, ...others } = position;
  const params = { chainId: evmChainId };
  const query = {
    ...others,
    from: sender,
    to: receiver,
    startTimestamp: from,
    endTimestamp: to,
    method: method && selectorsOf(method).join(","),
    minValue: min && weiOf(min),
    ...paging,
  };
  const page = await searchOn(
    (pageToken = paging.pageToken) =>
      api().get(searchTransactions, { params, query: { ...query, pageToken } }),
    ({ transactions }) => transactions,
  );
  return { page, path: fillRoute(searchTransactions, { params, query }) };
}

/** Selectors of a function by one of them, by its signature, or by its name. @throws InputError BAD_PARAMETER */
function selectorsOf(method: string): string[] {
  if (method.startsWith("0x")) return [method];
  const selectorOf = (signature: string) => hashSignature(signature).slice(0, 10);
  if (method.includes("(")) return [selectorOf(method.replace(/\s/g, ""))];
  const named = [...STANDARD_BOOK.functions, ...COMMON_BOOK.functions].filter(({ name }) => name === method);
  const selectors = new Set(named.map((entry) => selectorOf(signatureOf(entry))));
  if (selectors.size > 0) return [...selectors];
  throw new InputError("BAD_PARAMETER", `Firn knows no function by the name ${method}`, {
    hint: `write its parameter types too, as in ${method}(address,uint256), or its selector of 8 hex digits`,
  });
}

/** A number of coins in wei. */
function weiOf(coins: string): string {
  const [whole = "", decimals = ""] = coins.split(".");
  return String(BigInt(whole + decimals.padEnd(WEI_DECIMALS, "0")));
}
