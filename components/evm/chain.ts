import type { ChainLetter } from "@/components/ui/chain-tag";

/** An EVM chain as pages name it: the C-Chain or an L1. */
export interface EvmChain {
  /** Decimal. */
  evmChainId: string;
  /** First part of its pages' addresses: `c`, or the EVM chain id. */
  segment: string;
  name: string;
  /** Of its own token. */
  symbol: string;
  tag: ChainLetter;
  /** Of its Ethereum API, without credentials. */
  rpcUrl: string;
  /** cb58; absent when only its RPC URL is known. */
  blockchainId?: string;
  /** Of an L1, cb58. */
  subnetId?: string;
}

/** Decimals of every EVM chain's own token. */
export const WEI_DECIMALS = 18;

/** Decimals of nAVAX, the unit of gas prices, in wei. */
export const GAS_PRICE_DECIMALS = 9;

/** `nAVAX`; of another chain's token as everybody calls a billionth of one. */
export function gasPriceUnit({ symbol, tag }: Pick<EvmChain, "symbol" | "tag">): string {
  return tag === "C" ? `n${symbol}` : "gwei";
}

/** From whom tokens are minted, and to whom they are burnt. */
export const NOBODY = `0x${"0".repeat(40)}`;

/** An EVM transaction or block hash, as an address of a page writes it. */
export function isEvmHash(text: string): boolean {
  return /^0x[0-9a-f]{64}$/i.test(text);
}

/** An account or contract, as an address of a page writes it. */
export function isEvmAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text);
}
