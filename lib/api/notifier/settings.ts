import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isMailUrl } from "../../client/mail";
import { readSettingsFile, stateOf } from "../../client/settings-file";
import { alertSettings, type ChannelSetting, type SecretText } from "../../contract/alert-settings";
import { ConfigError, describeError } from "../../errors";
import type { Log } from "../../log";

type Env = Readonly<Record<string, string | undefined>>;

/** A channel with its texts read from where they are. */
export type Channel = ReadTexts<ChannelSetting>;
type ReadTexts<T> = T extends unknown
  ? { [K in keyof T]: SecretText extends T[K] ? string | Extract<T[K], undefined> : T[K] }
  : never;

/** What FIRN_ALERTS says. */
export interface AlertSettings {
  /** URL of the web, for links. */
  web: string | undefined;
  channels: readonly Channel[];
}

/** Settings that follow their file. */
export interface WatchedAlertSettings {
  /** Undefined without a file, and until it could be read once. */
  current(): AlertSettings | undefined;
  close(): void;
}

/** How often the file is looked at. */
const LOOK_MS = 2_000;
/** A shorter secret could be guessed from one signature. */
const SHORTEST_SECRET = 16;

/**
 * The file of alerts. Secrets in files are read relative to it.
 * @throws ConfigError CONFIG_INVALID when it, or what it names, can't be read or is wrong
 */
export function readAlertSettings(path: string, env: Env): AlertSettings {
  return readAll(path, env, []);
}

/**
 * Follows the file and the secrets' files within seconds. A file that can't be used is named in the log, and what was read
 * before stays.
 */
export function watchAlertSettings(
  path: string | undefined,
  { env, log, lookMs = LOOK_MS }: { env: Env; log: Pick<Log, "warn">; lookMs?: number },
): WatchedAlertSettings {
  if (path === undefined) return { current: () => undefined, close: () => {} };
  let settings: AlertSettings | undefined;
  let files = [path];
  let state = "";
  const look = () => {
    const found = files.map(stateOf).join();
    if (found === state) return;
    state = found;
    files = [path];
    try {
      settings = readAll(path, env, files);
    } catch (error) {
      log.warn(`${describeError(error)}. ${settings ? "What it said before goes on." : "Nobody is told."}`);
    }
    state = files.map(stateOf).join();
  };
  look();
  const timer = setInterval(look, lookMs);
  timer.unref();
  return { current: () => settings, close: () => clearInterval(timer) };
}

/** @param files gets what else is read, whether or not it can be */
function readAll(path: string, env: Env, files: string[]): AlertSettings {
  const read = readSettingsFile(path, alertSettings, (what, cause) => fault(path, what, cause));
  const channels = read.channels.map((setting) => {
    const channel = readTexts(setting, (source, member) => {
      const where = `${setting.name}.${member}`;
      if (typeof source === "string") return source;
      if ("env" in source) {
        const found = env[source.env];
        if (found) return found;
        throw fault(path, `has an error: ${where} is in the variable ${source.env}, which is not set`);
      }
      const file = resolve(dirname(path), source.file);
      files.push(file);
      return readSecretFile(path, where, file);
    });
    checkChannel(path, channel);
    return channel;
  });
  return { web: read.web?.replace(/\/+$/, ""), channels };
}

function readTexts(setting: ChannelSetting, read: (source: SecretText, member: string) => string): Channel {
  const members = Object.entries(setting).map(([member, value]) => [
    member,
    SECRETS.includes(member) && value !== undefined ? read(value as SecretText, member) : value,
  ]);
  return Object.fromEntries(members) as Channel;
}

/** Members that a channel may name by where they are. */
const SECRETS = ["url", "secret", "topic", "token", "chat"];

function checkChannel(path: string, channel: Channel): void {
  if (channel.type === "email") {
    if (isMailUrl(channel.url)) return;
    throw fault(
      path,
      `has an error: ${channel.name}.url must be like smtp://mail.example.org:587 or smtps://…`,
    );
  }
  const url = URL.canParse(channel.url) ? new URL(channel.url) : undefined;
  // The URL itself may be a secret, so it is not shown.
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw fault(path, `has an error: ${channel.name}.url must be an http or https URL, without a user name`);
  if (channel.type === "webhook" && channel.secret.length < SHORTEST_SECRET)
    throw fault(path, `has an error: ${channel.name}.secret must have ${SHORTEST_SECRET} characters or more`);
  const token = "token" in channel ? channel.token : undefined;
  if (token !== undefined && !/^[!-~]+$/.test(token))
    throw fault(path, `has an error: ${channel.name}.token must be letters, digits and signs without spaces`);
}

function readSecretFile(path: string, where: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    throw fault(path, `has an error: ${where} is in ${file}, which can't be read (${code})`, cause);
  }
  if (text === "") throw fault(path, `has an error: ${where} is in ${file}, which is empty`);
  return text;
}

function fault(path: string, what: string, cause?: unknown): ConfigError {
  return new ConfigError("CONFIG_INVALID", `FIRN_ALERTS names ${path}, which ${what}`, {
    hint: "docs/alerts.md shows how to write it; firn alerts list reads it again",
    cause,
  });
}
