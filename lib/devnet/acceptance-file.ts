import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { sha256 } from "#sha256";
import { fromHex } from "../avalanche/codec/bytes";
import { formatId } from "../avalanche/ids";
import { INDEX_NAMES } from "../contract/node/index";
import { ConfigError } from "../errors";
import type { AcceptanceLog } from "./history";
import type { Recording } from "./recording";

const FORMAT = "firn-acceptances-1";

/** The first line. */
const head = z.object({ format: z.literal(FORMAT), networkId: z.int(), genesisBlock: z.string() });
/** One start of the node. */
const run = z.object({ run: z.object({ indexed: z.boolean() }) });
const acceptance = z.object({
  index: z.union([z.enum(INDEX_NAMES), z.templateLiteral(["evm/", z.string()])]),
  id: z.string(),
  timestamp: z.string(),
  indexed: z.boolean(),
});
const entry = z.union([acceptance, run]);

/** What a node has done, in a file of JSON lines that only grows. The newest line comes last. */
export interface AcceptanceFile extends AcceptanceLog {
  /** Earlier starts, oldest first, and whether each indexed. */
  readonly runs: readonly { indexed: boolean }[];
  /** Records that the node starts. */
  begin(run: { indexed: boolean }): void;
  close(): void;
}

/**
 * Opens the file; creates it and its folder if missing. Removes a last line that a kill truncated: nobody was told of
 * that acceptance.
 * @throws ConfigError WRONG_NETWORK if it belongs to another genesis, CONFIG_INVALID if it cannot be used
 */
export function openAcceptanceFile(path: string, recording: Recording): AcceptanceFile {
  const fd = openFile(path);
  try {
    const { kept, runs, isNew } = readFile(path, fd, headOf(recording));
    const append = (lines: readonly unknown[]) => {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      appendFileSync(fd, text, { flush: true });
    };
    if (isNew) append([headOf(recording)]);
    return {
      kept,
      runs,
      append,
      begin: ({ indexed }) => append([{ run: { indexed } }]),
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function headOf({ network, genesis }: Recording): z.infer<typeof head> {
  const genesisBlock = formatId(sha256(fromHex(genesis.platformBlock)));
  return { format: FORMAT, networkId: network.networkId, genesisBlock };
}

/** Creates the folder unless it exists. @throws ConfigError CONFIG_INVALID */
export function makeNodeFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

function openFile(path: string): number {
  makeNodeFolder(dirname(path));
  try {
    return openSync(path, "a+", 0o600);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

function unwritable(path: string, cause: unknown): ConfigError {
  const { code } = cause as NodeJS.ErrnoException;
  return new ConfigError("CONFIG_INVALID", `${path} can't be written (${code})`, {
    hint: "give the recorded node a data folder that is writable",
    cause,
  });
}

/**
 * Creates the folders one by one. With `recursive`, Node 20 retries for ever where nobody may create any, as in /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder);
}

function readFile(path: string, fd: number, expected: z.infer<typeof head>) {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) ftruncateSync(fd, end);
  const lines = bytes.toString("utf8", 0, end).split("\n").slice(0, -1);
  const [first, ...rest] = lines.map((text, at) =>
    parseLine(text, at === 0 ? head : entry, `${path}:${at + 1}`),
  );
  if (first !== undefined && JSON.stringify(first) !== JSON.stringify(expected))
    throw otherNetwork(path, expected);
  const entries = rest as z.infer<typeof entry>[];
  return {
    isNew: first === undefined,
    kept: entries.flatMap((each) => ("run" in each ? [] : [each])),
    runs: entries.flatMap((each) => ("run" in each ? [each.run] : [])),
  };
}

function parseLine(text: string, schema: z.ZodType, position: string): unknown {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ConfigError("CONFIG_INVALID", `${position} is not a line of a recorded node's acceptances`, {
      hint: "delete the file: the recorded node then starts over",
      cause,
    });
  }
}

function otherNetwork(path: string, { networkId, genesisBlock }: z.infer<typeof head>): ConfigError {
  return new ConfigError(
    "WRONG_NETWORK",
    `${path} does not belong to network ${networkId} with genesis ${genesisBlock}`,
    {
      hint: "give the recorded node another data folder",
    },
  );
}
