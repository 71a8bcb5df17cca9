import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../config";
import { channelManner } from "../contract/alert-settings";
import { openAlertChannels } from "./alert-channels";

test("the console gets all that a channel says of what it is told, and nothing of where it leads", () => {
  const folder = mkdtempSync(join(tmpdir(), "firn-channels-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "alerts.json");
  const manner = {
    name: "team",
    type: "slack",
    only: ["node-away"],
    except: ["disk-low"],
    severity: "info",
    quiet: { hours: "22:00-07:00", timeZone: "UTC", exceptCritical: true },
    repeatHours: 6,
    recovery: false,
    addresses: [{ address: `0x${"12".repeat(20)}`, name: "treasury" }],
  };
  expect(Object.keys(manner)).toEqual(expect.arrayContaining(Object.keys(channelManner)));
  writeFileSync(file, JSON.stringify({ channels: [{ ...manner, url: "https://example.org/hunter2" }] }));
  const env = { ...process.env, FIRN_ALERTS: file };
  expect(openAlertChannels(readConfig(env), env).list()).toEqual([manner]);
});
