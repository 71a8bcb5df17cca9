import { INDEX_NAMES } from "../contract/node/index";
import type { Aliases } from "./aliases";
import type { Dialect } from "./dialect";
import { gethEndpoint } from "./geth";
import type { History } from "./history";
import { type Endpoint, textReply } from "./http";
import { openIndexes } from "./indexes";
import { type Answer, answerJson2 } from "./json2";
import { openAnswers } from "./recorded-answers";
import { openRouter, type Router } from "./router";
import { evmMethods } from "./rpc/evm";
import { healthDocuments, healthMethods } from "./rpc/health";
import { indexMethods } from "./rpc/index";
import { infoMethods } from "./rpc/info";
import { platformMethods } from "./rpc/platform";

/** What the APIs answer from. */
export interface Node {
  history: History;
  dialect: Dialect;
  chains: Aliases;
}

/** Every path the recorded node answers at. Source: AvalancheGo genesis/aliases.go, chains/manager.go, indexer. */
export function openRoutes(node: Node): Router {
  const { history, dialect, chains } = node;
  const { recording } = history;
  const recorded = openAnswers(recording);
  const router = openRouter();
  const health = json2Endpoint("health", healthMethods(history));
  router.add("/ext/info", "", json2Endpoint("info", infoMethods(recording, recorded, chains)));
  for (const [below, document] of healthDocuments(history)) {
    router.add("/ext/health", below, (request) =>
      (request.method === "GET" || request.method === "HEAD" ? document : health)(request),
    );
  }
  const indexes = openIndexes(history, dialect);
  for (const name of INDEX_NAMES) {
    const [chain, kind] = name.split("/");
    const endpoint = json2Endpoint("index", indexMethods(indexes, name, dialect));
    router.add(`/ext/index/${chain}`, `/${kind}`, endpoint);
  }
  addChain(router, chains, "P", { "": json2Endpoint("platform", platformMethods(history)) });
  addChain(router, chains, "X", { "": json2Endpoint("avm", []), "/wallet": json2Endpoint("wallet", []) });
  addChain(router, chains, "C", {
    "/rpc": gethEndpoint(evmMethods(history, recorded)),
    "/avax": json2Endpoint("avax", []),
    // Subscriptions are not recorded: the answer is that to a request which asks for no upgrade.
    "/ws": () => textReply(400, "Bad Request\n"),
  });
  return router;
}

/** An endpoint with the methods of one service. */
function json2Endpoint(service: string, methods: readonly Answer[]): Endpoint {
  const byName = new Map(methods.map((method) => [method.name, method]));
  return (request) => answerJson2(request, [service], byName);
}

/** A chain stands at `/ext/bc/<id>`; its other names stand there and directly below `/ext/`. */
function addChain(router: Router, chains: Aliases, name: string, endpoints: Record<string, Endpoint>): void {
  const id = chains.find(name) ?? name;
  const base = `/ext/bc/${id}`;
  for (const [below, endpoint] of Object.entries(endpoints)) router.add(base, below, endpoint);
  for (const alias of chains.namesOf(id).filter((each) => each !== id)) {
    router.alias(base, `/ext/bc/${alias}`);
    router.alias(base, `/ext/${alias}`);
  }
}
