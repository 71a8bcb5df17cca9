import type { AdminClient } from "../../client/admin";
import type { ACTIONS, ActionName, CallOutcome } from "../../contract/operator/actions";
import type { RouteSent } from "../../contract/route";
import type { OperatorContext } from "../context";
import { type AdminRequest, askNode } from "./ask";
import type { Levels } from "./levels";

type Sent<K extends ActionName> = RouteSent<(typeof ACTIONS)[K]>;

/** How each of the ten methods is called, with parameters that its contract parsed. */
export type Actions = { [K in ActionName]: (who: string, sent: Sent<K>) => Promise<CallOutcome> };

export function openActions(context: OperatorContext, levels: Levels): Actions {
  const ask = (request: AdminRequest) => askNode(context, request);
  const plain = (name: ActionName, run: (admin: AdminClient) => Promise<unknown>) => (who: string) =>
    ask({ who, name, params: {}, run });
  return {
    alias: (who, { endpoint, alias }) =>
      ask({
        who,
        name: "alias",
        params: { endpoint, alias },
        run: (admin) => admin.alias(endpoint, alias),
      }),
    aliasChain: (who, { chain, alias }) =>
      ask({
        who,
        name: "aliasChain",
        params: { chain, alias },
        run: (admin) => admin.aliasChain(chain, alias),
      }),
    getChainAliases: (who, { chain }) =>
      ask({
        who,
        name: "getChainAliases",
        params: { chain: chain.text },
        run: (admin) => admin.getChainAliases(chain.id),
      }),
    getLoggerLevel: (who, { loggerName }) =>
      ask({
        who,
        name: "getLoggerLevel",
        params: { loggerName },
        run: (admin) => admin.getLoggerLevels(loggerName),
      }),
    setLoggerLevel: (who, change) => levels.change(who, change),
    loadVMs: plain("loadVMs", (admin) => admin.loadVMs()),
    startCPUProfiler: plain("startCPUProfiler", (admin) => admin.startCpuProfiler()),
    stopCPUProfiler: plain("stopCPUProfiler", (admin) => admin.stopCpuProfiler()),
    memoryProfile: plain("memoryProfile", (admin) => admin.memoryProfile()),
    lockProfile: plain("lockProfile", (admin) => admin.lockProfile()),
  };
}
