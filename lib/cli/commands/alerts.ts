import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type AlertSettings, readAlertSettings } from "../../api/notifier/settings";
import { openDataClient } from "../../client/data";
import { asTyped } from "../../command-names";
import { type Config, originOf, readConfig } from "../../config";
import { getAlerts } from "../../contract/firn/alerts";
import { ConfigError, describeError, InputError, NodeError } from "../../errors";
import { ALERT_GUIDES, severityOf } from "../../words/alert-guide";
import { wordsOfAlert } from "../../words/alerts";
import { plural } from "../../words/format";
import { sendTest } from "../alert-channels";
import { parseArgs } from "../args";
import { dataPaths } from "../paths";

export const usage = `firn alerts: what needs attention, and who is told, by the file that FIRN_ALERTS names

  firn alerts list
      what is on now, and the channels
  firn alerts test [CHANNEL]
      send a test to one channel, or to all

docs/alerts.md shows how to write the file. A running Firn follows it within seconds.
`;

/** `firn alerts list|test`. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { rest } = parseArgs(args, {});
  const [action, name, ...others] = rest;
  const isWhole = action === "test" || (action === "list" && name === undefined);
  if (!isWhole || others.length > 0)
    throw new InputError(
      "BAD_PARAMETER",
      `${["firn alerts", ...args].join(" ")} is not complete, or too much`,
      {
        hint: "firn alerts --help shows how to write it",
      },
    );
  const config = readConfig(env);
  const settings = settingsOf(config, env);
  if (action === "test") return testChannels(settings, name);
  process.stdout.write(await whatIsOn(config));
  process.stdout.write(channelsText(settings));
}

function settingsOf({ alerts }: Config, env: NodeJS.ProcessEnv): AlertSettings {
  if (alerts !== undefined) return readAlertSettings(resolve(alerts), env);
  throw new ConfigError("CONFIG_INVALID", "FIRN_ALERTS names no file, so nobody is told", {
    hint: "write one as docs/alerts.md shows, and set FIRN_ALERTS for this command and for Firn",
  });
}

/** @throws InputError BAD_PARAMETER for an unknown channel; NodeError NODE_UNREACHABLE when one did not take the test */
async function testChannels({ channels }: AlertSettings, name: string | undefined): Promise<void> {
  const chosen = channels.filter((channel) => name === undefined || channel.name === name);
  if (chosen.length === 0)
    throw new InputError("BAD_PARAMETER", `no channel is called ${name}`, {
      hint: `the channels are ${channels.map((channel) => channel.name).join(", ")}`,
    });
  const failed: string[] = [];
  for (const channel of chosen) {
    const reason = await sendTest(channel);
    process.stdout.write(`${channel.name}: ${reason ?? "the test was taken"}\n`);
    if (reason !== undefined) failed.push(channel.name);
  }
  if (failed.length > 0)
    throw new NodeError("NODE_UNREACHABLE", `not every test was taken: ${failed.join(", ")}`, {
      hint: "see the reason above; the file that FIRN_ALERTS names has the address and the token",
    });
}

/** What the running API says needs attention. */
async function whatIsOn(config: Config): Promise<string> {
  const { apiKey } = dataPaths(config);
  const secret = config.apiSecret ?? (existsSync(apiKey) ? readFileSync(apiKey, "utf8").trim() : undefined);
  const baseUrl = originOf(config.host, config.apiPort);
  try {
    const client = openDataClient({ baseUrl, timeoutMs: 10_000, secret });
    const { alerts } = await client.get(getAlerts, { params: {} });
    if (alerts.length === 0) return "nothing needs attention\n";
    return alerts
      .map((alert) => {
        const { title, text } = wordsOfAlert(alert, Date.now());
        return asTyped(`${severityOf(alert)}: ${title}\n  ${text}\n  ${ALERT_GUIDES[alert.kind].mend}\n`);
      })
      .join("");
  } catch (error) {
    return `what needs attention is not known: ${describeError(error)}\n`;
  }
}

/** No addresses: they may be secret. */
function channelsText({ channels }: AlertSettings): string {
  return channels
    .map(({ name, type, severity, quiet, repeatHours, addresses }) => {
      const parts = [
        `channel ${name}: ${type}`,
        `from ${severity} on`,
        ...(quiet ? [`quiet ${quiet.hours} ${quiet.timeZone}`] : []),
        ...(repeatHours ? [`again every ${repeatHours} h`] : []),
        ...(addresses ? [`what ${plural(addresses.length, "address", "addresses")} did`] : []),
      ];
      return `${parts.join(", ")}\n`;
    })
    .join("");
}
