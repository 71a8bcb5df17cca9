import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { bodyOf, testNote } from "../api/notifier/note";
import { outletOf } from "../api/notifier/outlet";
import { type Channel, readAlertSettings } from "../api/notifier/settings";
import { withMail } from "../client/mail";
import { openPost } from "../client/post";
import type { Config } from "../config";
import { signatureOf } from "../delivery/signature";
import type { AlertChannels } from "../operator/alerts";

/** Sends a test to a channel. @returns why it was not taken; undefined if it was */
export async function sendTest(channel: Channel): Promise<string | undefined> {
  const id = randomUUID();
  const body = bodyOf(channel, testNote(id, Date.now()));
  const { url, headers, secret } = outletOf(channel);
  const signature = secret === undefined ? {} : { "x-signature": signatureOf(body, secret) };
  const answer = await withMail(openPost())({
    url,
    body,
    isPrivate: true,
    signal: new AbortController().signal,
    headers: { ...headers, ...signature, "x-firn-message-id": id },
  });
  return answer?.ok === false ? answer.reason : undefined;
}

/** The channels of FIRN_ALERTS for the console. The file is read each time, so an edit shows at once. */
export function openAlertChannels({ alerts }: Config, env: NodeJS.ProcessEnv): AlertChannels {
  const file = alerts === undefined ? undefined : resolve(alerts);
  const read = () => (file === undefined ? [] : readAlertSettings(file, env).channels);
  return {
    file,
    list: () =>
      read().map(({ name, type, only, except, severity, quiet, repeatHours, recovery, addresses }) => ({
        name,
        type,
        only,
        except,
        severity,
        quiet,
        repeatHours,
        recovery,
        addresses,
      })),
    async test(name) {
      const channel = read().find((each) => each.name === name);
      return channel && sendTest(channel);
    },
  };
}
