import type { z } from "zod";
import { formatId, PRIMARY_NETWORK_ID } from "../../../avalanche/ids";
import type { networkToken, networkTokenDetails } from "../../../contract/data/evm";
import type { supportedChain } from "../../../contract/data/evm-chains";
import type { ChainLabel } from "../../../contract/labels";
import type { EvmFacts } from "../../../store/bookkeeping/evm-facts";
import type { EvmTerms } from "../../evm/terms";
import type { Dialect } from "../../request/dialect";
import { presentPrice } from "../price";

/** Decimals of the native token. Every EVM chain of Avalanche counts it in wei. */
const DECIMALS = 18;

/** A chain's native token, from its genesis and the operator's labels. */
export function networkTokenOf(
  { tokenName, tokenSymbol }: EvmFacts,
  label: ChainLabel | undefined,
  { unknownText }: Pick<Dialect, "unknownText">,
): z.infer<typeof networkToken> {
  const { name = tokenName ?? unknownText, symbol = tokenSymbol ?? unknownText } = label?.networkToken ?? {};
  const { logoUri, description } = label?.networkToken ?? {};
  return {
    ...(name === undefined ? {} : { name }),
    ...(symbol === undefined ? {} : { symbol }),
    decimals: DECIMALS,
    ...(logoUri === undefined ? {} : { logoUri }),
    ...(description === undefined ? {} : { description }),
  };
}

const DAY_SECONDS = 86_400;

/** A chain's native token with its price: now, or at a transaction more than a day ago (unix seconds). */
export function presentNetworkToken(
  context: EvmTerms & { facts: EvmFacts },
  time: number,
  nowMs: number,
): z.infer<typeof networkTokenDetails> {
  const { facts, labels, prices, currency } = context;
  const isOld = nowMs / 1000 - time > DAY_SECONDS;
  const currentPrice = presentPrice(prices.current(undefined, currency), context);
  const historicalPrice = isOld ? presentPrice(prices.at(undefined, currency, time), context) : undefined;
  return {
    networkToken: networkTokenOf(facts, labels.chain, context.dialect),
    ...(currentPrice && { currentPrice }),
    ...(historicalPrice && { historicalPrice }),
  };
}

/** Features that Firn has on every chain. */
const FEATURES = ["nftIndexing", "webhooks", "teleporter"] as const;

/** Whether it is the Primary Network's. A name does not prove it, as anyone may use it. */
export function isCChain({ subnetId }: EvmFacts): boolean {
  return subnetId === PRIMARY;
}

const PRIMARY = formatId(PRIMARY_NETWORK_ID);

/** A chain's name: the operator's label, else the name its creator gave it. */
export function presentChainName({ evmChainId, name }: EvmFacts, label: ChainLabel | undefined): string {
  return label?.name ?? name ?? `EVM chain ${evmChainId}`;
}

interface ChainTerms {
  isTestnet: boolean;
  /** Whether its node answers now. */
  answers: boolean;
  label: ChainLabel | undefined;
  dialect: Dialect;
}

/** A chain as an item of the list of chains. */
export function presentChain(
  facts: EvmFacts,
  { isTestnet, answers, label, dialect }: ChainTerms,
): z.infer<typeof supportedChain> {
  const { evmChainId = "", blockchainId, subnetId, vmId, rpcUrl } = facts;
  return {
    chainId: evmChainId,
    status: answers ? "OK" : "UNAVAILABLE",
    chainName: presentChainName(facts, label),
    description: label?.description ?? (isCChain(facts) ? "Contract chain of the Primary Network" : ""),
    ...(blockchainId === undefined ? {} : { platformChainId: blockchainId }),
    ...(subnetId === undefined ? {} : { subnetId }),
    ...(vmId === undefined ? {} : { vmId }),
    vmName: "EVM",
    ...(label?.explorerUrl === undefined ? {} : { explorerUrl: label.explorerUrl }),
    rpcUrl: rpcUrl ?? "",
    ...(label?.wsUrl === undefined ? {} : { wsUrl: label.wsUrl }),
    isTestnet,
    ...(label?.multicall === undefined ? {} : { utilityAddresses: { multicall: label.multicall } }),
    networkToken: networkTokenOf(facts, label, dialect),
    ...(label?.logoUri === undefined ? {} : { chainLogoUri: label.logoUri }),
    private: false,
    enabledFeatures: [...FEATURES],
  };
}
