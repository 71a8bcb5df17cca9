import { z } from "zod";
import { channelManner } from "../alert-settings";
import { route } from "../route";

/** Who is told of alerts, as the console shows it. Requires a sign-in. Nothing of it is an address or a secret. */

const nothing = z.object({});

const channel = z.object({ ...channelManner, type: z.string() }).meta({ id: "ConsoleChannel" });
export type ConsoleChannel = z.output<typeof channel>;

export const getConsoleAlerts = route({
  method: "get",
  path: "/operator/alerts",
  operationId: "operatorAlerts",
  tag: "Operator",
  summary: "Channels of the file that FIRN_ALERTS names",
  params: nothing,
  query: nothing,
  response: z.object({
    /** Absent where FIRN_ALERTS names none. */
    file: z.string().optional(),
    /** Why the file can't be used now. */
    problem: z.string().optional(),
    channels: z.array(channel),
  }),
});

export const testAlertChannel = route({
  method: "post",
  path: "/operator/alerts/test",
  operationId: "operatorTestChannel",
  tag: "Operator",
  summary: "Sends a test to one channel",
  params: nothing,
  query: nothing,
  sent: z.strictObject({ channel: z.string().min(1).max(40).describe("a channel's name") }),
  response: z.object({
    /** Why it was not taken; absent if it was. */
    reason: z.string().optional(),
  }),
});
