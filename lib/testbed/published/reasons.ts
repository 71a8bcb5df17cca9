import type { Difference } from "./compare";

/** Why Firn differs, for every difference that it fits. Each part that is left out fits anything. */
export interface Reason {
  kind: Difference["kind"];
  where?: string | RegExp;
  name?: string | RegExp;
  what?: string | RegExp;
  why: string;
}

const OLD_ADDRESS = "Deprecated by the published service too.";

const OPERATIONS: Omit<Reason, "kind">[] = [
  {
    where: /(RpcUsageMetrics|rpcUsageMetrics)$/,
    why: "About nodes of the published service. Firn passes no requests on to a node.",
  },
  {
    where: /apiLogs$/,
    why: "Firn keeps no list of single requests. It logs each as a line of JSON, for whatever the operator keeps logs with.",
  },
  {
    where: /\/signatureAggregator\//,
    why: "Signatures are collected from other validators, and Firn talks to its own node only.",
  },
  {
    where: "GET /v2/chains/43114/btcb/bridged:getAddresses",
    why: "Which contracts belong to the bridge is not written on the chain.",
  },
  {
    where: /compositeQuery$/,
    why: "Not offered. Its parts that are served have addresses of their own.",
  },
  {
    where: /^GET \/v1\/(mapping|(chains|subnets)\/network)/,
    why: `${OLD_ADDRESS} \`/v1/networks/{network}/blockchains\` and \`/v1/networks/{network}/subnets\` have the same facts.`,
  },
  {
    where: /^GET \/v1\/validators\/network\/\{network\}\/(subnetId\/\{subnetID\}|node\/\{nodeID\})$/,
    why: `${OLD_ADDRESS} \`/v1/networks/{network}/validators\` has the same facts.`,
  },
  {
    where: /^GET \/v1\/(validators|delegators)\/.*(count|weight)/,
    why: `${OLD_ADDRESS} \`/firn/v1/stake/metrics\` has these numbers.`,
  },
];

const PARAMETERS: Omit<Reason, "kind">[] = [
  {
    name: /^min(Transactions|GasPercent|SizeBytes)$/,
    what: "Firn's own",
    why: "Filters of the lists of blocks on Firn's pages.",
  },
  {
    name: "format",
    what: "Firn's own",
    why: "Every list can be had whole as a CSV file.",
  },
  {
    name: "network",
    what: /→ string$/,
    why: "Firn serves the one network of its node, also by its id and as `local`. Another name is answered with 404, which says which one is served.",
  },
  {
    name: "blockchainId",
    what: /→ string$/,
    why: "The ids of any network's own chains are accepted, not only those of mainnet and Fuji.",
  },
  {
    name: "txTypes",
    what: /^also/,
    why: "Transaction types of newer nodes can be filtered by.",
  },
  {
    name: "addresses",
    what: "required",
    why: "Without addresses there is nothing to look for. The answer is 400.",
  },
  {
    name: /^(blockNumber|from|to|minDelegationCapacity|maxDelegationCapacity)$/,
    what: "string → number",
    why: "The same text in a URL. Firn says that it has to be a number.",
  },
  {
    name: "filterSpamTokens",
    what: /^default/,
    why: "It changes nothing: Firn has no list of tokens that are spam.",
  },
  { name: "feature", what: "also a list", why: "Several can be asked for, in the form of other lists." },
  {
    where: "GET /v2/chains",
    name: "pageToken",
    why: "All chains are in the first answer.",
  },
  {
    name: /^(before|after)$/,
    what: "Firn's own",
    why: "A place in the list instead of a page token, for links that stay valid.",
  },
  {
    where: /^GET .v1.chains.{chainId}.(blocks|tokens.{address}.transfers)$/,
    name: /^(start|end)Timestamp$/,
    what: "Firn's own",
    why: "Blocks and transfers of a time, for links from charts and lists of some days.",
  },
  {
    name: /^(pageToken|startKey)$/,
    what: "Firn's own",
    why: "Long series come in pages, and `startKey` and `pageToken` mean the same in all of them.",
  },
  {
    name: "interval",
    what: "Firn's own",
    why: "All series can be had by the intervals that their metric has.",
  },
];

const MISSING_TEXTS = "Left out while unknown. SDKs get the placeholder of the table above.";

const FIELDS: Omit<Reason, "kind">[] = [
  {
    where:
      /^(POST \/v1\/operations\/transactions:export body|CreateEvmTransactionExportRequest|EvmNetworkOptions)$/,
    why: "All kinds of exports are asked for with one shape, and Firn has one more, of any list, and Parquet as a second format. Which members belong together is checked, and said, when one is asked for.",
  },
  {
    where: /^(OperationStatusResponse|OperationType)$/,
    name: /^(operationType|)$/,
    why: "Firn can export any list too.",
  },
  {
    where: "ICMRollingWindowMetricsApiResponse",
    name: "result",
    why: "The document calls it an array and gives it the form of one item. It is one item, and a list with `groupBy`, which one item cannot hold.",
  },
  {
    where: /^(Icm|Teleporter)RewardDetails$/,
    name: "price",
    why: "A token's price is at its own routes. A message is an old fact, and would have the price of today.",
  },
  {
    where: "DeliveredSourceNotIndexedIcmMessage",
    name: /ContractAddress$/,
    why: "The older list of the document has one form of the newer one. Here all messages of the older addresses have its name for the contract.",
  },
  {
    where: /^(POST \/v1\/webhooks body|EVMAddressActivityRequest)$/,
    why: "All kinds of webhooks are made with one shape. Which members belong together is checked, and said, when one is made.",
  },
  {
    where: /^(PrimaryNetworkAddressActivity|ValidatorActivity)(Metadata|SubEvents)$/,
    name: /Threshold|SubEvents/,
    why: "Thresholds depend on what lies between blocks, not on a transaction. They are refused.",
  },
  {
    where: /^(PrimaryNetworkAddressActivity|ValidatorActivity)Metadata$/,
    name: "eventSignatures",
    what: "not there",
    why: "Signatures are of events of contracts, which the P-Chain has none of.",
  },
  {
    where: "HealthCheckResultDto",
    what: /^never/,
    why: "A Firn that shuts down closes its port, and what has no entries is empty.",
  },
  {
    name: "unindexedChains",
    why: "What addresses did on chains that Firn does not index is not known to it.",
  },
  { name: "failure", what: "Firn's own", why: "Why a transaction failed, as its node told." },
  { name: "feeRecipient", what: "Firn's own", why: "Who receives the fees of the block." },
  {
    name: /^(untraced|untracedTo)$/,
    what: "Firn's own",
    why: "Says that inner calls are not known yet.",
  },
  {
    name: "searchedTo",
    what: "Firn's own",
    why: "How far a search with such a filter got before its page ended.",
  },
  { name: "nextBefore", what: "Firn's own", why: "The place for `before`." },
  { name: "failedCount", what: "Firn's own", why: "How many of the block's transactions failed." },
  {
    name: "blockMinDelayExcess",
    what: "Firn's own",
    why: "Wherever a block's own time stands, the published shapes have it too.",
  },
  {
    where: /^(LegacyEvmMetricsResponse)$/,
    name: "nextPageToken",
    what: "Firn's own",
    why: "The same as `nextPageStartKey`, under the name of all other lists.",
  },
  {
    where: "RollingWindowResponse",
    name: "nextPageStartKey",
    what: "not there",
    why: "There is one page only.",
  },
  {
    where: "RollingWindowResponse",
    name: "result",
    what: "never any other object",
    why: "Firn always has the windows of the first of the two published forms.",
  },
  { where: "ListChainsResponse", name: "nextPageToken", why: "All chains are in the first answer." },
  {
    name: /indexStatus$/,
    what: 'also "indexed"',
    why: "The interface document's form of this one state. SDKs get `INDEXED`.",
  },
  {
    name: "txType",
    what: /^also/,
    why: "Types of newer nodes have their own names. SDKs get `UNKNOWN`.",
  },
  {
    name: "type",
    what: 'also "property"',
    why: "X-Chain assets of this kind exist. SDKs get `nft`.",
  },
  {
    name: /genesisData/,
    what: /^never string$/,
    why: 'The genesis of a chain that runs no EVM is `{"encoding": "hex", "data": "0x…"}`.',
  },
  {
    name: /genesisData/,
    what: /(EvmGenesisDto|GenesisData)$/,
    why: "An EVM genesis has the fields that its chain was created with, whichever they are.",
  },
  { name: "chainFormat", what: /^never/, why: "Each of the two forms names itself." },
  { name: "network", what: 'never "testnet"', why: "`testnet` is accepted and answered as `fuji`." },
  {
    where: "PChainSharedAsset",
    name: "status",
    what: /→/,
    why: "The published document does not say which texts there are. Firn has these two.",
  },
  {
    name: "historicalPrice",
    what: "not there",
    why: "Firn knows prices of now, and only those that the operator sets.",
  },
  {
    name: "pricingProviders",
    what: "not there",
    why: "Nothing outside of the machine is asked about a token.",
  },
  {
    name: "blockchainIds[]",
    what: /→ string$/,
    why: "Ids of the network that is served, not only those of mainnet and Fuji. SDKs accept no others.",
  },
  {
    name: "geolocation",
    what: /^never/,
    why: "Where a node stands is not known to a Firn that asks nobody outside.",
  },
  {
    where: "Money",
    name: "value",
    what: "also string",
    why: "The interface document has text. SDKs get a number.",
  },
  {
    name: "sortKey",
    what: "may be missing",
    why: "Left out while the time of the block is not known. SDKs get an empty text.",
  },
  {
    name: "sortKey",
    what: "also number",
    why: "The interface document has an integer. SDKs get text.",
  },
  {
    name: "nativeTokenBalance",
    what: "may be missing",
    why: "Left out if the node cannot give it. SDKs get it with an empty `balance`.",
  },
  {
    name: "cumulativeTransactions",
    what: "may be missing",
    why: "Left out while older blocks are not known. SDKs get an empty text.",
  },
  {
    name: /^(uptimePerformance|validatorHealth|geolocation)$/,
    what: "may be missing",
    why: "Only what the node observes is said. SDKs get the placeholders of the table above.",
  },
  {
    name: /^(removeTxHash|removeTimestamp)$/,
    what: "may be missing",
    why: "Left out if the removing transaction or its time is not known. SDKs get an empty text and `0`.",
  },
  {
    name: /^(name|symbol|decimals|denomination|tokenUri|balance)$/,
    what: "may be missing",
    why: `What a contract, an asset or the node does not say is not made up. ${MISSING_TEXTS}`,
  },
  {
    name: /(T|^t)imestamp$/,
    what: "may be missing",
    why: `Times before the first block that is stored, and ends that nobody knows yet. ${MISSING_TEXTS}`,
  },
  {
    name: /^(locktime|blockNumber)$/,
    what: "may be missing",
    why: `Of an output that was created on a chain that is not indexed. ${MISSING_TEXTS}`,
  },
  {
    name: /^(remainingBalance|progress|amount|estimatedAnnualStakingReward|stakingRatio|validationRewardAmount|delegationRewardAmount|grossReward|estimatedGrossReward|estimatedNetReward)$/,
    what: "may be missing",
    why: `It cannot be computed while the genesis is unknown. ${MISSING_TEXTS}`,
  },
  {
    name: "delegationFee",
    what: "may be missing",
    why: `Of a delegation whose validator is not indexed. ${MISSING_TEXTS}`,
  },
];

/** In order: the first that fits a difference says why. */
export const REASONS: readonly Reason[] = [
  ...OPERATIONS.map((reason) => ({ kind: "operation" as const, ...reason })),
  ...PARAMETERS.map((reason) => ({ kind: "parameter" as const, ...reason })),
  ...FIELDS.map((reason) => ({ kind: "field" as const, ...reason })),
];

/** The first reason that fits. */
export function reasonOf(difference: Difference): Reason | undefined {
  return REASONS.find(
    ({ kind, where, name, what }) =>
      kind === difference.kind &&
      fits(where, difference.where) &&
      fits(name, difference.name) &&
      fits(what, difference.what),
  );
}

function fits(pattern: string | RegExp | undefined, text: string): boolean {
  return pattern instanceof RegExp ? pattern.test(text) : pattern === undefined || pattern === text;
}
