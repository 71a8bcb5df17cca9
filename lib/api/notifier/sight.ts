import { alertsOfNode, unknownOfNode } from "../alerts/of-node";
import { alertsOfStatus, unknownOfStatus } from "../alerts/of-status";
import { readOwnNode, readPlainly } from "../alerts/own-node";
import { readStatus } from "../firn/status";
import { openEvmNodes } from "../node/evm-node";
import { openNodeHealth } from "../node/health";
import type { ServiceOptions } from "../service";
import { openEvmChains } from "../snapshot/evm";
import { openPrimary } from "../snapshot/primary";
import { openNodeUptimes } from "../staking/node-uptime";
import type { Seen } from "./plan";

export type SightOptions = Pick<
  ServiceOptions,
  "stores" | "networkName" | "node" | "nodeUrls" | "nodeUrl" | "version" | "nowMs"
>;

/** What needs attention, read whenever it is asked for. */
export interface Sight {
  /** @throws NodeError NOTHING_INDEXED; StoreError */
  see(): Promise<Seen>;
  close(): Promise<void>;
}

/** Opens nothing yet. */
export function openSight(options: SightOptions): Sight {
  const { stores, node, nowMs, nodeUrl, version } = options;
  const primary = openPrimary({ stores, servedAs: options.networkName });
  const evmChains = openEvmChains(stores, openEvmNodes(options.nodeUrls ?? [], nowMs));
  const ofNode = { nodeHealth: openNodeHealth(node, nowMs), nodeUptimes: openNodeUptimes(node, nowMs) };
  const service = { ...ofNode, version, nodeUrl, nowMs, stores, images: { schemes: [] } };
  const status = { service, read: primary.read, readEvm: evmChains.read, evmChains };
  const own = {
    service,
    node,
    dataFolder: stores.place.folder,
    read: readPlainly(primary, nowMs),
  };
  return {
    async see() {
      const now = await readStatus(status);
      const ofOwn = await readOwnNode(own, now);
      return {
        alerts: [...alertsOfStatus(now, nowMs()), ...alertsOfNode(ofOwn, nowMs())],
        unknown: new Set([...unknownOfStatus(now), ...unknownOfNode(ofOwn)]),
      };
    },
    async close() {
      await primary.close();
      await evmChains.close();
    },
  };
}
