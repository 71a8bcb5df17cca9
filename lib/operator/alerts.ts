import type { ConsoleChannel } from "../contract/operator/alerts";
import { describeError, FirnError, InputError } from "../errors";
import type { Audit } from "./audit/audit";
import { recorded } from "./audit/recorded";

/** Who is told of alerts, by the file that FIRN_ALERTS names. */
export interface AlertChannels {
  /** Absent where FIRN_ALERTS names none. */
  file: string | undefined;
  /** Reads the file. @throws ConfigError when it can't be used */
  list(): ConsoleChannel[];
  /** Sends a test to a channel of the file. @returns why it was not taken; undefined if it was */
  test(name: string): Promise<string | undefined>;
}

/** The console's way to alerts: what the file says now, and a test that the audit has. */
export function openConsoleAlerts(channels: AlertChannels, audit: Audit) {
  const { file } = channels;
  const read = () => {
    if (file === undefined) return { channels: [] };
    try {
      return { file, channels: channels.list() };
    } catch (error) {
      if (error instanceof FirnError) return { file, problem: describeError(error), channels: [] };
      throw error;
    }
  };
  return {
    read,
    /** @throws InputError NOT_FOUND for a channel that the file does not have */
    test(who: string, name: string): Promise<{ reason?: string }> {
      const action = { who, method: "firn.testAlertChannel", parameters: { channel: name } };
      const work = async (): Promise<{ reason?: string }> => {
        if (!read().channels.some((channel) => channel.name === name))
          throw new InputError("NOT_FOUND", `no channel is called ${name}`);
        const reason = await channels.test(name);
        return reason === undefined ? {} : { reason };
      };
      return recorded(audit, action, work, ({ reason = "" }) => reason);
    },
  };
}
