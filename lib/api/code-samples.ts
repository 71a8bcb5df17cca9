import type { Route } from "../contract/route";
import { SDK_METHODS } from "../contract/sdk-methods";

/** What a request is made of. */
export interface Asked {
  params: Record<string, string>;
  query: Record<string, string>;
}

/** A request in the words of one program, in the form that other readers of OpenAPI documents know too. */
export interface CodeSample {
  lang: "Shell" | "TypeScript";
  label: string;
  source: string;
}

/** Where examples ask: Firn's API and the node's C-Chain at their default addresses. */
const API = "http://127.0.0.1:8080";
const C_CHAIN = "http://127.0.0.1:9650/ext/bc/C/rpc";

/** A route's request for curl, for the SDKs that have it, and for viem where the node answers the same. */
export function codeSamplesOf(route: Route, asked: Asked): CodeSample[] {
  const name = route.operationId;
  const method = (table: Record<string, string>) => table[name];
  const [both, chainkit, avacloud] = [SDK_METHODS.both, SDK_METHODS.chainkit, SDK_METHODS.avacloud].map(
    method,
  );
  const samples: (CodeSample | undefined)[] = [
    { lang: "Shell", label: "curl", source: curlOf(route, asked) },
    sdkSample("@avalanche-sdk/chainkit", both ?? chainkit, { route, asked }),
    sdkSample("@avalabs/avacloud-sdk", both ?? avacloud, { route, asked }),
    viemSample(name, asked.params),
  ];
  return samples.filter((each) => each !== undefined);
}

/** Path and query of a request, with parameters without a value left in braces. */
export function pathOf(route: Route, { params, query }: Asked): string {
  const path = route.path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    params[name] === undefined ? whole : encodeURIComponent(params[name]),
  );
  const search = new URLSearchParams(query).toString();
  return search === "" ? path : `${path}?${search}`;
}

function curlOf(route: Route, asked: Asked): string {
  const url = `'${API}${pathOf(route, asked)}'`;
  if (route.answers === "events") return `curl -N ${url}`;
  if (route.method === "get") return `curl ${url}`;
  if (route.sent === undefined) return `curl -X POST ${url}`;
  const members = Object.keys(route.sent.shape).map((name) => [name, `{${name}}`]);
  const json = JSON.stringify(Object.fromEntries(members));
  return `curl ${url} -H 'content-type: application/json' -d '${json}'`;
}

const CLASSES = { "@avalanche-sdk/chainkit": "Avalanche", "@avalabs/avacloud-sdk": "AvaCloudSDK" } as const;

function sdkSample(
  sdk: keyof typeof CLASSES,
  method: string | undefined,
  { route, asked: { params, query } }: { route: Route; asked: Asked },
): CodeSample | undefined {
  if (method === undefined) return undefined;
  const sent = route.sent === undefined ? {} : { primaryNetworkAddressesBodyDto: { addresses: "…" } };
  const numbers = Object.entries(query).map(([name, text]) => [
    name,
    name === "pageSize" ? Number(text) : text,
  ]);
  const given = JSON.stringify({ ...params, ...Object.fromEntries(numbers), ...sent }, undefined, 2);
  const options =
    sdk === "@avalanche-sdk/chainkit" ? "{ enableTelemetry: false }" : `{ serverURL: "${API}" }`;
  const source = [
    `import { ${CLASSES[sdk]} } from "${sdk}";`,
    "",
    `const sdk = new ${CLASSES[sdk]}(${options});`,
    `const answer = await sdk.${method}(${given === "{}" ? "{}" : given.replaceAll(/"(\w+)":/g, "$1:")}, {`,
    `  serverURL: "${API}",`,
    "});",
  ];
  return { lang: "TypeScript", label: sdk, source: source.join("\n") };
}

/** Requests that a node answers too, as viem sends them. */
const VIEM: Record<string, (params: Record<string, string>) => string> = {
  getTransaction: ({ txHash }) => `getTransaction({ hash: "${txHash}" })`,
  getBlock: ({ blockId = "" }) =>
    blockId.startsWith("0x")
      ? `getBlock({ blockHash: "${blockId}" })`
      : `getBlock({ blockNumber: ${blockId}n })`,
  getNativeBalance: ({ address }) => `getBalance({ address: "${address}" })`,
};

function viemSample(operation: string, params: Record<string, string>): CodeSample | undefined {
  const call = VIEM[operation]?.(params);
  if (call === undefined) return undefined;
  const source = [
    'import { createPublicClient, http } from "viem";',
    "",
    "// The node itself, not Firn.",
    `const node = createPublicClient({ transport: http("${C_CHAIN}") });`,
    `const answer = await node.${call};`,
  ];
  return { lang: "TypeScript", label: "viem", source: source.join("\n") };
}
