import type { ChainLetter } from "@/components/ui/chain-tag";
import type { PartHistory } from "@/lib/contract/firn/status";

/** An EVM chain, the C-Chain or an L1, as pages need it. */
export interface EvmChain {
  /** Decimal. */
  evmChainId: string;
  /** Path segment of its pages: `c`, or the EVM chain id. */
  segment: string;
  name: string;
  /** Symbol of its native token. */
  symbol: string;
  tag: ChainLetter;
  /** URL of its Ethereum API, without credentials. */
  rpcUrl: string;
  /** cb58; undefined when only its RPC URL is known. */
  blockchainId?: string;
  /** cb58; for an L1 only. */
  subnetId?: string;
  /** Set while Firn has, or has counted, only part of its blocks. */
  history?: PartHistory;
}

/** Decimals of every EVM chain's native token. */
export const WEI_DECIMALS = 18;

/** `nAVAX` on the C-Chain, `gwei` elsewhere. */
export function gasPriceUnit({ symbol, tag }: Pick<EvmChain, "symbol" | "tag">): string {
  return tag === "C" ? `n${symbol}` : "gwei";
}

/** The zero address: tokens are minted from it and burned to it. */
export const NOBODY = `0x${"0".repeat(40)}`;

/** Whether a path segment is the hash of an EVM transaction or block. */
export function isEvmHash(text: string): boolean {
  return /^0x[0-9a-f]{64}$/i.test(text);
}

/** Whether a path segment is the address of an account or contract. */
export function isEvmAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text);
}
