import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { z } from "zod";
import { evmBlock, evmReceipt, evmTrace } from "../contract/node/evm";
import { INDEX_NAMES } from "../contract/node/index";
import { hexText } from "../contract/node/wire";
import { ConfigError, InputError } from "../errors";

/**
 * A network's recorded history as plain data, so that a test may change any of it. Ids and bytes are text as the node
 * writes them (cb58; hex, here without checksum). Whatever may hold integers above 2^53 is JSON text.
 */
const recordedContainer = z.object({ id: z.string(), bytes: hexText, timestamp: z.string(), index: z.int() });
export type RecordedContainer = z.infer<typeof recordedContainer>;

/** One EVM block with whole transactions, receipts and traces. Its position in the list is its height. */
const recordedEvmBlock = z.object({
  block: evmBlock,
  receipts: z.array(evmReceipt),
  traces: z.array(evmTrace),
  /** Empty if they were not recorded. */
  tracesWithLog: z.array(evmTrace),
  /** What `prestateTracer` reports as changed. */
  stateDiffs: z.array(evmTrace).optional(),
  /** RLP, as of `debug_getRawBlock`. */
  raw: hexText.optional(),
});
export type RecordedEvmBlock = z.infer<typeof recordedEvmBlock>;

/** A subnet's EVM chain that the node ran. Its blocks are in no index. */
const recordedEvmChain = z.object({
  blockchainId: z.string(),
  subnetId: z.string(),
  blocks: z.array(recordedEvmBlock),
});
export type RecordedEvmChain = z.infer<typeof recordedEvmChain>;

/** One JSON-RPC answer. `params` and `reply` are JSON text; the reply is an object with `result` or `error`. */
const recordedAnswer = z.object({
  path: z.string(),
  method: z.string(),
  params: z.string(),
  reply: z.string(),
  /** Height of the chain at `path` at the time; absent if the answer does not depend on it. */
  height: z.int().optional(),
});
export type RecordedAnswer = z.infer<typeof recordedAnswer>;

/** One HTTP request to the node and its answer, verbatim. */
export const recordedExchange = z.object({
  name: z.string(),
  request: z.object({
    method: z.string(),
    path: z.string(),
    host: z.string().optional(),
    headers: z.record(z.string(), z.string()),
    body: z.string().optional(),
  }),
  response: z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() }),
});
export type RecordedExchange = z.infer<typeof recordedExchange>;

/** Exchanges made in one go. The devnet must give the same answers at the heights that they show. */
const recordedSession = z.object({
  name: z.string(),
  heights: z.object({ P: z.int().optional(), X: z.int().optional(), C: z.int().optional() }),
  exchanges: z.array(recordedExchange),
});
export type RecordedSession = z.infer<typeof recordedSession>;

const FORMAT = "firn-recording-1";

const recording = z.object({
  format: z.literal(FORMAT),
  network: z.object({
    networkId: z.int(),
    /** Of the node whose answers these are. */
    nodeId: z.string(),
    xChainId: z.string(),
    cChainId: z.string(),
  }),
  genesis: z.object({
    /** AvalancheGo's genesis configuration as JSON text, in the form that `FIRN_GENESIS` takes. */
    configuration: z.string(),
    /** P-Chain block 0, which no index holds. */
    platformBlock: hexText,
    /** What the node derived from the configuration for each chain, as JSON text. */
    platform: z.string(),
    xchain: z.string(),
    cchain: z.string(),
  }),
  containers: z.record(z.enum(INDEX_NAMES), z.array(recordedContainer)),
  /** The C-Chain. */
  evm: z.array(recordedEvmBlock),
  evmChains: z.array(recordedEvmChain).default([]),
  answers: z.array(recordedAnswer),
  sessions: z.array(recordedSession),
});
export type Recording = z.infer<typeof recording>;

/** Makes a recording from its parts. */
export function newRecording(
  parts: Omit<Recording, "format" | "evmChains"> & Partial<Pick<Recording, "evmChains">>,
): Recording {
  return { format: FORMAT, evmChains: [], ...parts };
}

const SUFFIX = ".json.br";
const BUNDLED = fileURLToPath(new URL("./recordings/", import.meta.url));

/** Limit of an unpacked recording, so that a small file cannot fill the memory. */
const MAX_UNPACKED = 512 * 1024 * 1024;

/**
 * Opens a bundled recording by name, or a file made by `firn recording`.
 * @param bundled folder of the bundled recordings; bundled programs, which move this file, pass their own
 * @throws ConfigError CONFIG_INVALID saying what was found instead
 */
export async function openRecording(nameOrFile: string, bundled: string = BUNDLED): Promise<Recording> {
  const names = existsSync(bundled) ? (await readdir(bundled)).filter((name) => name.endsWith(SUFFIX)) : [];
  const isBundled = names.includes(nameOrFile + SUFFIX);
  const file = isBundled ? `${bundled}/${nameOrFile}${SUFFIX}` : nameOrFile;
  if (!existsSync(file)) {
    const known = names.map((name) => name.slice(0, -SUFFIX.length)).join(", ") || "none";
    throw new ConfigError("CONFIG_INVALID", `there is no recording "${nameOrFile}"`, {
      hint: `name a bundled one (${known}) or a file made by \`npm run recording -- FOLDER FILE\``,
    });
  }
  return decodeRecording(await readFile(file).catch((cause) => refuseUnreadable(file, cause)), file);
}

/**
 * Decodes the bytes of a recording file.
 * @param name the file's name for errors
 * @throws ConfigError CONFIG_INVALID if the bytes are anything else
 */
export async function decodeRecording(bytes: Uint8Array, name: string): Promise<Recording> {
  try {
    const text = await promisify(brotliDecompress)(bytes, { maxOutputLength: MAX_UNPACKED });
    return recording.parse(JSON.parse(text.toString("utf8")));
  } catch (cause) {
    throw new ConfigError("CONFIG_INVALID", `${name} is not a Firn recording (${reasonOf(cause)})`, {
      hint: "make one with `npm run recording -- FOLDER FILE`",
      cause,
    });
  }
}

function refuseUnreadable(file: string, cause: NodeJS.ErrnoException): never {
  throw new ConfigError("CONFIG_INVALID", `${file} can't be read (${cause.code})`, {
    hint: "name a recording file, not a folder, that this user may read",
    cause,
  });
}

/**
 * Writes a recording to `file`.
 * @throws InputError BAD_PARAMETER if the file cannot be written
 */
export async function writeRecording(file: string, value: Recording): Promise<void> {
  const text = Buffer.from(JSON.stringify(value));
  // A window as large as the text: containers, blocks and answers repeat the same bytes, megabytes apart.
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const packed = await promisify(brotliCompress)(text, { params });
  await writeFile(file, packed).catch((cause: NodeJS.ErrnoException) => {
    throw new InputError("BAD_PARAMETER", `${file} can't be written (${cause.code})`, {
      hint: "name a file in an existing, writable folder",
      cause,
    });
  });
}

function reasonOf(cause: unknown): string {
  if (cause instanceof z.ZodError) {
    const issue = cause.issues[0];
    return `${issue?.path.join(".") || "it"}: ${issue?.message}`;
  }
  return cause instanceof SyntaxError ? "not JSON inside" : "not compressed as recordings are";
}
