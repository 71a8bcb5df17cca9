import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress, hasValidCase } from "../../avalanche/evm-address";
import { MAX_HEIGHT } from "../../contract/data/parameters";
import type { SearchReading } from "../../contract/firn/search";
import { hrefTo } from "../../contract/pages";
import { findAddressId } from "../../store/queries/evm/address";
import { listBlocks, readBlock } from "../../store/queries/evm/block";
import { readContract } from "../../store/queries/evm/token";
import { findBlockByHash, findTransaction } from "../../store/queries/evm/transaction";
import { heightOf, TOKEN_STANDARDS } from "../../store/rows/columns";
import { readBlock0Question } from "../evm/block-0";
import type { EvmContext, HandlerRequest } from "../handler";
import { isCChain } from "../present/evm/chain";
import { count, dayOf, readHeightText } from "./search-words";

export type EvmChainsRead = Pick<HandlerRequest<never>, "readEvm" | "evmChains">;
type EvmReader = (bytes: Uint8Array, context: EvmContext) => Promise<SearchReading | undefined>;

/**
 * What a text can mean on each EVM chain: the hash of a transaction or block, or the address of an account or contract.
 */
export async function readOnEvm(text: string, chains: EvmChainsRead): Promise<SearchReading[]> {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return askEach(text, chains, HASH);
  return /^0x[0-9a-f]{40}$/i.test(text) ? askEach(text, chains, ADDRESS) : [];
}

/** An address whose letters are in a case that is not its checksum; undefined for any other text. */
export function readMistypedAddress(text: string): SearchReading | undefined {
  if (!/^0x[0-9a-f]{40}$/i.test(text) || hasValidCase(text)) return undefined;
  return {
    reading: "EVM address",
    kind: "evm",
    found: "impossible",
    href: hrefTo("address", { address: text.toLowerCase() }, { chain: undefined }),
    detail: "Its checksum does not match: a character or its case is wrong. Open it without the checksum",
  };
}

/** `nothing` describes the text when no chain has it. */
interface Question {
  read: EvmReader;
  nothing: { reading: string; detail: string };
}

const HASH: Question = {
  read: readHash,
  nothing: {
    reading: "Hash of an EVM transaction or block",
    detail: "Not found on any indexed EVM chain",
  },
};
const ADDRESS: Question = {
  read: readAddress,
  nothing: { reading: "EVM address", detail: "No transaction on an indexed EVM chain has touched it" },
};

async function askEach(
  text: string,
  { readEvm, evmChains }: EvmChainsRead,
  { read, nothing }: Question,
): Promise<SearchReading[]> {
  const bytes = fromHex(text.toLowerCase());
  const chains = await evmChains.list();
  const found: SearchReading[] = [];
  const unknown: string[] = [];
  for (const { evmChainId = "" } of chains) {
    const one = await readEvm(evmChainId, async (context) => {
      const { history } = context;
      if (history && history.older !== "none")
        unknown.push(`${placeOf(context).title} blocks before ${history.firstHeight}`);
      return read(bytes, context);
    });
    if (one) found.push(one);
  }
  if (found.length > 0) return found;
  const { reading, detail } = nothing;
  if (chains.length === 0)
    return [{ reading, kind: "evm", found: "not-indexed", detail: "No EVM chain is indexed yet" }];
  if (unknown.length > 0) {
    const where = unknown.join(", ");
    return [
      { reading, kind: "evm", found: "not-indexed", detail: `Firn cannot tell: it does not have ${where}` },
    ];
  }
  return [{ reading, kind: "evm", found: "no", detail }];
}

/** A height on each L1. Heights of the C-Chain are those of the Primary Network's store. */
export async function readHeightOnL1s(
  text: string,
  { readEvm, evmChains }: EvmChainsRead,
): Promise<SearchReading[]> {
  const asked = readHeightText(text);
  if (asked === undefined) return [];
  const l1s = (await evmChains.list()).filter((facts) => !isCChain(facts));
  return Promise.all(
    l1s.map(({ evmChainId = "" }) => readEvm(evmChainId, (context) => readHeightOn(asked, context))),
  );
}

async function readHeightOn(asked: bigint, context: EvmContext): Promise<SearchReading> {
  const { segment, chain, title } = placeOf(context);
  const what = {
    reading: `${title} block ${asked.toLocaleString("en-US")}`,
    kind: "block",
    ...chain,
  } as const;
  const block = asked <= MAX_HEIGHT ? await readBlock(context.db, Number(asked)) : undefined;
  if (block) {
    const href = hrefTo("block", { chain: segment, id: block.height });
    return {
      ...what,
      found: "yes",
      href,
      detail: `${count(block.tx_count, "transaction")}, ${dayOf(block.time)}`,
    };
  }
  const [newest] = await listBlocks(context.db, { below: undefined, limit: 1 });
  if (newest && asked > newest.height)
    return { ...what, found: "impossible", detail: `The newest is ${newest.height.toLocaleString("en-US")}` };
  const { firstHeight, older = "none" } = context.history ?? {};
  if (older !== "none")
    return { ...what, found: "not-indexed", detail: `Blocks before ${firstHeight} are not in this index` };
  return { ...what, found: newest ? "no" : "not-indexed", detail: "Not in this index" };
}

async function readHash(hash: Uint8Array, context: EvmContext): Promise<SearchReading | undefined> {
  const tx = await findTransaction(context.db, hash);
  const { segment, chain, title } = placeOf(context);
  if (tx !== undefined) {
    const detail = `In block ${heightOf(tx.position)}`;
    const href = hrefTo("tx", { chain: segment, id: toHex(hash) });
    return { reading: `${title} transaction`, kind: "transaction", ...chain, found: "yes", href, detail };
  }
  const height = await findHeight(hash, context);
  if (height === undefined) return undefined;
  const href = hrefTo("block", { chain: segment, id: height });
  const detail = `At height ${height}`;
  return { reading: `${title} block`, kind: "block", ...chain, found: "yes", href, detail };
}

async function findHeight(hash: Uint8Array, context: EvmContext): Promise<number | undefined> {
  const block = await findBlockByHash(context.db, hash);
  if (block) return block.height;
  const asked = await readBlock0Question(context, hash);
  return asked?.parentOf1 === undefined ? undefined : 0;
}

/** Tokens and collections have pages of their own. Any other address has an address page. */
async function readAddress(address: Uint8Array, context: EvmContext): Promise<SearchReading | undefined> {
  const id = await findAddressId(context.db, address);
  if (id === undefined) return undefined;
  const { segment, chain, title } = placeOf(context);
  const written = formatEvmAddress(address);
  const contract = await readContract(context.db, id);
  const standard = TOKEN_STANDARDS[contract?.standard ?? -1] ?? "UNKNOWN";
  if (standard === "UNKNOWN") {
    const detail = `Known on ${title}`;
    return {
      reading: "EVM address",
      kind: "evm",
      ...chain,
      found: "yes",
      href: hrefTo("address", { address: written }, { chain: segment }),
      detail,
    };
  }
  const page = standard === "ERC-20" ? "token" : "collection";
  const name = contract?.name ?? contract?.symbol ?? "Without a name";
  const href = hrefTo(page, { chain: segment, contract: written });
  const detail = `${name}, ${standard}`;
  return { reading: `${title} token contract`, kind: "evm", ...chain, found: "yes", href, detail };
}

/** A chain's name in page addresses: the C-Chain by its letter, an L1 by EVM chain id. */
export function placeOf({ evmChainId, facts }: Pick<EvmContext, "evmChainId" | "facts">): {
  segment: string;
  title: string;
  chain: Pick<SearchReading, "chain" | "evmChainId">;
} {
  const title = facts.name ?? `EVM chain ${evmChainId}`;
  return isCChain(facts)
    ? { segment: "c", title, chain: { chain: "c" } }
    : { segment: evmChainId, title, chain: { evmChainId } };
}
