import { button } from "@/components/ui/button";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { TimeAgo } from "@/components/ui/time-ago";
import type { ConsoleFacts } from "@/lib/contract/operator/console";
import { ActionForm } from "../action-form";
import { ActionOutcome } from "../action-outcome";

interface VMsProps {
  vms: ConsoleFacts["vms"];
  lastLoad: ConsoleFacts["lastLoad"];
}

const COLUMNS = [{ label: "VM" }, { label: "Names" }, { label: "Result", right: true }];

/** The node's virtual machines, and those that the last loading of plugins added or failed to load. */
export function VMs({ vms = [], lastLoad }: VMsProps) {
  const fresh = new Set(lastLoad?.newVMs.map(({ vmId }) => vmId));
  const known = new Set(vms.map(({ vmId }) => vmId));
  const missing = lastLoad?.newVMs.filter(({ vmId }) => !known.has(vmId)) ?? [];
  return (
    <Panel
      id="vms"
      title="VMs"
      aside="of this node and its plugins"
      actions={
        <ActionForm section="vms" action="loadVMs">
          <button type="submit" className={button({ size: "small" })}>
            <Icon name="plug" />
            Load new plugins
          </button>
        </ActionForm>
      }
      note={
        lastLoad === undefined ? (
          "No plugins were loaded from here since the node started. Loading looks for new ones in the node’s plugin folder."
        ) : (
          <>
            Plugins loaded <TimeAgo at={lastLoad.atMs} ago />: {lastLoad.newVMs.length} new,{" "}
            {lastLoad.failedVMs.length} failed.
          </>
        )
      }
    >
      <ActionOutcome section="vms" />
      <Table caption="Virtual machines" columns={COLUMNS}>
        {[...missing, ...vms].map(({ vmId, names }) => (
          <Row key={vmId}>
            <Cell at="a">
              <HashLink value={vmId} label="VM" />
            </Cell>
            <Cell at="c">
              <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5 in-[td]:gap-1.5">
                {names.map((name) => (
                  <Tag key={name} mono>
                    {name}
                  </Tag>
                ))}
              </span>
            </Cell>
            <Cell right at="b">
              <StatusPill status="success" word={fresh.has(vmId) ? "Loaded, new" : "Loaded"} plain />
            </Cell>
          </Row>
        ))}
        {lastLoad?.failedVMs.map(({ vmId, reason }) => (
          <Row key={`failed ${vmId}`}>
            <Cell at="a">
              <HashLink value={vmId} label="VM" />
            </Cell>
            <Cell at="e" wraps>
              <span className="font-mono text-small tracking-snug text-ink-2">{reason}</span>
            </Cell>
            <Cell right at="b">
              <StatusPill status="failed" plain />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
