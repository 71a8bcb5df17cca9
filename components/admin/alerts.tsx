import { button } from "@/components/ui/button";
import { PANEL_NOTE, Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import type { ConsoleChannel, getConsoleAlerts } from "@/lib/contract/operator/alerts";
import type { RouteBody } from "@/lib/contract/route";
import { plural } from "@/lib/words/format";
import { ActionForm } from "./action-form";
import { ActionOutcome } from "./action-outcome";

const COLUMNS = [{ label: "Channel" }, { label: "Is told" }, { label: "Actions", quiet: true }];

/** Who is told of alerts, with a button that tries it. @param alerts undefined when they could not be read */
export function Alerts({ alerts }: { alerts: RouteBody<typeof getConsoleAlerts> | undefined }) {
  return (
    <Panel id="alerts" title="Alerts" aside={alerts?.file ?? "who is told"}>
      <ActionOutcome section="alerts" />
      {alerts === undefined || alerts.channels.length === 0 ? (
        <p className={PANEL_NOTE}>
          {alerts?.problem ??
            "Nobody is told. Write a file as docs/alerts.md shows, and start Firn with FIRN_ALERTS set to its path."}
        </p>
      ) : (
        <Table caption="Channels" columns={COLUMNS} look="lines">
          {alerts.channels.map((channel) => (
            <Row key={channel.name} id={`channel-${channel.name}`}>
              <Cell at="a" wraps>
                <span>
                  {channel.name} <span className="text-ink-2">{channel.type}</span>
                </span>
              </Cell>
              <Cell at="c" wraps>
                <span>{mannerOf(channel)}</span>
              </Cell>
              <Cell at="d" right>
                <ActionForm section="alerts" action="testAlertChannel" fields={{ channel: channel.name }}>
                  <button type="submit" className={button({ size: "small" })}>
                    Test
                  </button>
                </ActionForm>
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Panel>
  );
}

/** What a channel is told, and when: `warning or worse, but not disk-low; quiet 22:00-07:00 UTC`. */
function mannerOf({
  severity,
  only,
  except,
  quiet,
  repeatHours,
  recovery,
  addresses,
}: ConsoleChannel): string {
  const parts = [
    `${severity === "critical" ? "critical alerts" : `${severity} or worse`}${only === undefined ? "" : `, only ${only.join(", ")}`}${except === undefined ? "" : `, but not ${except.join(", ")}`}`,
    quiet && `quiet ${quiet.hours} ${quiet.timeZone}${quiet.exceptCritical ? ", except critical ones" : ""}`,
    repeatHours && `again every ${repeatHours} h`,
    recovery ? undefined : "no word when it is over",
    addresses && `what ${plural(addresses.length, "address", "addresses")} did`,
  ];
  return parts.filter((part) => part !== undefined).join("; ");
}
