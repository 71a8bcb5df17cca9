import { z } from "zod";
import { method } from "../rpc";
import { encodingParam, idParam, noParams, u64, u64Param } from "./wire";

/** The P-Chain API, at `/ext/bc/P` and its aliases. Source: the interface document; AvalancheGo vms/platformvm/service.go. */

/** `block` is hex text, or the node's JSON form where `encoding` is `json`; amounts in it are bare numbers. */
const block = z.object({ block: z.unknown(), encoding: z.string() });

/** By the id of the inner block: the container's id is not accepted. */
export const getBlock = method(
  "platform.getBlock",
  z.object({ blockID: idParam, encoding: encodingParam }),
  block,
);

export const getBlockByHeight = method(
  "platform.getBlockByHeight",
  z.object({ height: u64Param, encoding: encodingParam }),
  block,
);

export const getHeight = method("platform.getHeight", noParams, z.object({ height: u64 }));

/** AVAX, without parameters; does not change. */
export const getStakingAssetID = method(
  "platform.getStakingAssetID",
  noParams,
  z.object({ assetID: z.string() }),
);

/** Chain time: the time of the last accepted block, RFC 3339 in whole seconds. */
export const getTimestamp = method("platform.getTimestamp", noParams, z.object({ timestamp: z.string() }));
