import type { z } from "zod";
import { sha256 } from "#sha256";
import { fromHex, toHex } from "../../avalanche/bytes";
import { formatId, hrpOfNetwork } from "../../avalanche/ids";
import { decodePBlock } from "../../avalanche/p/block";
import { blockToJson } from "../../avalanche/p/json";
import { decodeContainer } from "../../avalanche/proposervm";
import * as platform from "../../contract/node/platform";
import type { Encoding } from "../../contract/node/wire";
import { DataError, InputError } from "../../errors";
import type { History } from "../history";
import { type Answer, answers } from "../json2";
import { encodeBytes } from "./index";

/** The P-Chain API, computed from the containers' bytes. Source: AvalancheGo vms/platformvm/service.go. */
export function platformMethods(history: History): Answer[] {
  const { genesis, containers, network } = history.recording;
  const inner = [genesis.platformBlock, ...containers["P/block"].map(({ bytes }) => innerOf(bytes))];
  const heights = new Map(inner.map((bytes, height) => [formatId(sha256(fromHex(bytes))), height]));
  const accepted = (height: number) => (height <= history.height("P") ? inner[height] : undefined);
  const hrp = hrpOfNetwork(network.networkId);
  return [
    answers(platform.getBlock, ({ blockID, encoding }) => {
      const bytes = accepted(heights.get(blockID) ?? inner.length);
      if (bytes === undefined)
        throw new InputError("NOT_FOUND", `couldn't get block with id ${blockID}: not found`);
      return present(bytes, encoding, hrp);
    }),
    answers(platform.getBlockByHeight, ({ height, encoding }) => {
      const bytes = accepted(Number(height));
      if (bytes === undefined)
        throw new InputError("NOT_FOUND", `couldn't get block at height ${height}: not found`);
      return present(bytes, encoding, hrp);
    }),
    answers(platform.getHeight, () => ({ height: String(history.height("P")) })),
    answers(platform.getStakingAssetID, () => ({ assetID: JSON.parse(genesis.platform).avaxAssetID })),
    answers(platform.getTimestamp, () => ({ timestamp: formatTime(chainTime(history, inner)) })),
  ];
}

/** Hex of the block inside a container's hex. Bytes that are no container, which a test may plant, stand for themselves. */
function innerOf(container: string): string {
  try {
    return toHex(decodeContainer(fromHex(container), "p").inner);
  } catch (error) {
    if (error instanceof DataError) return container;
    throw error;
  }
}

function present(bytes: string, encoding: Encoding, hrp: string): z.input<typeof platform.getBlock.result> {
  if (encoding !== "json") return { block: encodeBytes(bytes, encoding), encoding };
  return { block: blockToJson(decodePBlock(fromHex(bytes)), { hrp }), encoding };
}

/** Unix seconds of the last accepted block that carries a time; those before Banff carry none. */
function chainTime(history: History, inner: readonly string[]): bigint {
  for (let height = history.height("P"); height > 0; height--) {
    const { time } = decodePBlock(fromHex(inner[height] ?? ""));
    if (time !== undefined) return time;
  }
  return BigInt(JSON.parse(history.recording.genesis.platform).timestamp);
}

/** RFC 3339 in whole seconds. */
function formatTime(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z");
}
