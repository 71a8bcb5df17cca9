import { hrpOfNetwork } from "../../avalanche/ids";
import { INDEX_NAMES } from "../../contract/node/index";
import type { Facilities } from "../admin/facilities";
import type { Aliases } from "../aliases";
import type { History } from "../history";
import type { Indexes } from "../indexes";
import { openLedger } from "../ledger/ledger";
import type { NodeForm } from "../node-form";
import type { RecordedAnswers } from "../recorded-answers";
import { adminMethods } from "../rpc/admin";
import { avaxMethods } from "../rpc/avax";
import { avmMethods } from "../rpc/avm";
import { evmMethods } from "../rpc/evm";
import { cChainOf, type EvmRetention, subnetChainOf } from "../rpc/evm-chain";
import { healthDocuments, healthMethods } from "../rpc/health";
import { indexMethods } from "../rpc/index";
import { infoMethods } from "../rpc/info";
import { metricsEndpoint } from "../rpc/metrics";
import { platformMethods } from "../rpc/platform";
import { recordedMethods } from "../rpc/recorded";
import { gethEndpoint } from "./geth";
import { type Endpoint, textReply } from "./http";
import { type Answer, answerJson2 } from "./json2";
import { openRouter, type Router } from "./router";

/** What the APIs answer from. */
export interface Node {
  history: History;
  nodeForm: NodeForm;
  recorded: RecordedAnswers;
  chains: Aliases;
  facilities: Pick<Facilities, "requestMetrics" | "admin">;
  /** Undefined if indexing is off. */
  indexes: Indexes | undefined;
  retention: EvmRetention;
  /** Undefined for a node that accepts nothing by itself. */
  blockTimeMs: number | undefined;
}

/**
 * Every path that the recorded node serves.
 * @source AvalancheGo genesis/aliases.go, chains/manager.go, indexer
 */
export function openRoutes(node: Node): Router {
  const { history, nodeForm, recorded, chains } = node;
  const { requestMetrics, admin } = node.facilities;
  const router = openRouter();
  const add = (base: string, below: string, endpoint: Endpoint) =>
    router.add(`/ext/${base}`, below, requestMetrics.watch(base, endpoint));
  const health = json2Endpoint("health", healthMethods(history, node.blockTimeMs));
  const { networkId } = history.recording.network;
  const loadedVMs = () => admin?.plugins.loaded() ?? {};
  add("info", "", json2Endpoint("info", infoMethods({ networkId, recorded, chains, loadedVMs })));
  add("metrics", "", metricsEndpoint(history, requestMetrics));
  if (admin !== undefined) {
    add("admin", "", json2Endpoint("admin", adminMethods(admin, { router, chains, nodeForm })));
  }
  for (const [below, document] of healthDocuments(history, node.blockTimeMs)) {
    add("health", below, (request) =>
      (request.method === "GET" || request.method === "HEAD" ? document : health)(request),
    );
  }
  if (node.indexes !== undefined) {
    for (const name of INDEX_NAMES) {
      const [chain, kind] = name.split("/");
      add(`index/${chain}`, `/${kind}`, json2Endpoint("index", indexMethods(node.indexes, name, nodeForm)));
    }
  }
  const hrp = hrpOfNetwork(networkId);
  const cChain = cChainOf(history, node.retention);
  const chainNode = { history, ledger: openLedger(history, recorded), chains, recorded, hrp };
  const addChain = chainAdder(router, chains, requestMetrics);
  addChain("P", { "": json2Endpoint("platform", platformMethods(chainNode)) });
  addChain("X", { "": json2Endpoint("avm", avmMethods(chainNode)), "/wallet": json2Endpoint("wallet", []) });
  addChain("C", {
    "/rpc": gethEndpoint(evmMethods(cChain, recorded)),
    "/avax": json2Endpoint("avax", avaxMethods(chainNode, cChain)),
    "/ws": refuseSubscriptions,
  });
  for (const recordedChain of history.recording.evmChains) {
    const { blockchainId } = recordedChain;
    const base = `/ext/bc/${blockchainId}`;
    const chain = subnetChainOf(history, recordedChain, node.retention);
    const others = [...recorded.below(base)].filter(([path]) => path !== chain.path);
    addChain(blockchainId, {
      "/rpc": gethEndpoint(evmMethods(chain, recorded)),
      "/ws": refuseSubscriptions,
      ...Object.fromEntries(
        others.map(([path, methods]) => {
          const service = path.slice(path.lastIndexOf("/") + 1);
          return [path.slice(base.length), json2Endpoint(service, recordedMethods(recorded, path, methods))];
        }),
      ),
    });
  }
  return router;
}

/** Subscriptions are not recorded. This is the answer to a request without an upgrade. */
const refuseSubscriptions: Endpoint = () => textReply(400, "Bad Request\n");

/** An endpoint with the methods of one service. */
function json2Endpoint(service: string, methods: readonly Answer[]): Endpoint {
  const byName = new Map(methods.map((method) => [method.name, method]));
  return (request) => answerJson2(request, [service], byName);
}

/** A chain is served at `/ext/bc/<id>`. Its other names are served there too, and directly below `/ext/`. */
function chainAdder(router: Router, chains: Aliases, requestMetrics: Facilities["requestMetrics"]) {
  return (name: string, endpoints: Record<string, Endpoint>): void => {
    const id = chains.find(name) ?? name;
    const base = `/ext/bc/${id}`;
    for (const [below, endpoint] of Object.entries(endpoints)) {
      router.add(base, below, requestMetrics.watch(name, endpoint));
    }
    for (const alias of chains.namesOf(id).filter((each) => each !== id)) {
      router.alias(base, `/ext/bc/${alias}`);
      router.alias(base, `/ext/${alias}`);
    }
  };
}
