import { findEvmChain } from "@/app/[chain]/evm-chain";
import { findEvmTx, readContract, readEvmBlock, readNft } from "@/app/[chain]/evm-read";
import { isNftCollection } from "@/app/[chain]/token/contract";
import { readEvmTxs } from "@/app/[chain]/txs/evm-txs";
import { settle } from "@/app/server";
import { type EvmChain, isEvmAddress, isEvmHash } from "@/components/evm/chain";
import { isAtomicList, readEvmTxListParams, readTokenPageParams } from "@/components/evm/list-params";
import { readBlockListParams, type SearchParams } from "@/components/list/list-params";
import { FirnError } from "@/lib/errors";

/**
 * Whether a page of an EVM chain is there. Undefined where the address is none of theirs: on the C-Chain, whose blocks
 * and atomic transactions have pages of their own. @throws FirnError
 */
export async function isEvmPageHere(
  [segment = "", noun = "", ...ids]: readonly string[],
  search: SearchParams,
): Promise<boolean | undefined> {
  const isC = segment === "c";
  if (!isC && !/^\d+$/.test(segment)) return undefined;
  const chain = await findEvmChain(segment);
  if (noun === "token" || noun === "nft") return chain !== undefined && isTokenHere(chain, noun, ids, search);
  const elsewhere = isC ? undefined : false;
  if (chain === undefined) return elsewhere;
  const [id = "", ...rest] = ids;
  if (noun === "tx" && isEvmHash(id) && rest.length === 0)
    return (await findEvmTx(segment, id)) !== undefined || elsewhere;
  const isList = ["", "csv"].includes(id) && rest.length === 0;
  if (noun === "txs" && isList && !(isC && isAtomicList(search))) return isListHere(chain, search);
  // Blocks of the C-Chain stand under its letter.
  if (isC) return undefined;
  if (noun === "blocks" && isList) return readBlockListParams(search) !== undefined;
  const isBlock = noun === "block" && rest.length === 0 && (isEvmHash(id) || /^\d{1,12}$/.test(id));
  return isBlock && isFound(readEvmBlock(chain.evmChainId, id));
}

/** A list goes on behind a transaction only where there is one of that hash. */
async function isListHere(chain: EvmChain, search: SearchParams): Promise<boolean> {
  const position = readEvmTxListParams(search);
  return position !== undefined && isFound(readEvmTxs(chain, position, { pageSize: 1 }));
}

async function isTokenHere(
  { evmChainId }: EvmChain,
  noun: "token" | "nft",
  [address = "", tokenId = "", ...rest]: readonly string[],
  search: SearchParams,
): Promise<boolean> {
  if (!isEvmAddress(address) || rest.length > 0) return false;
  if (noun === "token" && tokenId !== "") return false;
  if (tokenId !== "") return isFound(readNft(evmChainId, address, tokenId));
  const { ercType } = await readContract(evmChainId, address);
  const isCollection = isNftCollection(ercType);
  if (readTokenPageParams(search, isCollection) === undefined) return false;
  return noun === "token" ? ercType !== "UNKNOWN" : isCollection;
}

/** @throws FirnError when it could not be asked for */
async function isFound(answer: Promise<unknown>): Promise<boolean> {
  const found = await settle(answer);
  if (!(found instanceof FirnError)) return true;
  if (found.code === "NOT_FOUND" || found.code === "BAD_PARAMETER") return false;
  throw found;
}
