import { INDEX_NAMES } from "../contract/node/index";
import type { Dialect } from "./dialect";
import { gethEndpoint } from "./geth";
import type { History } from "./history";
import { type Endpoint, textReply } from "./http";
import { type Answer, answerJson2 } from "./json2";
import { openAnswers } from "./recorded-answers";
import { evmMethods } from "./rpc/evm";
import { healthDocuments, healthMethods } from "./rpc/health";
import { indexMethods } from "./rpc/index";
import { chainIds, infoMethods } from "./rpc/info";
import { platformMethods } from "./rpc/platform";

/** Every path the recorded node answers at. Source: AvalancheGo genesis/aliases.go, chains/manager.go, indexer. */
export function openEndpoints(history: History, dialect: Dialect): ReadonlyMap<string, Endpoint> {
  const { recording } = history;
  const recorded = openAnswers(recording);
  const { P, X, C } = pathsOfChains(recording.network);
  const health = json2Endpoint("health", healthMethods(history));
  const rpc = gethEndpoint(evmMethods(history, recorded));
  const avax = json2Endpoint("avax", []);
  return new Map<string, Endpoint>([
    ["/ext/info", json2Endpoint("info", infoMethods(recording, recorded))],
    ...healthDocuments(history).map(([path, document]): [string, Endpoint] => [
      path,
      (request) => (request.method === "GET" || request.method === "HEAD" ? document : health)(request),
    ]),
    ...INDEX_NAMES.map((name): [string, Endpoint] => [
      `/ext/index/${name}`,
      json2Endpoint("index", indexMethods(history, name, dialect)),
    ]),
    ...at(P, "", json2Endpoint("platform", platformMethods(history))),
    ...at(X, "", json2Endpoint("avm", [])),
    ...at(X, "/wallet", json2Endpoint("wallet", [])),
    ...at(C, "/rpc", rpc),
    ...at(C, "/avax", avax),
    // Subscriptions are not recorded: the answer is that to a request which asks for no upgrade.
    ...at(C, "/ws", () => textReply(400, "Bad Request\n")),
  ]);
}

/** An endpoint with the methods of one service. */
function json2Endpoint(service: string, methods: readonly Answer[]): Endpoint {
  const byName = new Map(methods.map((method) => [method.name, method]));
  return (request) => answerJson2(request, [service], byName);
}

/** Built-in aliases stand below `/ext/bc/` and directly below `/ext/`, a chain's id below `/ext/bc/` only. */
function pathsOfChains(network: History["recording"]["network"]): Record<"P" | "X" | "C", string[]> {
  const ids = chainIds(network);
  const paths = (letter: string) =>
    [...ids]
      .filter(([, id]) => id === ids.get(letter))
      .flatMap(([name, id]) => (name === id ? [`/ext/bc/${name}`] : [`/ext/bc/${name}`, `/ext/${name}`]));
  return { P: paths("P"), X: paths("X"), C: paths("C") };
}

function at(paths: readonly string[], below: string, endpoint: Endpoint): [string, Endpoint][] {
  return paths.map((path) => [path + below, endpoint]);
}
