import { NODE_FORMS, type NodeFormName } from "../../devnet/node-form";
import { ConfigError } from "../../errors";
import type { OptionKinds } from "../args";

/** Default of `--start-at`: the share of the recording that a new data folder starts with, in percent. */
const START_AT = "82";
const BLOCK_TIME = "3s";

/** Flags of both `firn devnet` and `firn up`: kind, value, default and one line of help. */
const PACE_FLAGS = {
  recording: flag("value", "NAME|FILE", "l1-network", "the recording to serve: a bundled one or a file"),
  "start-at": flag(
    "value",
    "PERCENT",
    START_AT,
    "the share of it that a new data folder starts with, 0 to 100",
  ),
  "block-time": flag("value", "DURATION", BLOCK_TIME, "the time between two accepted blocks: 2s, 20ms, 1m"),
} as const;

/** Named after AvalancheGo's flags where those exist. */
const NODE_FLAGS = {
  ...PACE_FLAGS,
  dialect: flag(
    "value",
    Object.keys(NODE_FORMS).join("|"),
    "seed",
    "answers as the interface document has them, or as the node does",
  ),
  "index-enabled": flag("boolean", "true|false", "false", "index accepted blocks and serve /ext/index"),
  "index-allow-incomplete": flag(
    "boolean",
    "true|false",
    "false",
    "run even if an index is or becomes incomplete",
  ),
  "first-block": flag(
    "value",
    "N",
    "0",
    "begin EVM chains by state sync: of 256 blocks before N there are bodies, of older ones nothing",
  ),
  "prune-traces": flag("value", "N", "0", "lack traces of EVM blocks before N, as after pruning"),
  "api-admin-enabled": flag("boolean", "true|false", "false", "serve /ext/admin"),
  "http-port": flag("value", "PORT", "FIRN_DEVNET_PORT", "the port on loopback; 0 picks a free one"),
  "data-dir": flag("value", "FOLDER", "FIRN_DATA_DIR/devnet", "accepted blocks, logs and profiles"),
  "plugin-dir": flag("value", "FOLDER", "plugins in the data folder", "the plugins that admin.loadVMs loads"),
} as const;

type Options = Partial<Record<keyof typeof NODE_FLAGS, string>>;

/** Options of `firn devnet`. */
export const DEVNET_OPTIONS: OptionKinds = { ...kindsOf(NODE_FLAGS), help: "flag" };
/** Options of `firn up` that go to the recorded node. */
export const PACE_OPTIONS: OptionKinds = kindsOf(PACE_FLAGS);

/** The help of `firn devnet`. */
export function devnetHelp(): string {
  const lines = Object.entries(NODE_FLAGS).map(
    // A boolean takes its value only after `=`, as in AvalancheGo.
    ([name, { kind, value, fallback, help }]) =>
      `  ${`--${name}${kind === "boolean" ? "=" : " "}${value}`.padEnd(36)} ${help} (default: ${fallback})`,
  );
  return `firn devnet: serve a recorded node\n\n${lines.join("\n")}\n`;
}

/** The parsed flags. */
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

/**
 * Parses the flags.
 * @throws ConfigError CONFIG_INVALID naming the flag and the accepted forms
 */
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

/** No chain has a longer block time, and timers overflow. */
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

/** An empty path would mean the current folder. */
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
