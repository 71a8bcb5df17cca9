import type { z } from "zod";
import { formatId, PRIMARY_NETWORK_ID } from "../../../avalanche/ids";
import type { networkToken, networkTokenDetails } from "../../../contract/data/evm";
import type { supportedChain } from "../../../contract/data/evm-chains";
import type { ChainLabel } from "../../../contract/labels";
import type { EvmFacts } from "../../../store/bookkeeping/evm-facts";
import type { EvmTerms } from "../../evm/terms";
import type { Dialect } from "../../request/dialect";
import { presentPrice } from "../price";

/** Every EVM chain of Avalanche counts its own token in wei. */
const DECIMALS = 18;

/** A chain's own token, as its genesis and the operator's labels have it. */
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

/** A chain's own token with its price: now, and when a transaction of more than a day ago happened (unix seconds). */
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

/** What Firn serves of every chain; webhooks it has none. */
const FEATURES = ["nftIndexing", "teleporter"] as const;

/** Whether it is the one of the Primary Network: anybody may call a chain so. */
export function isCChain({ subnetId }: EvmFacts): boolean {
  return subnetId === PRIMARY;
}

const PRIMARY = formatId(PRIMARY_NETWORK_ID);

/** What a chain is called: by the operator, otherwise by who made it. */
export function presentChainName({ evmChainId, name }: EvmFacts, label: ChainLabel | undefined): string {
  return label?.name ?? name ?? `EVM chain ${evmChainId}`;
}

interface ChainTerms {
  isTestnet: boolean;
  /** Whether its node does, now. */
  answers: boolean;
  label: ChainLabel | undefined;
  dialect: Dialect;
}

/** A chain as the list of chains shows it. */
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
