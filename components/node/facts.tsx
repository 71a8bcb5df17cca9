import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";
import { formatAmount, formatAvax, formatBytes } from "@/lib/words/format";
import { FromNode } from "./from-node";

interface IdentityProps {
  askedAt: number;
  nodeId: string;
  version: string;
  gitCommit: string;
  ip: string;
}

/** Which node it is. */
export function Identity({ askedAt, nodeId, version, gitCommit, ip }: IdentityProps) {
  return (
    <Panel title="Identity" note={<FromNode method="info.getNodeID" askedAt={askedAt} />}>
      <KeyValue>
        <Fact label="Id">
          <HashLink value={nodeId} href={hrefTo("validator", { id: nodeId })} label="node id" grain />
        </Fact>
        <Fact label="Version">{version}</Fact>
        {gitCommit !== "" && (
          <Fact label="Commit">
            <span className="font-mono text-mono">{gitCommit.slice(0, 12)}</span>
          </Fact>
        )}
        {ip !== "" && (
          <Fact label="Public address">
            <span className="font-mono text-mono">{ip}</span>
          </Fact>
        )}
      </KeyValue>
    </Panel>
  );
}

type UptimeProps = { askedAt: number } & (
  | { rewardingPercent: number; averagePercent: number }
  | { isNoValidator: true }
);

/** How the other validators see this node, which decides its reward. */
export function Uptime({ askedAt, ...uptime }: UptimeProps) {
  return (
    <Panel
      title="Uptime, as other validators see it"
      note={<FromNode method="info.uptime" askedAt={askedAt} />}
    >
      {"isNoValidator" in uptime ? (
        <p className="px-5 py-4 text-ink-2">This node does not validate the Primary Network.</p>
      ) : (
        <KeyValue>
          <Fact label="Votes for a reward" aside="of stake sees this node above what a reward needs">
            {formatShare(uptime.rewardingPercent)}
          </Fact>
          <Fact label="Average" aside="weighted by stake">
            {formatShare(uptime.averagePercent)}
          </Fact>
        </KeyValue>
      )}
    </Panel>
  );
}

function formatShare(percent: number): string {
  return `${percent.toFixed(percent === 100 || percent === 0 ? 0 : 1)} %`;
}

interface DiskProps {
  askedAt: number;
  disk: { availableBytes: number; availablePercent: number | undefined } | undefined;
}

/** The disk under the node's database. */
export function Disk({ askedAt, disk }: DiskProps) {
  return (
    <Panel title="Disk" note={<FromNode method="health.health" askedAt={askedAt} />}>
      <KeyValue>
        <Fact
          label="Free"
          {...(disk?.availablePercent !== undefined && { aside: `${disk.availablePercent} % of the disk` })}
        >
          {disk === undefined ? "The node does not say" : formatBytes(disk.availableBytes)}
        </Fact>
      </KeyValue>
    </Panel>
  );
}

interface PricesProps {
  askedAt: number;
  baseFeeWei: bigint | undefined;
  tipWei: bigint | undefined;
  pGasNavax: bigint;
  l1ValidatorNavax: bigint;
}

const GWEI_DECIMALS = 9;
const SECONDS_OF_30_DAYS = 2_592_000n;

/** What the next transaction pays. */
export function Prices({ askedAt, baseFeeWei, tipWei, pGasNavax, l1ValidatorNavax }: PricesProps) {
  const gwei = (wei: bigint | undefined) =>
    wei === undefined ? "The node does not say" : `${formatAmount(wei, GWEI_DECIMALS)} gwei per gas`;
  return (
    <Panel
      title="Prices now"
      note={<FromNode method="eth_feeHistory, platform.getFeeState" askedAt={askedAt} />}
    >
      <KeyValue>
        <Fact label="C-Chain base fee" aside="of the next block">
          {gwei(baseFeeWei)}
        </Fact>
        <Fact label="C-Chain tip" aside="median of the newest block">
          {gwei(tipWei)}
        </Fact>
        <Fact label="P-Chain gas">{formatAmount(pGasNavax, 0, "nAVAX per gas")}</Fact>
        <Fact label="L1 validator" aside={`${formatAvax(l1ValidatorNavax * SECONDS_OF_30_DAYS)} for 30 days`}>
          {formatAmount(l1ValidatorNavax, 0, "nAVAX a second")}
        </Fact>
      </KeyValue>
    </Panel>
  );
}
