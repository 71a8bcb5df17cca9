import type { NodeClient } from "../../client/node";
import type { FirnUpgrades } from "../../contract/firn/upgrades";
import { acps, upgrades } from "../../contract/node/info";
import { NodeError } from "../../errors";
import { inTime, requireNode } from "./in-time";

/** Asks the node at most once a minute. @throws NodeError when it does not answer */
export type AskUpgrades = () => Promise<FirnUpgrades>;

const FRESH_MS = 60_000;
/** A page may wait for it. */
const TIMEOUT_MS = 2_000;
/** AvalancheGo's date of an upgrade that has none yet is 9999-12-01. @source avalanchego upgrade/upgrade.go */
const UNSCHEDULED_YEAR = 9999;

/** Network upgrades and preferences on ACPs, as `node` states them. */
export function openNodeUpgrades(node: NodeClient | undefined, nowMs: () => number): AskUpgrades {
  let last: (Omit<FirnUpgrades, "upgrades"> & { times: UpgradeTime[] }) | undefined;
  return async () => {
    if (last === undefined || Math.abs(nowMs() - last.checkedAt) > FRESH_MS)
      last = { checkedAt: nowMs(), ...(await ask(requireNode(node))) };
    const { times, ...rest } = last;
    const isActive = ({ activationTime }: UpgradeTime) =>
      activationTime !== undefined && activationTime * 1000 <= nowMs();
    return { ...rest, upgrades: times.map((time) => ({ ...time, isActive: isActive(time) })) };
  };
}

type UpgradeTime = Pick<FirnUpgrades["upgrades"][number], "name" | "activationTime">;

function ask(node: NodeClient) {
  return inTime(TIMEOUT_MS, async (signal) => {
    const [nodeVersion, answer, preferences] = await Promise.all([
      node.getNodeVersion({ signal }),
      node.call("/ext/info", upgrades, {}, { signal }),
      node.call("/ext/info", acps, {}, { signal }),
    ]);
    return { nodeVersion, times: readTimes(answer), acps: presentAcps(preferences.acps) };
  });
}

/** @throws NodeError NODE_BAD_ANSWER for a time that is none */
function readTimes(answer: Readonly<Record<string, unknown>>): UpgradeTime[] {
  const times: UpgradeTime[] = [];
  for (const [key, value] of Object.entries(answer)) {
    if (!key.endsWith("Time")) continue;
    const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(ms))
      throw new NodeError(
        "NODE_BAD_ANSWER",
        `upgrade ${key} is ${JSON.stringify(value)}, which is not a time`,
      );
    const isScheduled = new Date(ms).getUTCFullYear() < UNSCHEDULED_YEAR;
    times.push({
      name: key.slice(0, -"Time".length),
      ...(isScheduled && { activationTime: Math.floor(ms / 1000) }),
    });
  }
  const order = ({ activationTime }: UpgradeTime) => activationTime ?? Number.MAX_SAFE_INTEGER;
  return times.sort((a, b) => order(a) - order(b));
}

type Preferences = ReturnType<typeof acps.result.parse>["acps"];

function presentAcps(preferences: Preferences): FirnUpgrades["acps"] {
  return Object.entries(preferences)
    .map(([number, { supportWeight, objectWeight, abstainWeight, supporters, objectors }]) => ({
      acp: Number(number),
      supportWeight: supportWeight.toString(),
      objectWeight: objectWeight.toString(),
      abstainWeight: abstainWeight.toString(),
      supporters: supporters?.length ?? 0,
      objectors: objectors?.length ?? 0,
    }))
    .sort((a, b) => a.acp - b.acp);
}
