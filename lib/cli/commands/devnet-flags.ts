import { NODE_FORMS, type NodeFormName } from "../../devnet/node-form";
import { ConfigError } from "../../errors";
import type { OptionKinds } from "../args";

/** What a new data folder of the recorded node starts with, in percent of the recording, unless told otherwise. */
const START_AT = "75";
const BLOCK_TIME = "2s";

/** What `firn devnet` and `firn up` take both: kind, value, default and one line of help. */
const PACE_FLAGS = {
  recording: flag("value", "NAME|FILE", "custom-network", "what is served: a bundled recording, or a file"),
  "start-at": flag("value", "PERCENT", START_AT, "how much of it a new data folder has accepted, 0 to 100"),
  "block-time": flag(
    "value",
    "DURATION",
    BLOCK_TIME,
    "then the next recorded block is accepted: 2s, 20ms, 1m",
  ),
} as const;

/** In the names of AvalancheGo's own flags where it has them. */
const NODE_FLAGS = {
  ...PACE_FLAGS,
  dialect: flag(
    "value",
    Object.keys(NODE_FORMS).join("|"),
    "seed",
    "forms of the interface document, or the node's own",
  ),
  "index-enabled": flag("boolean", "true|false", "false", "index what is accepted, and serve /ext/index"),
  "index-allow-incomplete": flag(
    "boolean",
    "true|false",
    "false",
    "run although an index is, or becomes, incomplete",
  ),
  "first-block": flag("value", "N", "0", "lack EVM blocks before N, as after state sync"),
  "prune-traces": flag("value", "N", "0", "lack traces of EVM blocks before N, as after pruning"),
  "api-admin-enabled": flag("boolean", "true|false", "false", "serve /ext/admin"),
  "http-port": flag("value", "PORT", "FIRN_DEVNET_PORT", "where it listens, on loopback; 0 takes a free one"),
  "data-dir": flag("value", "FOLDER", "FIRN_DATA_DIR/devnet", "acceptances, logs and profiles"),
  "plugin-dir": flag("value", "FOLDER", "plugins in the data folder", "what admin.loadVMs loads"),
} as const;

type Options = Partial<Record<keyof typeof NODE_FLAGS, string>>;

/** Options of `firn devnet`. */
export const DEVNET_OPTIONS: OptionKinds = { ...kindsOf(NODE_FLAGS), help: "flag" };
/** Options of `firn up` that are the recorded node's. */
export const PACE_OPTIONS: OptionKinds = kindsOf(PACE_FLAGS);

/** The help of `firn devnet`. */
export function devnetHelp(): string {
  const lines = Object.entries(NODE_FLAGS).map(
    // A boolean takes its value after `=` only, as the node's own do.
    ([name, { kind, value, fallback, help }]) =>
      `  ${`--${name}${kind === "boolean" ? "=" : " "}${value}`.padEnd(36)} ${help} (${fallback})`,
  );
  return `firn devnet: serve a recorded node\n\n${lines.join("\n")}\n`;
}

/** What the flags say. */
export interface DevnetFlags {
  recording: string;
  /** Share of the recording, 0 to 1. */
  acceptance: number;
  blockTimeMs: number;
  nodeForm: NodeFormName;
  indexEnabled: boolean;
  allowIncompleteIndex: boolean;
  /** Heights of EVM chains. */
  firstBlock: number;
  firstTrace: number;
  admin: boolean;
  port: number | undefined;
  dataDir: string | undefined;
  pluginDir: string | undefined;
}

/** Reads the flags' values. @throws ConfigError CONFIG_INVALID naming the flag and the accepted forms */
export function readDevnetFlags(options: Options): DevnetFlags {
  const isOn = (name: keyof Options) => options[name] === "true";
  const port = options["http-port"];
  return {
    recording: options.recording ?? PACE_FLAGS.recording.fallback,
    acceptance: readPercent(options["start-at"] ?? START_AT) / 100,
    blockTimeMs: readDuration(options["block-time"] ?? BLOCK_TIME),
    nodeForm: readNodeForm(options.dialect ?? NODE_FLAGS.dialect.fallback),
    indexEnabled: isOn("index-enabled"),
    allowIncompleteIndex: isOn("index-allow-incomplete"),
    firstBlock: readHeight("first-block", options["first-block"]),
    firstTrace: readHeight("prune-traces", options["prune-traces"]),
    admin: isOn("api-admin-enabled"),
    port: port === undefined ? undefined : readPort(port),
    dataDir: readFolder("data-dir", options["data-dir"]),
    pluginDir: readFolder("plugin-dir", options["plugin-dir"]),
  };
}

function readPercent(text: string): number {
  const value = /^\d+(\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  return value <= 100 ? value : refuse("start-at", text, "a number from 0 to 100");
}

function readHeight(name: string, text = "0"): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : refuse(name, text, "a block's height");
}

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Longer pauses are no block time, and timers overflow. */
const MAX_BLOCK_TIME_MS = 24 * 3_600_000;

function readDuration(text: string): number {
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const ms = Number(amount) * (UNIT_MS[unit] ?? 0);
  return ms >= 1 && ms <= MAX_BLOCK_TIME_MS
    ? ms
    : refuse("block-time", text, "a duration such as 2s, 20ms or 1m");
}

function readNodeForm(text: string): NodeFormName {
  const isNodeForm = (name: string): name is NodeFormName => Object.hasOwn(NODE_FORMS, name);
  return isNodeForm(text) ? text : refuse("dialect", text, Object.keys(NODE_FORMS).join(" or "));
}

function readPort(text: string): number {
  const isPort = /^\d{1,5}$/.test(text) && Number(text) <= 65535;
  return isPort ? Number(text) : refuse("http-port", text, "a port from 0 to 65535");
}

/** An empty one would be wherever the node happens to be started. */
function readFolder(name: string, path: string | undefined): string | undefined {
  return path === "" ? refuse(name, path, "a folder") : path;
}

function refuse(name: string, text: string, accepted: string): never {
  throw new ConfigError("CONFIG_INVALID", `--${name} is "${text}"`, { hint: `set it to ${accepted}` });
}

function flag<const Kind extends "value" | "boolean">(
  kind: Kind,
  value: string,
  fallback: string,
  help: string,
) {
  return { kind, value, fallback, help };
}

function kindsOf(flags: Record<string, { kind: "value" | "boolean" }>): OptionKinds {
  return Object.fromEntries(Object.entries(flags).map(([name, { kind }]) => [name, kind]));
}
