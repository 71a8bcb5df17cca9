import { secp256k1 } from "@noble/curves/secp256k1.js";
import { cache } from "react";
import {
  type Hex,
  keccak256,
  parseTransaction,
  recoverPublicKey,
  serializeSignature,
  serializeTransaction,
  type TransactionSerializable,
} from "viem";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { insideOf, readContainer, requireStatus } from "@/app/[chain]/read";
import { api, servedNetwork, toResult } from "@/app/server";
import { readAddress } from "@/components/address/read-address";
import { CHAIN_LETTERS, CHAINS, type Chain } from "@/components/ui/chains";
import { decodeCBlock } from "@/lib/avalanche/c/block";
import { equalBytes, fromHex, toHex } from "@/lib/avalanche/codec/bytes";
import {
  addressOfPublicKey,
  evmAddressOfPublicKey,
  recoverPublicKeys,
} from "@/lib/avalanche/crypto/signatures";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import { formatAddress } from "@/lib/avalanche/ids";
import { decodeContainer } from "@/lib/avalanche/proposer/proposervm";
import { listNativeTransactions } from "@/lib/contract/data/evm-transactions";
import { listCChainTransactions } from "@/lib/contract/data/primary-network-transactions";
import { getPChainUtxos, getXOrCChainUtxos } from "@/lib/contract/data/primary-network-utxos";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

/** The known forms of one key, and what proves that they belong together. */
export interface Identity {
  /** As in the page's address. */
  canonical: string;
  /** bech32 without a chain. */
  key?: string;
  /** 0x with the EIP-55 checksum. */
  account?: string;
  evidence?: Evidence;
}

/** A signature on chain from which the public key, which has both forms, was recovered. */
export interface Evidence {
  /** 33 bytes, 0x hex. */
  publicKey: string;
  /** Address of the transaction with the signature: `/p/tx/…`. */
  href: string;
  txId: string;
}

/** A signature in a transaction, and the key recovered from it. */
interface Signed extends Omit<Evidence, "publicKey"> {
  publicKey: Uint8Array;
}

/**
 * Both forms of the key behind an address. Only a public key gives both forms, and only a signature reveals it: without
 * one the other form stays unknown.
 * @throws InputError BAD_PARAMETER as `readAddress`; FirnError if the API does not answer
 */
export const readIdentity: (text: string) => Promise<Identity> = cache(async (text) => {
  const { hrp } = (await requireStatus()).network;
  const { kind, bytes, canonical } = readAddress(text, hrp);
  const signed = await (kind === "key"
    ? findKeySignature(canonical, bytes)
    : findAccountSignature(canonical));
  if (signed === undefined)
    return { canonical, ...(kind === "key" ? { key: canonical } : { account: canonical }) };
  const { publicKey, ...location } = signed;
  return {
    canonical,
    key: formatAddress(hrp, addressOfPublicKey(publicKey)),
    account: formatEvmAddress(evmAddressOfPublicKey(publicKey)),
    evidence: { ...location, publicKey: toHex(publicKey) },
  };
});

/** Outputs read on each chain, oldest first, and spenders whose signatures are recovered. */
const OUTPUTS = 100;
const SPENDERS = 8;

/** A signature by the spender of an output of the key: the key itself or a co-owner. */
async function findKeySignature(key: string, address: Uint8Array): Promise<Signed | undefined> {
  for (const chain of CHAIN_LETTERS) {
    for (const spender of (await listSpenders(chain, key)).slice(0, SPENDERS)) {
      const found = await findSigner(spender, (key) => equalBytes(addressOfPublicKey(key), address));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

interface Spender {
  chain: Chain;
  txId: string;
}

async function listSpenders(chain: Chain, addresses: string): Promise<Spender[]> {
  const request = {
    params: { network: await servedNetwork(), blockchainId: CHAINS[chain].apiName },
    query: { addresses, includeSpent: "true", sortOrder: "asc", pageSize: OUTPUTS },
  } as const;
  const { utxos } = await api().get(chain === "p" ? getPChainUtxos : getXOrCChainUtxos, request);
  const { network } = await requireStatus();
  const letters = new Map<string | undefined, Chain>([
    [network.xChainId, "x"],
    [network.cChainId, "c"],
  ]);
  const spent = utxos.filter(({ consumingTxHash }) => consumingTxHash !== undefined);
  const own = spent.toSorted((a, b) => a.addresses.length - b.addresses.length);
  const spenders = own.map(({ consumingTxHash = "", consumedOnChainId }) => ({
    chain: letters.get(consumedOnChainId) ?? "p",
    txId: consumingTxHash,
  }));
  return [...new Map(spenders.map((spender) => [spender.txId, spender])).values()];
}

/** The key that signed a transaction and has the form sought. */
async function findSigner(
  { chain, txId }: Spender,
  fits: (publicKey: Uint8Array) => boolean,
): Promise<Signed | undefined> {
  const container = await toResult(readContainer(chain, txId));
  if (container instanceof FirnError) return undefined;
  const tx = insideOf(container).txs[container.txIndex ?? -1];
  if (tx === undefined) return undefined;
  const publicKey = tx.credentials
    .flatMap((credential) => recoverPublicKeys(tx.unsignedBytes, credential))
    .find(fits);
  return publicKey && { publicKey, txId, href: hrefTo("tx", { chain, id: txId }) };
}

/** A signature of an account: on an export, or else on an EVM transaction that it sent. */
async function findAccountSignature(account: string): Promise<Signed | undefined> {
  const params = { network: await servedNetwork(), blockchainId: CHAINS.c.apiName };
  const query = { addresses: account, txTypes: ["ExportTx" as const], pageSize: 10 };
  const { transactions } = await api().get(listCChainTransactions, { params, query });
  const fits = (key: Uint8Array) => formatEvmAddress(evmAddressOfPublicKey(key)) === account;
  for (const { txHash } of transactions) {
    const found = await findSigner({ chain: "c", txId: txHash }, fits);
    if (found !== undefined) return found;
  }
  return findSender(account, fits);
}

/** The newest EVM transaction that the account sent, from the bytes of its block. */
async function findSender(
  address: string,
  fits: (publicKey: Uint8Array) => boolean,
): Promise<Signed | undefined> {
  const evm = await findEvmChain("c");
  if (evm === undefined) return undefined;
  const { transactions } = await api().get(listNativeTransactions, {
    params: { chainId: evm.evmChainId, address },
    query: { pageSize: OUTPUTS },
  });
  const sent = transactions.find(({ from }) => from.address === address);
  if (sent === undefined) return undefined;
  const container = await toResult(readContainer("c", sent.blockNumber));
  if (container instanceof FirnError) return undefined;
  const block = decodeCBlock(decodeContainer(fromHex(container.bytes), "c").inner);
  const tx = block.transactions.find(({ hash }) => toHex(hash) === sent.txHash);
  if (tx === undefined) return undefined;
  const publicKey = await recoverSender(tx.bytes);
  return fits(publicKey)
    ? { publicKey, txId: sent.txHash, href: hrefTo("tx", { chain: "c", id: sent.txHash }) }
    : undefined;
}

/** Public key of an EVM transaction's sender, 33 bytes. */
async function recoverSender(bytes: Uint8Array): Promise<Uint8Array> {
  const { r, s, v, yParity, ...unsigned } = parseTransaction(toHex(bytes) as Hex);
  const parity = yParity ?? (Number(v) + 1) % 2;
  const signature = serializeSignature({ r: r as Hex, s: s as Hex, yParity: parity });
  const hash = keccak256(serializeTransaction(unsigned as TransactionSerializable));
  const uncompressed = await recoverPublicKey({ hash, signature });
  return secp256k1.Point.fromHex(uncompressed.slice(2)).toBytes(true);
}
