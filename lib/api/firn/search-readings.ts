import { isAvax } from "../../avalanche/avax";
import { equalBytes, fromHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import {
  formatAddress,
  formatId,
  formatNodeId,
  PRIMARY_NETWORK_ID,
  parseAddress,
  parseId,
  parseNodeId,
} from "../../avalanche/ids";
import { MAX_HEIGHT } from "../../contract/data/parameters";
import type { SearchReading } from "../../contract/firn/search";
import { hrefTo } from "../../contract/pages";
import { findAsset } from "../../store/queries/asset";
import { findBlock, listBlocks, readBlock } from "../../store/queries/block";
import { findAddresses } from "../../store/queries/by-key";
import { findValidation } from "../../store/queries/l1-validator";
import { listL1Validators } from "../../store/queries/l1-validator-list";
import { listStakes, type StakeStatus } from "../../store/queries/stake-list";
import { type BlockchainRow, findBlockchain, findSubnet } from "../../store/queries/subnet";
import { findTx, listTxs } from "../../store/queries/tx";
import { findVertex } from "../../store/queries/vertex";
import { accountKey, dagIndexOf, heightOf, STAKE_ROLE } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import { readHead } from "../page/snapshot-page";
import { CHAINS, type Chain } from "../request/chains";
import { findGenesisBlock, readGenesisBlock } from "../transactions/genesis-blocks";
import { count, dayOf, isOfGenesis, readHeightText, WRONG_CHECKSUM } from "./search-words";

/** Interprets a text as one kind of thing; empty when the text does not have its form. */
export type Reader = (text: string, context: RequestContext) => Promise<SearchReading[]>;

/** Ids have 48 to 50 letters in cb58, almost all of them 49 or 50. Shorter texts are still being typed. */
const ID_FORM = /^(0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{49,60})$/i;
const SHORTEST_ID = 32;
const ADDRESS_FORM = /^([PXC]-)?[a-z]{2,10}1[02-9ac-hj-np-z]{38,}$/;
/** Node ids have 32 or 33 letters in cb58, but for those that begin with zero bytes. */
const NODE_ID_LETTERS = 33;

/** A height, with or without thousands separators, on each chain. */
export const readHeight: Reader = async (text, context) => {
  const height = readHeightText(text);
  if (height === undefined) return [];
  return Promise.all(Object.values(CHAINS).map((chain) => readHeightOn(chain, height, context)));
};

async function readHeightOn(chain: Chain, asked: bigint, context: RequestContext): Promise<SearchReading> {
  const { db } = context;
  const height = Number(asked);
  const reading = `${chain.title} block ${asked.toLocaleString("en-US")}`;
  const what = { reading, kind: "block", chain: chain.letter } as const;
  if (height === 0) return { ...what, ...(await readGenesisOn(chain, context)) };
  const block = height <= MAX_HEIGHT ? await readBlock(db, chain.code, height) : undefined;
  if (block) {
    const isC = chain === CHAINS.c;
    const txs = count(block.tx_count, isC ? "atomic transaction" : "transaction");
    // The primary store has only the atomic transactions of C-Chain blocks.
    const day = block.time === null ? [] : [dayOf(block.time)];
    const detail = (isC && block.tx_count === 0 ? day : [txs, ...day]).join(", ");
    return {
      ...what,
      found: "yes",
      href: hrefTo("block", { chain: chain.letter, id: block.height }),
      detail,
    };
  }
  const range = { from: 0, below: Number.MAX_SAFE_INTEGER, order: "desc" } as const;
  const [newest] = await listBlocks(db, chain.code, { range, limit: 1 });
  if (newest && height > newest.height)
    return { ...what, found: "impossible", detail: `The newest is ${newest.height.toLocaleString("en-US")}` };
  return { ...what, found: newest ? "no" : "not-indexed", detail: "Not in this index" };
}

async function readGenesisOn(
  chain: Chain,
  context: RequestContext,
): Promise<Pick<SearchReading, "found" | "detail" | "href">> {
  const href = hrefTo("block", { chain: chain.letter, id: 0 });
  const block = await readGenesisBlock(context, chain);
  if (block) return { found: "yes", href, detail: `The genesis, ${dayOf(block.time)}` };
  // The node has block 0 too, and block 1 shows whether it is the same.
  if (chain === CHAINS.c && (await readBlock(context.db, chain.code, 1)))
    return { found: "yes", href, detail: "The genesis, from the node" };
  return { found: "not-indexed", detail: "The network's genesis is not known" };
}

/** 32 bytes in cb58 or hex: a block, a container, a transaction or a vertex. */
export const readId: Reader = async (text, context) => {
  const id = text.length < SHORTEST_ID ? undefined : tryParse(parseId, text);
  if (id === undefined) {
    // An address consists of cb58 letters too.
    if (!ID_FORM.test(text) || ADDRESS_FORM.test(text)) return [];
    return [{ reading: "Id in cb58", kind: "none", found: "impossible", detail: WRONG_CHECKSUM }];
  }
  const found: SearchReading[] = [];
  for (const chain of Object.values(CHAINS)) {
    const one = (await readTxOn(chain, id, context)) ?? (await readBlockOn(chain, id, context));
    if (one) found.push(one);
  }
  const vertex = await findVertex(context.db, id);
  if (vertex) {
    const detail = `At height ${vertex.height} of the graph before Cortina`;
    const href = hrefTo("block", { chain: "x", id: formatId(id) });
    found.push({ reading: "X-Chain vertex", kind: "container", chain: "x", found: "yes", href, detail });
  }
  found.push(...(await readAssetId(id, context)), ...(await readStakingId(id, context)));
  if (found.length > 0) return found;
  const detail = "Not a block, container or transaction of P, X or C";
  return [{ reading: "32-byte id", kind: "none", found: "no", detail }];
};

/** An asset has the id of the transaction that created it; one of the genesis has only its own. */
async function readAssetId(id: Uint8Array, { db, network }: RequestContext): Promise<SearchReading[]> {
  const asset = await findAsset(db, id);
  const isFee = isAvax(network, id) === true;
  if (!isFee && (asset === undefined || asset.created_position === null)) return [];
  const reading = asset?.name ?? (isFee ? "Avalanche" : "Asset");
  const detail = `${asset?.symbol ?? (isFee ? "AVAX" : "Without a symbol")}, asset of the X-Chain`;
  const href = hrefTo("asset", { id: formatId(id) });
  return [{ reading, kind: "asset", chain: "x", found: "yes", href, detail }];
}

/** Subnets, blockchains and L1 validations. They have the id of a transaction, or an id of their own. */
async function readStakingId(id: Uint8Array, { db }: RequestContext): Promise<SearchReading[]> {
  const what = { chain: "p", found: "yes" } as const;
  const readings: SearchReading[] = [];
  const subnet = await findSubnet(db, id);
  if (subnet) {
    const detail = subnet.converted_position === null ? "A subnet" : "An L1 with validators of its own";
    readings.push({
      ...what,
      reading: "Subnet",
      kind: "subnet",
      href: hrefTo("l1", { id: formatId(id) }),
      detail,
    });
  }
  const blockchain = await findBlockchain(db, id);
  if (blockchain) {
    readings.push({ ...what, reading: "Blockchain", kind: "blockchain", ...describeBlockchain(blockchain) });
  }
  const validation = await findValidation(db, id);
  if (validation) {
    const detail = `Of ${formatNodeId(validation.node_id)}`;
    const href = hrefTo("validation", { id: formatId(id) });
    readings.push({ ...what, reading: "Validation of an L1", kind: "validation", href, detail });
  }
  return readings;
}

/** Chains of the Primary Network have pages of their own, under their letters. */
function describeBlockchain({ name, subnet_id: subnetId }: BlockchainRow): { href: string; detail: string } {
  if (!equalBytes(subnetId, PRIMARY_NETWORK_ID))
    return {
      href: hrefTo("l1", { id: formatId(subnetId) }),
      detail: `${name}, of subnet ${formatId(subnetId)}`,
    };
  const letter = /^[xc]/i.exec(name)?.[0].toLowerCase() ?? "p";
  return { href: hrefTo("blocks", { chain: letter }), detail: `${name}, of the Primary Network` };
}

async function readTxOn(
  chain: Chain,
  id: Uint8Array,
  { db }: RequestContext,
): Promise<SearchReading | undefined> {
  const tx = await findTx(db, chain.code, id);
  if (tx === undefined) return undefined;
  const reading = chain === CHAINS.c ? "C-Chain atomic transaction" : `${chain.title} transaction`;
  const what = { reading, kind: "transaction", chain: chain.letter } as const;
  const ofGraph = dagIndexOf(tx.position) !== undefined;
  if (isOfGenesis(tx.position)) {
    const href = hrefTo("block", { chain: chain.letter, id: 0 });
    return { ...what, found: "yes", href, detail: "Part of the genesis: not in a block" };
  }
  const detail = ofGraph ? "From before Cortina: not in a block" : `In block ${heightOf(tx.position)}`;
  const href = hrefTo("tx", { chain: chain.letter, id: formatId(id) });
  return { ...what, found: "yes", href, detail };
}

async function readBlockOn(
  chain: Chain,
  id: Uint8Array,
  context: RequestContext,
): Promise<SearchReading | undefined> {
  for (const kind of ["block", "container"] as const) {
    const block =
      (await findBlock(context.db, id, { chain: chain.code, kind })) ??
      (await findGenesisBlock(context, chain, id));
    if (block === undefined) continue;
    const detail =
      kind === "block" ? `At height ${block.height}` : `Contains the block at height ${block.height}`;
    const href = hrefTo("block", { chain: chain.letter, id: block.height });
    return { reading: `${chain.title} ${kind}`, kind, chain: chain.letter, found: "yes", href, detail };
  }
  return undefined;
}

/** A bech32 address with or without its chain: one key on all chains. */
export const readAddressText: Reader = async (text, context) => {
  const lower = text.toLowerCase().replace(/^([pxc])-/, (prefix) => prefix.toUpperCase());
  if (!ADDRESS_FORM.test(lower)) return [];
  const parsed = tryParse(parseAddress, lower);
  const { hrp } = context.network;
  const impossible = { reading: "Address", kind: "address", found: "impossible" } as const;
  if (parsed === undefined) return [{ ...impossible, detail: WRONG_CHECKSUM }];
  if (parsed.hrp !== hrp)
    return [{ ...impossible, detail: `From another network: addresses here begin with ${hrp}1` }];
  const written = formatAddress(hrp, parsed.address);
  const found = await readAddressOn(Object.values(CHAINS), { address: parsed.address, written }, context);
  if (found.length > 0) return found;
  return [{ reading: "Address", kind: "address", found: "no", detail: "No transaction has touched it" }];
};

/** 20 bytes of hex: an account, as far as atomic transactions show it. */
export const readHexAddress: Reader = async (text, context) => {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return [];
  const address = fromHex(text.toLowerCase());
  const written = formatEvmAddress(address);
  return readAddressOn([CHAINS.c], { address: accountKey(address), written }, context);
};

async function readAddressOn(
  chains: readonly Chain[],
  { address, written }: { address: Uint8Array; written: string },
  { db }: RequestContext,
): Promise<SearchReading[]> {
  const addressIds = (await findAddresses(db, [address])).map(({ id }) => id);
  const onEvm = written.startsWith("0x");
  const titles: string[] = [];
  for (const chain of chains) {
    const range = { from: Number.MIN_SAFE_INTEGER, below: Number.MAX_SAFE_INTEGER, order: "desc" } as const;
    if ((await listTxs(db, { chain: chain.code, range, limit: 1, addressIds })).length === 0) continue;
    titles.push(chain === CHAINS.c ? "the C-Chain (atomic)" : `the ${chain.title}`);
  }
  if (titles.length === 0) return [];
  const detail = `Has transactions on ${titles.join(", ")}`;
  return [
    {
      reading: "Address",
      kind: "address",
      found: "yes",
      href: hrefTo("address", { address: written }, { chain: onEvm ? "c" : undefined }),
      detail,
    },
  ];
}

/** A node that is, was or will be a validator, here or on an L1. */
export const readNodeIdText: Reader = async (text, context) => {
  const { db } = context;
  if (!/^NodeID-/i.test(text)) return [];
  const reading = "Node";
  const nodeId = tryParse(parseNodeId, text.replace(/^NodeID-/i, "NodeID-"));
  if (nodeId === undefined) {
    if (text.length < "NodeID-".length + NODE_ID_LETTERS) return [];
    return [{ reading, kind: "node", found: "impossible", detail: WRONG_CHECKSUM }];
  }
  const at = await readHead(context);
  const list = { at, nodeIds: [nodeId], role: STAKE_ROLE.validator, order: "desc", limit: 1 } as const;
  const [running] = await listStakes(db, { ...list, statuses: ["active"] });
  const [newest] = running ? [running] : await listStakes(db, list);
  const [validation] = await listL1Validators(db, { at, nodeId, which: "all", limit: 1 });
  const what = { reading, kind: "node" } as const;
  if (newest === undefined && validation === undefined)
    return [{ ...what, found: "no", detail: "No staking transaction names it" }];
  const href = hrefTo("validator", { id: formatNodeId(nodeId) });
  return [{ ...what, found: "yes", href, detail: describeNode(newest?.status, validation !== undefined) }];
};

function describeNode(status: StakeStatus | undefined, ofL1: boolean): string {
  if (status === "active") return "Validator";
  if (status === "pending") return "Will be a validator";
  if (status === undefined) return "Validator of an L1";
  return ofL1 ? "Was a validator; known on an L1" : "Was a validator";
}

function tryParse<T>(parse: (text: string) => T, text: string): T | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
