import { formatAddress, formatId, parseAddress, parseId, parseNodeId } from "../../avalanche/ids";
import { MAX_HEIGHT } from "../../contract/data/parameters";
import type { SearchReading } from "../../contract/firn/search";
import { CHAIN, heightOf } from "../../store/columns";
import { findBlock, listBlocks, readBlock } from "../../store/queries/block";
import { findAddresses } from "../../store/queries/by-key";
import { findStakeOfNode } from "../../store/queries/stake";
import { findTx, readTxs } from "../../store/queries/tx";
import type { RequestContext } from "../handler";

/** What a text is to one kind of thing; empty when it has not the form of one. */
export type Reader = (text: string, context: RequestContext) => Promise<SearchReading[]>;

const ID_FORM = /^(0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{33,60})$/i;
const ADDRESS_FORM = /^([PXC]-)?[a-z]{2,10}1[02-9ac-hj-np-z]{30,}$/;

/** A height, thousands separated or not. */
export const readHeight: Reader = async (text, { db }) => {
  const digits = text.replace(/[,_\s]/g, "");
  if (!/^\d+$/.test(digits)) return [];
  const reading = "P-Chain block at a height";
  const height = Number(digits);
  const block = height <= MAX_HEIGHT ? await readBlock(db, CHAIN.p, height) : undefined;
  if (block) {
    const detail = `Block ${block.height}, ${count(block.tx_count, "transaction")}`;
    return [{ reading, kind: "block", found: "yes", href: `/p/block/${block.height}`, detail }];
  }
  const range = { from: 0, below: Number.MAX_SAFE_INTEGER, order: "desc" } as const;
  const [newest] = await listBlocks(db, CHAIN.p, { range, limit: 1 });
  if (newest && height > newest.height)
    return [{ reading, kind: "block", found: "impossible", detail: `The newest is ${newest.height}` }];
  const detail = height === 0 ? "The genesis block is in no node's index" : "Not in this index";
  return [{ reading, kind: "block", found: newest ? "no" : "not-indexed", detail }];
};

/** 32 bytes in cb58 or hex: a block, a container or a transaction. */
export const readId: Reader = async (text, { db }) => {
  // An address has the letters of cb58 too.
  if (!ID_FORM.test(text) || ADDRESS_FORM.test(text)) return [];
  const id = tryParse(parseId, text);
  if (id === undefined) {
    const detail = "Its checksum is wrong: a character is off or missing";
    return [{ reading: "Id in cb58", kind: "none", found: "impossible", detail }];
  }
  const found: SearchReading[] = [];
  const tx = await findTx(db, CHAIN.p, id);
  if (tx && heightOf(tx.position) === 0) {
    const detail = "Of the genesis: it stands in no block";
    return [{ reading: "P-Chain transaction", kind: "transaction", found: "not-indexed", detail }];
  }
  if (tx) {
    const detail = `In block ${heightOf(tx.position)}`;
    found.push({
      reading: "P-Chain transaction",
      kind: "transaction",
      found: "yes",
      href: `/p/tx/${formatId(id)}`,
      detail,
    });
  }
  for (const kind of ["block", "container"] as const) {
    const block = await findBlock(db, id, { chain: CHAIN.p, kind });
    if (!block || found.length > 0) continue;
    const reading = kind === "block" ? "P-Chain block" : "P-Chain container";
    const detail =
      kind === "block" ? `At height ${block.height}` : `Wraps the block at height ${block.height}`;
    found.push({ reading, kind, found: "yes", href: `/p/block/${block.height}`, detail });
  }
  if (found.length > 0) return found;
  const unknown = { reading: "32-byte id", kind: "none", found: "no" } as const;
  return [
    { ...unknown, detail: "No block, container or transaction of the P-Chain has it" },
    {
      reading: "Id on the X-Chain or C-Chain",
      kind: "evm",
      found: "not-indexed",
      detail: "Neither is indexed yet",
    },
  ];
};

/** A bech32 address, with or without its chain. */
export const readAddressText: Reader = async (text, { db, network }) => {
  const lower = text.replace(/^([pxc])-/i, (prefix) => prefix.toUpperCase());
  if (!ADDRESS_FORM.test(lower)) return [];
  const reading = "Address";
  const parsed = tryParse(parseAddress, lower);
  const impossible = { reading, kind: "address", found: "impossible" } as const;
  if (parsed === undefined)
    return [{ ...impossible, detail: "Its checksum is wrong: a character is off or missing" }];
  if (parsed.hrp !== network.hrp)
    return [{ ...impossible, detail: `Of another network: addresses here begin with ${network.hrp}1` }];
  if ((await findAddresses(db, [parsed.address])).length === 0)
    return [{ reading, kind: "address", found: "no", detail: "No P-Chain transaction has touched it" }];
  const bech32 = formatAddress(network.hrp, parsed.address);
  const detail = "Its transactions on the P-Chain";
  return [{ reading, kind: "address", found: "yes", href: `/p/txs?addresses=${bech32}`, detail }];
};

/** A node: its newest period as a validator. */
export const readNodeIdText: Reader = async (text, { db }) => {
  if (!/^NodeID-/i.test(text)) return [];
  const reading = "Node";
  const nodeId = tryParse(parseNodeId, text.replace(/^NodeID-/i, "NodeID-"));
  if (nodeId === undefined) {
    const detail = "Its checksum is wrong: a character is off or missing";
    return [{ reading, kind: "node", found: "impossible", detail }];
  }
  const stake = await findStakeOfNode(db, nodeId);
  if (stake === undefined)
    return [{ reading, kind: "node", found: "no", detail: "No staking transaction names it" }];
  const tx = (await readTxs(db, CHAIN.p, [stake.position])).get(stake.position);
  const detail =
    stake.ended_position === null ? "Validator; its newest staking transaction" : "Was a validator";
  const href = tx && heightOf(tx.position) > 0 ? { href: `/p/tx/${formatId(tx.tx_id)}` } : {};
  return [{ reading, kind: "node", found: "yes", ...href, detail }];
};

/** 20 bytes of hex. */
export const readHexAddress: Reader = async (text) => {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return [];
  return [
    { reading: "EVM address", kind: "evm", found: "not-indexed", detail: "No EVM chain is indexed yet" },
  ];
};

function tryParse<T>(parse: (text: string) => T, text: string): T | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
