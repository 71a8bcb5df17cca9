import { fromHex } from "../avalanche/codec/bytes";
import { formatId, parseId, parseNodeId, stripChecksum } from "../avalanche/ids";
import { type HealthReport, health } from "../contract/node/health";
import * as index from "../contract/node/index";
import * as info from "../contract/node/info";
import * as platform from "../contract/node/platform";
import { NodeError } from "../errors";
import { isTooLong } from "./http";
import { absent, NOT_FOUND, readBlock, readText } from "./node-answer";
import { type BlockCalls, blockCalls } from "./node-blocks";
import { type Call, type CallOptions, type NodeOptions, openCaller } from "./node-call";
import { Pace } from "./pace";

/** A container as this node accepted it. */
export interface NodeContainer {
  /** 32 bytes, as reported by the node, not recomputed. */
  containerId: Uint8Array;
  bytes: Uint8Array;
  /** When this node accepted it, nanoseconds since 1970. */
  acceptedAtNs: bigint;
  /** Number of containers that this index accepted before it. */
  index: number;
}

/** The index API. */
interface IndexCalls {
  /**
   * Containers from `start` on, at most `count` and at most 1024. Fewer if the index ends or the answer would be too
   * long; none beyond the end.
   */
  getContainerRange(
    name: index.IndexName,
    start: number,
    count: number,
    options?: CallOptions,
  ): Promise<NodeContainer[]>;
  /** Undefined if the index is empty. */
  getLastAccepted(name: index.IndexName, options?: CallOptions): Promise<NodeContainer | undefined>;
  getContainerByIndex(
    name: index.IndexName,
    at: number,
    options?: CallOptions,
  ): Promise<NodeContainer | undefined>;
  getContainerById(
    name: index.IndexName,
    containerId: Uint8Array,
    options?: CallOptions,
  ): Promise<NodeContainer | undefined>;
  getIndex(
    name: index.IndexName,
    containerId: Uint8Array,
    options?: CallOptions,
  ): Promise<number | undefined>;
  isAccepted(name: index.IndexName, containerId: Uint8Array, options?: CallOptions): Promise<boolean>;
}

/** The P-Chain API. */
interface PlatformCalls {
  /** Bytes of a block without its wrapper. By the inner block's id, which differs from the container's. */
  getPBlock(blockId: Uint8Array, options?: CallOptions): Promise<Uint8Array | undefined>;
  /** Height 0 is genesis, which no index holds. */
  getPBlockByHeight(height: bigint, options?: CallOptions): Promise<Uint8Array | undefined>;
  /** The asset id of AVAX. */
  getStakingAssetId(options?: CallOptions): Promise<Uint8Array>;
}

/** The info and health APIs. */
interface InfoCalls {
  getNetworkId(options?: CallOptions): Promise<number>;
  /** 20 bytes. */
  getNodeId(options?: CallOptions): Promise<Uint8Array>;
  /** Such as "avalanchego/1.14.2". */
  getNodeVersion(options?: CallOptions): Promise<string>;
  /** By alias, such as "X"; undefined if the node has no chain with that name. */
  getBlockchainId(alias: string, options?: CallOptions): Promise<Uint8Array | undefined>;
  isBootstrapped(chain: string, options?: CallOptions): Promise<boolean>;
  getHealth(options?: CallOptions): Promise<HealthReport>;
}

/**
 * A node's APIs, with ids as bytes. What does not exist is undefined or an empty list; every other failure is a
 * NodeError as in `callRpc`.
 */
export interface NodeClient extends IndexCalls, PlatformCalls, BlockCalls, InfoCalls {
  /** Without credentials. */
  readonly origin: string;
  readonly call: Call;
}

/**
 * A client of the node at `url`. Sends nothing yet, and keeps nothing that must be closed. Credentials in the URL
 * become a header and appear nowhere else.
 * @throws ConfigError CONFIG_INVALID if it is not an http URL
 */
export function openNode(url: string, options: NodeOptions = {}): NodeClient {
  const shared = { ...options, pace: options.pace ?? new Pace() };
  const call = openCaller(url, shared);
  const { origin } = new URL(url);
  return {
    origin,
    call,
    ...indexCalls(call),
    ...platformCalls(call),
    ...blockCalls(call, url, shared),
    ...infoCalls(call),
  };
}

const pathOf = (name: index.IndexName) => `/ext/index/${name}`;

function indexCalls(call: Call): IndexCalls {
  return {
    async getContainerRange(name, start, count, options) {
      const ask = async (numToFetch: number): Promise<NodeContainer[]> => {
        try {
          const params = { startIndex: start, numToFetch, encoding: "hex" };
          const found = await call(pathOf(name), index.getContainerRange, params, options);
          return found.map(readContainer);
        } catch (error) {
          if (isTooLong(error) && numToFetch > 1) return ask(Math.ceil(numToFetch / 2));
          return absent(error, BEYOND_END, []);
        }
      };
      return count < 1 ? [] : ask(Math.min(count, index.MAX_RANGE));
    },
    getLastAccepted: (name, options) =>
      call(pathOf(name), index.getLastAccepted, { encoding: "hex" }, options)
        .then(readContainer)
        .catch((error) => absent(error, BEYOND_END, undefined)),
    getContainerByIndex: (name, at, options) =>
      call(pathOf(name), index.getContainerByIndex, { index: at, encoding: "hex" }, options)
        .then(readContainer)
        .catch((error) => absent(error, /^no container at index \d+$/, undefined)),
    getContainerById: (name, id, options) =>
      call(pathOf(name), index.getContainerByID, { id: formatId(id), encoding: "hex" }, options)
        .then(readContainer)
        .catch((error) => absent(error, NOT_FOUND, undefined)),
    getIndex: (name, id, options) =>
      call(pathOf(name), index.getIndex, { id: formatId(id) }, options)
        .then((result) => Number(result.index))
        .catch((error) => absent(error, NOT_FOUND, undefined)),
    isAccepted: async (name, id, options) =>
      (await call(pathOf(name), index.isAccepted, { id: formatId(id) }, options)).isAccepted,
  };
}

function platformCalls(call: Call): PlatformCalls {
  return {
    getPBlock: (id, options) =>
      call(P_PATH, platform.getBlock, { blockID: formatId(id), encoding: "hex" }, options)
        .then(readBlock)
        .catch((error) => absent(error, NOT_FOUND, undefined)),
    getPBlockByHeight: (height, options) =>
      call(P_PATH, platform.getBlockByHeight, { height, encoding: "hex" }, options)
        .then(readBlock)
        .catch((error) => absent(error, NOT_FOUND, undefined)),
    getStakingAssetId: async (options) => {
      const { assetID } = await call(P_PATH, platform.getStakingAssetID, {}, options);
      return readText(() => parseId(assetID), "asset id");
    },
  };
}

function infoCalls(call: Call): InfoCalls {
  return {
    getNetworkId: async (options) =>
      Number((await call(INFO_PATH, info.getNetworkID, {}, options)).networkID),
    getNodeId: async (options) => {
      const { nodeID } = await call(INFO_PATH, info.getNodeID, {}, options);
      return readText(() => parseNodeId(nodeID), "node id");
    },
    getNodeVersion: async (options) => (await call(INFO_PATH, info.getNodeVersion, {}, options)).version,
    getBlockchainId: (alias, options) =>
      call(INFO_PATH, info.getBlockchainID, { alias }, options)
        .then(({ blockchainID }) => readText(() => parseId(blockchainID), "blockchain id"))
        .catch((error) => absent(error, /^there is no ID with alias/, undefined)),
    isBootstrapped: async (chain, options) =>
      (await call(INFO_PATH, info.isBootstrapped, { chain }, options)).isBootstrapped,
    getHealth: (options) => call("/ext/health", health, {}, options),
  };
}

const P_PATH = "/ext/bc/P";
const INFO_PATH = "/ext/info";

const BEYOND_END = new RegExp(
  `^(${index.NOTHING_ACCEPTED}|start index \\(\\d+\\) > last accepted index \\(\\d+\\))$`,
);

function readContainer({ id, bytes, timestamp, index }: index.WireContainer): NodeContainer {
  return {
    containerId: readText(() => parseId(id), `id of container ${index}`),
    bytes: readText(() => stripChecksum(fromHex(bytes)), `container ${index} (${id.slice(0, 60)})`),
    acceptedAtNs: readTimestamp(timestamp, index),
    index: Number(index),
  };
}

/** Limit of the difference between two machines' clocks, ms. */
const AHEAD_MS = 86_400_000;

/** Time of a container's acceptance: RFC 3339 with up to nine fractional digits in any zone, not in the future. */
function readTimestamp(text: string, index: bigint | number | string): bigint {
  const [, seconds = "", fraction = "", zone = ""] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const ms = Date.parse(seconds + zone);
  if (Number.isNaN(ms) || ms < 0 || ms > Date.now() + AHEAD_MS) {
    const report = `the node says that container ${index} was accepted at "${text.slice(0, 50)}"`;
    throw new NodeError("NODE_BAD_ANSWER", `${report}, which is not a time in the past`, {
      hint: "check the clocks of the node and of this machine",
    });
  }
  return BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}
