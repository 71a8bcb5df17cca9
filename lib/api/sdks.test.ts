import { setTimeout as sleep } from "node:timers/promises";
import { AvaCloudSDK } from "@avalabs/avacloud-sdk";
import { HTTPClient as AvaCloudHttpClient } from "@avalabs/avacloud-sdk/lib/http.js";
import { Avalanche } from "@avalanche-sdk/chainkit";
import { HTTPClient as ChainKitHttpClient } from "@avalanche-sdk/chainkit/lib/http.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatId, PRIMARY_NETWORK_ID } from "../avalanche/ids";
import { TELEPORTER_METRICS } from "../contract/metrics/icm-metrics";
import {
  NODE_METRIC_NAMES,
  SUBNET_METRIC_NAMES,
  TOTAL_L1_METRIC_NAMES,
  VALIDATION_METRIC_NAMES,
} from "../contract/metrics/l1-metrics";
import { STAKING_METRIC_NAMES } from "../contract/metrics/staking-metrics";
import type { Route } from "../contract/route";
import { findRoute, ROUTES } from "../contract/routes";
import { SDK_METHODS } from "../contract/sdk-methods";
import { type IndexedCChain, indexCChain } from "../testbed/c-chain";
import { openExporting } from "../testbed/exporting";

/**
 * The official SDKs, unmodified, against every operation that Firn serves and that they have a method for. They parse
 * strictly, and one wrong field fails the page, so a call that returns is the proof.
 */

type Body = Record<string, unknown>;
type Args = Record<string, unknown>;

/** Subjects of requests: everything of a kind that the recording has, by Firn's own lists. */
interface Samples {
  chainId: string;
  accounts: string[];
  contracts: string[];
  nfts: { address: string; tokenId: string }[];
  evmTxs: string[];
  evmBlocks: string[];
  owners: string;
  txs: { blockchainId: string; txHash: string }[];
  blocks: { blockchainId: string; blockId: string }[];
  nodeIds: string[];
  assets: string[];
  subnets: string[];
  validations: { validationId: string; nodeId: string; subnetId: string }[];
  blockchains: string[];
  /** Exports: complete, too long, refused, and waiting. */
  operations: string[];
}

const PRIMARY = ["p-chain", "x-chain", "c-chain"];
const METRICS = "txCount gasUsed activeAddresses avgTps maxGasPrice feesPaid cumulativeTxCount".split(" ");

/** The requests to make, by method. */
const CALLS: Record<string, (samples: Samples) => Args[]> = {
  "data.healthCheck": () => [{}],
  "data.liveCheck": () => [{}],
  "data.evm.chains.list": () => [{}, { network: "fuji" }],
  "data.evm.chains.get": ({ chainId }) => [{ chainId }],
  "data.evm.chains.getAddressChains": ({ accounts }) => accounts.map((address) => ({ address })),
  "data.evm.chains.listAllLatestBlocks": () => [{ network: "fuji" }],
  "data.evm.chains.listAllLatestTransactions": () => [{ network: "fuji" }],
  "data.evm.address.chains.list": ({ accounts }) => accounts.map((address) => ({ address })),
  "data.evm.blocks.listLatest": () => [{ pageSize: 100 }],
  "data.evm.blocks.listLatestAllChains": () => [{}],
  "data.evm.blocks.get": ({ evmBlocks }) => evmBlocks.map((blockId) => ({ blockId })),
  "data.evm.blocks.listTransactions": ({ evmBlocks }) => evmBlocks.map((blockId) => ({ blockId })),
  "data.evm.transactions.listLatest": () => [{ pageSize: 100 }],
  "data.evm.transactions.listLatestAllChains": () => [{}],
  "data.evm.transactions.get": ({ evmTxs }) => evmTxs.map((txHash) => ({ txHash })),
  "data.evm.address.balances.getNative": ofAccounts,
  "data.evm.address.balances.listErc20": ofAccounts,
  "data.evm.address.balances.listErc721": ofAccounts,
  "data.evm.address.balances.listErc1155": ofAccounts,
  "data.evm.address.balances.listCollectibles": ofAccounts,
  "data.evm.address.transactions.list": ofAccounts,
  "data.evm.address.transactions.listNative": ofAccounts,
  "data.evm.address.transactions.listErc20": ofAccounts,
  "data.evm.address.transactions.listErc721": ofAccounts,
  "data.evm.address.transactions.listErc1155": ofAccounts,
  "data.evm.address.transactions.listInternal": ofAccounts,
  "data.evm.address.contracts.listDeployments": ofAccounts,
  "data.evm.contracts.getMetadata": ({ contracts }) => contracts.map((address) => ({ address })),
  "data.evm.contracts.listTransfers": ({ contracts }) => contracts.map((address) => ({ address })),
  "data.evm.contracts.getDeploymentTransaction": ({ contracts }) => contracts.map((address) => ({ address })),
  "data.icm.get": () => [{ messageId: "ab".repeat(32) }],
  "data.icm.list": ({ chainId }) => [{}, { network: "fuji" }, { sourceBlockchainId: chainId }],
  "data.icm.listByAddress": ({ accounts }) => accounts.map((address) => ({ address })),
  "data.operations.exportTransactions": ({ chainId, accounts, owners }) => [
    {
      type: "TRANSACTION_EXPORT_EVM",
      options: { addresses: accounts.slice(0, 3), includeChains: [chainId] },
    },
    ...["", "_STAKING", "_SIMPLE"].map((form) => ({
      type: `TRANSACTION_EXPORT_PRIMARY_NETWORK${form}`,
      firstDate: "2020-01-01",
      lastDate: "2099-12-31",
      options: { addresses: owners.split(","), includeChains: PRIMARY },
    })),
  ],
  "data.operations.getResult": ({ operations }) => operations.map((operationId) => ({ operationId })),
  "data.nfts.list": ({ nfts }) => nfts.map(({ address }) => ({ address })),
  "data.nfts.get": ({ nfts }) => nfts.map((nft) => ({ ...nft })),
  "data.primaryNetwork.getNetworkDetails": () => [{}],
  "data.primaryNetwork.getAssetDetails": ({ assets }) =>
    assets.map((assetId) => ({ blockchainId: "x-chain", assetId })),
  "data.primaryNetwork.getChainIdsForAddresses": ({ owners }) => [{ addresses: owners }],
  "data.primaryNetwork.listBlockchains": () => [{ pageSize: 100 }],
  "data.primaryNetwork.getBlockchainById": ({ blockchains }) =>
    blockchains.map((blockchainId) => ({ blockchainId })),
  "data.primaryNetwork.listSubnets": () => [{ pageSize: 100 }],
  "data.primaryNetwork.getSubnetById": ({ subnets }) => subnets.map((subnetId) => ({ subnetId })),
  "data.primaryNetwork.listValidators": () => [{ pageSize: 100 }, { validationStatus: "active" }],
  "data.primaryNetwork.getValidatorDetails": ({ nodeIds }) => nodeIds.map((nodeId) => ({ nodeId })),
  "data.primaryNetwork.listDelegators": () => [{ pageSize: 100 }],
  "data.primaryNetwork.listL1Validators": () => [{ pageSize: 100 }],
  "data.primaryNetwork.blocks.listLatest": ofPrimaryChains,
  "data.primaryNetwork.blocks.get": ({ blocks }) => blocks.map((block) => ({ ...block })),
  "data.primaryNetwork.blocks.listByNodeId": ({ nodeIds }) =>
    nodeIds.flatMap((nodeId) => PRIMARY.map((blockchainId) => ({ blockchainId, nodeId }))),
  "data.primaryNetwork.transactions.listLatest": ofPrimaryChains,
  "data.primaryNetwork.transactions.get": ({ txs }) => txs.map((tx) => ({ ...tx })),
  "data.primaryNetwork.transactions.listActiveStakingTransactions": () => [
    { blockchainId: "p-chain", pageSize: 100 },
  ],
  "data.primaryNetwork.transactions.listAssetTransactions": ({ assets }) =>
    assets.map((assetId) => ({ blockchainId: "x-chain", assetId })),
  "data.primaryNetwork.balances.listByAddresses": ofOwners,
  "data.primaryNetwork.utxos.listByAddresses": ofOwners,
  "data.primaryNetwork.utxos.listByAddressesV2": ({ owners }) =>
    PRIMARY.map((blockchainId) => ({ blockchainId, primaryNetworkAddressesBodyDto: { addresses: owners } })),
  "data.primaryNetwork.utxos.getLastActivityTimestampByAddresses": ofOwners,
  "data.primaryNetwork.utxos.getLastActivityTimestampByAddressesV2": ({ owners }) =>
    PRIMARY.map((blockchainId) => ({ blockchainId, primaryNetworkAddressesBodyDto: { addresses: owners } })),
  "data.primaryNetwork.rewards.listPendingRewards": ({ owners }) => [{ addresses: owners, pageSize: 100 }],
  "data.primaryNetwork.rewards.listHistoricalRewards": ({ owners }) => [{ addresses: owners, pageSize: 100 }],
  "data.primaryNetwork.vertices.listLatest": () => [{ blockchainId: "x-chain" }],
  "metrics.healthCheck": () => [{}],
  "metrics.chains.list": () => [{}],
  "metrics.chains.get": ({ chainId }) => [{ chainId }],
  "metrics.chains.getMetrics": () => METRICS.map((metric) => ({ metric })),
  "metrics.chains.getRollingWindowMetrics": () =>
    ["txCount", "avgTps", "feesPaid"].map((metric) => ({ metric })),
  "metrics.chains.getICMTimeseries": ({ chainId }) => [
    {},
    { network: "fuji", groupBy: "srcBlockchainId" },
    { srcBlockchainId: chainId, timeInterval: "hour" },
  ],
  "metrics.chains.getICMSummary": ({ chainId }) => [{}, { destBlockchainId: chainId }],
  "metrics.chains.getTeleporterMetrics": () => TELEPORTER_METRICS.map((metric) => ({ metric })),
  "metrics.networks.getStakingMetrics": () =>
    STAKING_METRIC_NAMES.map((metric) => ({
      metric,
      network: "fuji",
      subnetId: formatId(PRIMARY_NETWORK_ID),
      pageSize: 50,
    })),
  "metrics.subnets.getValidators": () => [
    { subnetId: formatId(PRIMARY_NETWORK_ID), network: "fuji", pageSize: 3 },
  ],
  "avaxSupply.get": () => [{}],
  "metrics.l1Validators.listMetrics": () => TOTAL_L1_METRIC_NAMES.map((metric) => ({ metric })),
  "metrics.l1Validators.getMetricsByValidationId": ({ validations }) =>
    validations.flatMap(({ validationId }) =>
      VALIDATION_METRIC_NAMES.map((metric) => ({ l1ValidationId: validationId, metric })),
    ),
  "metrics.l1Validators.getMetricsByNodeId": ({ validations }) =>
    validations.flatMap(({ nodeId }) => NODE_METRIC_NAMES.map((metric) => ({ nodeId, metric }))),
  "metrics.l1Validators.getMetricsBySubnetId": ({ validations }) =>
    validations.flatMap(({ subnetId }) => SUBNET_METRIC_NAMES.map((metric) => ({ subnetId, metric }))),
  "metrics.chains.listTokenHoldersAboveThreshold": ({ contracts }) =>
    contracts.slice(0, 2).map((address) => ({ address, threshold: "1" })),
  "metrics.chains.listNftHolders": ({ nfts }) => nfts.slice(0, 2).map(({ address }) => ({ address })),
};

function ofAccounts({ accounts }: Samples): Args[] {
  return accounts.map((address) => ({ address, pageSize: 100 }));
}

function ofOwners({ owners }: Samples): Args[] {
  return PRIMARY.map((blockchainId) => ({ blockchainId, addresses: owners }));
}

function ofPrimaryChains(): Args[] {
  return PRIMARY.map((blockchainId) => ({ blockchainId, pageSize: 100 }));
}

/** Operations that are not called here, and why. */
const NOT_ASKED: Record<string, string> = {
  reindexNft: "is accepted once an hour for a token; tested with its metadata",
  listTransactionsV2: "is in no SDK",
  getVertexByHash: "the recording is from after the graph, and has no vertex",
  getVertexByHeight: "likewise",
  ...Object.fromEntries(
    Object.values<Route>(ROUTES)
      .filter(({ manages }) => manages !== undefined)
      .map(({ operationId }) => [
        operationId,
        "needs a key: webhooks/webhooks.test.ts and usage/usage.test.ts ask for all of them",
      ]),
  ),
};

/** Errors that are not the answer's: the SDKs know their form and raise them as their own errors. */
const EXPECTED: { path?: string; status?: number; error?: string; why: string }[] = [
  { status: 404, why: "a contract that no indexed transaction made has no deployment" },
  { path: "data.icm.get", status: 404, why: "the recording has no message of the messenger" },
  {
    path: "data.evm.address.balances.getNative",
    status: 502,
    why: "the recording holds no state of the account",
  },
  {
    path: "data.primaryNetwork.getChainIdsForAddresses",
    error: "ResponseValidationError",
    why: "SDKs list the blockchain ids of mainnet and Fuji, and take no others",
  },
];

function isExpected(path: string, { statusCode, name }: Error & { statusCode?: number }): boolean {
  return EXPECTED.some(
    (each) =>
      (each.path === undefined || each.path === path) &&
      (each.status === undefined || each.status === statusCode) &&
      (each.error === undefined ? name !== "ResponseValidationError" : each.error === name),
  );
}

describe("the official SDKs read every answer", () => {
  let firn: IndexedCChain;
  let samples: Samples;

  beforeAll(async () => {
    firn = await indexCChain("custom-network");
    const taken = await takeSamples(firn.url, firn.chainId);
    samples = { ...taken, operations: await makeOperations(firn, taken.accounts) };
  });
  afterAll(() => firn.close());

  /** Sends requests for the hosted service to Firn, as an operator's own code would, and records the operation. */
  function redirect(asked: Set<string>) {
    return async (input: Request | URL | string, init?: RequestInit) => {
      const request = input instanceof Request ? input : new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const method = request.method === "POST" ? "post" : "get";
      const route = findRoute(pathname, method)?.route;
      asked.add(route?.operationId ?? pathname);
      return fetch(new Request(`${firn.url}${pathname}${search}`, request));
    };
  }

  const OPEN = {
    chainkit: (asked: Set<string>) =>
      new Avalanche({
        network: "fuji",
        chainId: samples.chainId,
        enableTelemetry: false,
        retryConfig: { strategy: "none" },
        httpClient: new ChainKitHttpClient({ fetcher: redirect(asked) }),
      } as ConstructorParameters<typeof Avalanche>[0]),
    avacloud: (asked: Set<string>) =>
      new AvaCloudSDK({
        network: "fuji",
        chainId: samples.chainId,
        serverURL: firn.url,
        retryConfig: { strategy: "none" },
        httpClient: new AvaCloudHttpClient({ fetcher: redirect(asked) }),
      } as ConstructorParameters<typeof AvaCloudSDK>[0]),
  };

  test.each(["chainkit", "avacloud"] as const)("%s", async (name) => {
    const asked = new Set<string>();
    const sdk = OPEN[name](asked);
    const refused: string[] = [];
    const named: Record<string, string> = {};
    let pages = 0;
    for (const [path, argsOf] of Object.entries(CALLS)) {
      const method = methodOf(sdk, path);
      if (method === undefined) continue;
      asked.clear();
      const calls = argsOf(samples);
      expect(calls.length, path).toBeGreaterThan(0);
      for (const args of calls) {
        try {
          pages += await readAll(await method(args));
        } catch (error) {
          const { name, message } = error as Error;
          if (isExpected(path, error as Error)) continue;
          refused.push(`${path} ${JSON.stringify(args).slice(0, 200)}: ${name} ${message.slice(0, 500)}`);
        }
      }
      for (const operation of asked) named[operation] = path;
    }
    expect(refused).toEqual([]);
    expect(pages).toBeGreaterThan(150);
    const served = Object.values(ROUTES)
      .filter(({ path, deprecated }) => /^\/v[12]\//.test(path) && !deprecated)
      .map(({ operationId }) => operationId);
    const uncalled = served.filter((id) => !(id in named) && NOT_ASKED[id] === undefined);
    expect(uncalled.sort()).toEqual(UNCALLED[name]);
    for (const [operation, path] of Object.entries({ ...SDK_METHODS.both, ...SDK_METHODS[name] }))
      if (operation in NOT_ASKED) expect(methodOf(sdk, path), path).toBeTypeOf("function");
      else expect(named[operation], operation).toBe(path);
  });
});

/** Served operations that this SDK has no method for. */
const UNCALLED: Record<string, string[]> = {
  chainkit: ["getAddressesByBalanceOverTime", "getAvgTps", "getNftHoldersByContractAddress"],
  avacloud: [
    "getAvaxSupply",
    "getAvgTps",
    "getICMSummary",
    "getICMTimeseries",
    "getLastActivityTimestampByAddresses",
    "getLastActivityTimestampByAddressesV2",
    "getUtxosByAddressesV2",
    "live-check",
  ],
};

type Method = (args: Args) => Promise<unknown>;

function methodOf(sdk: object, path: string): Method | undefined {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let owner: unknown = sdk;
  for (const name of names) owner = (owner as Record<string, unknown> | undefined)?.[name];
  const method = (owner as Record<string, Method> | undefined)?.[last];
  return method?.bind(owner);
}

/** Every page of a list, to its end; a single answer counts as one page. */
async function readAll(answer: unknown): Promise<number> {
  if (typeof answer !== "object" || answer === null || !(Symbol.asyncIterator in answer)) return 1;
  let pages = 0;
  for await (const _ of answer as AsyncIterable<unknown>)
    if (++pages > MOST_PAGES) throw new Error("a list without end");
  return pages;
}

/** More than any list of the recording has. */
const MOST_PAGES = 300;

/** Exports that are complete, that have failed, and that wait. */
async function makeOperations(firn: IndexedCChain, addresses: readonly string[]): Promise<string[]> {
  const exporting = openExporting(firn);
  const asked = { type: "TRANSACTION_EXPORT_EVM", options: { addresses, includeChains: [firn.chainId] } };
  const { operation: complete } = await exporting.export(asked);
  const failed = await exporting.ask(asked);
  await exporting.run({ mostBytes: 1 });
  const waiting = await exporting.ask(asked);
  return [complete, failed, waiting].map(({ operationId }) => operationId);
}

async function takeSamples(url: string, chainId: string): Promise<Omit<Samples, "operations">> {
  const get = async (path: string): Promise<Body> => {
    let response = await fetch(`${url}${path}`);
    // Forty at once may be more than a busy machine answers in time, and are told to come back.
    for (let tries = 0; response.status === 503 && tries < 20; tries++) {
      await sleep(1_000);
      response = await fetch(`${url}${path}`);
    }
    const text = await response.text();
    expect(response.status, `${path} answered ${text}`).toBe(200);
    return JSON.parse(text) as Body;
  };
  const network = "/v1/networks/fuji";
  const rows = async (path: string, key: string) => (await get(path))[key] as Body[];
  const evmBlocks = await rows(`/v1/chains/${chainId}/blocks?pageSize=100`, "blocks");
  const evmTxs = await rows(`/v1/chains/${chainId}/transactions?pageSize=100`, "transactions");
  const text = JSON.stringify(evmTxs);
  const accounts = [...new Set(text.match(/"address":"0x[0-9a-fA-F]{40}"/g))].map((each) =>
    each.slice(11, -1),
  );
  const transfers = await Promise.all(
    accounts
      .slice(0, 40)
      .map((address) =>
        rows(`/v1/chains/${chainId}/addresses/${address}/balances:listCollectibles`, "collectibleBalances"),
      ),
  );
  const held = transfers
    .flat()
    .map(({ address, tokenId }) => ({ address: String(address), tokenId: String(tokenId) }));
  const erc20 = await Promise.all(
    accounts
      .slice(0, 40)
      .map((address) =>
        rows(`/v1/chains/${chainId}/addresses/${address}/balances:listErc20`, "erc20TokenBalances"),
      ),
  );
  const lists = await Promise.all(
    PRIMARY.map(async (blockchainId) => ({
      blockchainId,
      txs: await rows(`${network}/blockchains/${blockchainId}/transactions?pageSize=100`, "transactions"),
      blocks: await rows(`${network}/blockchains/${blockchainId}/blocks?pageSize=10`, "blocks"),
    })),
  );
  const owners = [...new Set(JSON.stringify(lists).match(/(?<=")custom1[0-9a-z]{38}(?=")/g))].slice(0, 64);
  const validators = await rows(`${network}/validators?pageSize=100`, "validators");
  const xText = JSON.stringify(lists[1]?.txs);
  return {
    chainId,
    accounts: accounts.slice(0, 6),
    contracts: [...new Set([...erc20.flat(), ...held].map(({ address }) => String(address)))].slice(0, 12),
    nfts: held.slice(0, 12),
    evmTxs: evmTxs
      .map((tx) => String((tx.nativeTransaction as Body | undefined)?.txHash ?? tx.txHash))
      .slice(0, 25),
    evmBlocks: evmBlocks.map(({ blockNumber }) => String(blockNumber)).slice(0, 10),
    owners: owners.join(","),
    txs: lists.flatMap(({ blockchainId, txs }) =>
      txs.map(({ txHash }) => ({ blockchainId, txHash: String(txHash) })).slice(0, 25),
    ),
    blocks: lists.flatMap(({ blockchainId, blocks }) =>
      blocks.map(({ blockHash }) => ({ blockchainId, blockId: String(blockHash) })),
    ),
    nodeIds: [...new Set(validators.map(({ nodeId }) => String(nodeId)))],
    assets: [...new Set(xText.match(/(?<="assetId":")\w+(?=")/g))].slice(0, 5),
    subnets: (await rows(`${network}/subnets?pageSize=100`, "subnets")).map(({ subnetId }) =>
      String(subnetId),
    ),
    validations: (await rows(`${network}/l1Validators?includeInactiveL1Validators=true`, "validators")).map(
      ({ validationId, nodeId, subnetId }) => ({
        validationId: String(validationId),
        nodeId: String(nodeId),
        subnetId: String(subnetId),
      }),
    ),
    blockchains: (await rows(`${network}/blockchains?pageSize=100`, "blockchains")).map(({ blockchainId }) =>
      String(blockchainId),
    ),
  };
}
