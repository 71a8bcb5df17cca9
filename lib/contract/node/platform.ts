import { z } from "zod";
import { method } from "../rpc";
import { issueTxOf } from "./issue-tx";
import { encodingParam, idParam, noParams, u64, u64Param } from "./wire";

/**
 * The P-Chain API, at `/ext/bc/P` and its aliases: blocks, transactions, time and fees. Stakers, subnets and UTXOs have
 * their own files.
 * @source the interface document; AvalancheGo vms/platformvm/service.go
 */

/** `block` is hex text, or the node's JSON if `encoding` is `json`; amounts in it are bare numbers. */
const block = z.object({ block: z.unknown(), encoding: z.string() });

/** By the id of the inner block. The container's id is not accepted. */
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

/** The height whose validators propose and sign now. */
export const getProposedHeight = method("platform.getProposedHeight", noParams, z.object({ height: u64 }));

/** The asset that a subnet's validators stake. Without parameters it is AVAX, which does not change. */
export const getStakingAssetID = method(
  "platform.getStakingAssetID",
  z.object({ subnetID: idParam }),
  z.object({ assetID: z.string() }),
);

/** Chain time: the time of the last accepted block, RFC 3339 in whole seconds. */
export const getTimestamp = method("platform.getTimestamp", noParams, z.object({ timestamp: z.string() }));

/** `tx` is hex text of the signed bytes, or the node's JSON if `encoding` is `json`. */
export const getTx = method(
  "platform.getTx",
  z.object({ txID: idParam, encoding: encodingParam }),
  z.object({ tx: z.unknown(), encoding: z.string() }),
);

/** For a proposal of a reward, `Aborted` means that the reward is refused. `reason` comes with `Dropped`. */
export const getTxStatus = method(
  "platform.getTxStatus",
  z.object({ txID: idParam }),
  z.object({
    status: z.enum(["Committed", "Aborted", "Processing", "Dropped", "Unknown"]),
    reason: z.string().optional(),
  }),
);

export const issueTx = issueTxOf("platform");

/**
 * ACP-103. `weights` of bandwidth, database reads, database writes and compute. All in gas, except `minPrice` in nAVAX.
 */
export const getFeeConfig = method(
  "platform.getFeeConfig",
  noParams,
  z.object({
    weights: z.array(u64),
    maxCapacity: u64,
    maxPerSecond: u64,
    targetPerSecond: u64,
    minPrice: u64,
    excessConversionConstant: u64,
  }),
);

/** `price` in nAVAX per gas at chain time `timestamp`. */
export const getFeeState = method(
  "platform.getFeeState",
  noParams,
  z.object({ capacity: u64, excess: u64, price: u64, timestamp: z.string() }),
);

/** ACP-77: the fee of L1 validators, nAVAX per second. */
export const getValidatorFeeConfig = method(
  "platform.getValidatorFeeConfig",
  noParams,
  z.object({ capacity: u64, target: u64, minPrice: u64, excessConversionConstant: u64 }),
);

export const getValidatorFeeState = method(
  "platform.getValidatorFeeState",
  noParams,
  z.object({ excess: u64, price: u64, timestamp: z.string() }),
);
