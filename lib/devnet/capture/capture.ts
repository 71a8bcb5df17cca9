import { z } from "zod";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { stripChecksum } from "../../avalanche/ids";
import { evmBlock, evmReceipt, evmTrace } from "../../contract/node/evm";
import { container, INDEX_NAMES, type IndexName } from "../../contract/node/index";
import { stringifyLossless } from "../../contract/rpc";
import { InputError } from "../../errors";
import { newRecording, type RecordedContainer, type RecordedEvmBlock, type Recording } from "../recording";
import { collectAnswers } from "./capture-answers";
import { collectSessions } from "./capture-sessions";
import { openCapture, type ReadFile } from "./read-file";

/**
 * Makes a recording from a capture: a folder with a real node's answers, laid out as `index/P-block.json`,
 * `info/calls.json` … Leaves out keys, contract sources and everything else that is not an answer of the node.
 * @throws InputError BAD_PARAMETER naming the file that is missing or has another form
 */
export async function recordingFromCapture(folder: string): Promise<Recording> {
  const read = openCapture(folder);
  const genesis = await readGenesis(read, folder);
  const sessions = await collectSessions(read);
  const nodeId = sessions[0]?.exchanges[0]?.response.headers["node-id"];
  if (nodeId === undefined) throw missing(folder, "info/calls.json");
  const containers = await readContainers(read, folder);
  const last = {
    P: containers["P/block"].length,
    X: containers["X/block"].length,
    C: containers["C/block"].length,
  };
  return newRecording({
    network: { ...genesis.network, nodeId },
    genesis: genesis.texts,
    containers,
    evm: await readEvm(read),
    answers: await collectAnswers(read, sessions, last),
    sessions,
  });
}

const genesisFile = z.looseObject({
  networkID: z.int(),
  xChainID: z.string(),
  cChainID: z.string(),
  config: z.unknown(),
  genesisBlock: z.looseObject({ bytes: z.string() }),
});

async function readGenesis(read: ReadFile, folder: string) {
  const platform = await read("platform/genesis.json", genesisFile);
  if (platform === undefined) throw missing(folder, "platform/genesis.json");
  return {
    network: { networkId: platform.networkID, xChainId: platform.xChainID, cChainId: platform.cChainID },
    texts: {
      configuration: stringifyLossless(platform.config),
      platformBlock: platform.genesisBlock.bytes,
      platform: stringifyLossless(platform),
      xchain: stringifyLossless(await read("xchain/genesis.json", z.unknown())),
      cchain: stringifyLossless(await read("cchain/genesis.json", z.unknown())),
    },
  };
}

async function readContainers(read: ReadFile, folder: string): Promise<Recording["containers"]> {
  const lists = INDEX_NAMES.map(async (name): Promise<[IndexName, RecordedContainer[]]> => {
    const file = await read(
      `index/${name.replace("/", "-")}.json`,
      z.object({ containers: z.array(container) }),
    );
    if (file === undefined && name === "P/block") throw missing(folder, "index/P-block.json");
    return [name, (file?.containers ?? []).map(plain)];
  });
  return Object.fromEntries(await Promise.all(lists)) as Record<IndexName, RecordedContainer[]>;
}

function plain(given: z.output<typeof container>): RecordedContainer {
  const bytes = toHex(stripChecksum(fromHex(given.bytes)));
  return { id: given.id, bytes, timestamp: given.timestamp, index: Number(given.index) };
}

const receiptsRow = z.object({ number: z.int(), receipts: z.array(evmReceipt) });
const tracesRow = z.object({ number: z.int(), traces: z.array(evmTrace) });

/** Receipts and traces are in separate files, by height. A block that is missing there has none. */
async function readEvm(read: ReadFile): Promise<RecordedEvmBlock[]> {
  const blocks = (await read("cchain/blocks.json", z.array(evmBlock))) ?? [];
  const receipts = byHeight(await read("cchain/receipts.json", z.array(receiptsRow)), (row) => row.receipts);
  const traces = byHeight(
    await read("cchain/traces-calltracer.json", z.array(tracesRow)),
    (row) => row.traces,
  );
  const withLog = byHeight(
    await read("cchain/traces-calltracer-withlog.json", z.array(tracesRow)),
    (row) => row.traces,
  );
  return blocks.map((block) => {
    const height = Number(block.number);
    return {
      block,
      receipts: receipts.get(height) ?? [],
      traces: traces.get(height) ?? [],
      tracesWithLog: withLog.get(height) ?? [],
    };
  });
}

function byHeight<Row extends { number: number }, Item>(
  rows: readonly Row[] | undefined,
  itemsOf: (row: Row) => Item[],
): Map<number, Item[]> {
  return new Map((rows ?? []).map((row) => [row.number, itemsOf(row)]));
}

function missing(folder: string, path: string): InputError {
  return new InputError("BAD_PARAMETER", `${folder} has no ${path}`, {
    hint: "name a capture folder: a node's answers laid out as index/P-block.json, platform/genesis.json, info/calls.json",
  });
}
