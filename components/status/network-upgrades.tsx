import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import { TimeAgo } from "@/components/ui/time-ago";
import type { FirnUpgrades } from "@/lib/contract/firn/upgrades";
import { formatLeft, formatPercent, formatTime, plural } from "@/lib/words/format";
import { nameOfUpgrade } from "./upgrade-name";

/** Network upgrades that this version of the node knows, newest first. */
export function NetworkUpgrades({ upgrades, nowMs }: { upgrades: FirnUpgrades; nowMs: number }) {
  return (
    <Panel
      title="Network upgrades"
      aside={upgrades.nodeVersion}
      note="Only upgrades that this version of the node knows are listed. A newer version may know more."
    >
      <KeyValue>
        {[...upgrades.upgrades].reverse().map(({ name, activationTime, isActive }) => (
          <Fact key={name} label={nameOfUpgrade(name)}>
            {activationTime === undefined ? (
              "no date yet"
            ) : isActive ? (
              <>active since {formatTime(activationTime * 1000)}</>
            ) : (
              <>
                activates {formatTime(activationTime * 1000)}, in {formatLeft(activationTime * 1000 - nowMs)}
              </>
            )}
          </Fact>
        ))}
        {upgrades.acps.map((preference) => (
          <Fact key={preference.acp} label={`ACP-${preference.acp}`}>
            {describePreference(preference)}
          </Fact>
        ))}
        <Fact label="Checked">
          <TimeAgo at={upgrades.checkedAt} ago />
        </Fact>
      </KeyValue>
    </Panel>
  );
}

/** What nodes prefer, by the stake behind them as the node adds it up. */
function describePreference(preference: FirnUpgrades["acps"][number]): string {
  const support = BigInt(preference.supportWeight);
  const object = BigInt(preference.objectWeight);
  const abstain = BigInt(preference.abstainWeight);
  const shareOf = (weight: bigint) => formatPercent(weight, support + object + abstain);
  const nodes = (count: number) => plural(count, "node");
  return `${shareOf(support)} of stake in favour (${nodes(preference.supporters)}), ${shareOf(object)} against (${nodes(preference.objectors)})`;
}
