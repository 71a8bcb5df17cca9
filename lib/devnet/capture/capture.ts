import { z } from "zod";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { stripChecksum } from "../../avalanche/ids";
import { container, INDEX_NAMES, type IndexName } from "../../contract/node/index";
import { InputError } from "../../errors";
import { newRecording, type RecordedContainer, type Recording } from "../recording";
import { collectAnswers } from "./capture-answers";
import { readEvmBlocks, readEvmChains } from "./capture-evm";
import { readGenesis } from "./capture-genesis";
import { collectSessions } from "./capture-sessions";
import { openCapture, type ReadFile } from "./read-file";

/**
 * Makes a recording from a capture: a folder with a real node's answers, laid out as `index/P-block.json`,
 * `info/calls.json` … Leaves out keys, contract sources and everything else that is not an answer of the node.
 * @throws InputError BAD_PARAMETER naming the file that is missing or has another form
 */
export async function recordingFromCapture(folder: string): Promise<Recording> {
  const read = openCapture(folder);
  const genesis = (await readGenesis(read)) ?? refuse(missing(folder, "platform/genesis.json"));
  const sessions = await collectSessions(read);
  const nodeId = sessions[0]?.exchanges[0]?.response.headers["node-id"];
  if (nodeId === undefined) throw missing(folder, "info/calls.json");
  const containers = await readContainers(read, folder);
  const last = {
    P: containers["P/block"].length,
    X: containers["X/block"].length,
    C: containers["C/block"].length,
  };
  const evmChains = await readEvmChains(read);
  return newRecording({
    network: { ...genesis.network, nodeId },
    genesis: genesis.texts,
    containers,
    evm: await readEvmBlocks(read, "cchain"),
    evmChains,
    answers: await collectAnswers(read, { sessions, last, evmChains }),
    sessions,
  });
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

function refuse(error: InputError): never {
  throw error;
}

function missing(folder: string, path: string): InputError {
  return new InputError("BAD_PARAMETER", `${folder} has no ${path}`, {
    hint: "name a capture folder: a node's answers laid out as index/P-block.json, platform/genesis.json, info/calls.json",
  });
}
