import { z } from "zod";
import { evmChainIdParameter, evmTxHashParameter } from "../data/evm";
import { route } from "../route";

/** A message between chains. Ids are cb58, bytes 0x hex. */
export const warpContent = z.object({
  messageId: z.string(),
  networkId: z.int(),
  sourceBlockchainId: z.string(),
  /** Who sent it: an address of an EVM chain, EIP-55; no bytes for the P-Chain. */
  sender: z.string().optional(),
  /** The block that it attests, of another form of message. */
  blockHash: z.string().optional(),
  payload: z.string().optional(),
  /** The payload as text, if all of it is. Anybody may have written it. */
  text: z.string().optional(),
  /** A message between the P-Chain and an L1's manager. */
  l1Message: z
    .object({
      kind: z.enum([
        "SubnetToL1Conversion",
        "RegisterL1Validator",
        "L1ValidatorRegistration",
        "L1ValidatorWeight",
      ]),
      /** The validation that it is about. */
      validationId: z.string().optional(),
      fields: z.array(z.object({ name: z.string(), value: z.string() })),
    })
    .optional(),
});

/** Where a message was met. Times are unix seconds. */
export const messagePlace = z.object({
  /** EVM chain id. */
  chainId: z.string(),
  txHash: z.string(),
  blockNumber: z.string(),
  blockTimestamp: z.int(),
});
export const messageCarrier = z.object({
  /** Id of a P-Chain transaction that carries the message, signed. */
  txHash: z.string(),
  txType: z.string(),
  blockNumber: z.string(),
  blockTimestamp: z.int(),
});

const brought = warpContent.partial().extend({
  /** How many validators signed. */
  signers: z.int().optional(),
  /** Whether the block took its signature as valid; absent if its header is not known. */
  isValid: z.boolean().optional(),
  /** Why there is no content: what the access list holds is no signed message. */
  unreadable: z.literal(true).optional(),
});
export type BroughtWarpMessage = z.infer<typeof brought>;

export const evmWarpMessages = z
  .object({
    /** In the order of their events. */
    sent: z.array(warpContent),
    /** Signed messages in its access list, in order: what contracts read by number. */
    brought: z.array(brought),
    /** Why it is not known what it sent. */
    withoutSent: z.string().optional(),
  })
  .meta({ id: "FirnEvmWarpMessages" });
export type EvmWarpMessages = z.infer<typeof evmWarpMessages>;
export type SentWarpMessage = EvmWarpMessages["sent"][number];

export const getEvmWarpMessages = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/transactions/{txHash}/warp",
  operationId: "firnEvmWarpMessages",
  tag: "Firn",
  summary: "Warp messages that a transaction sends or brings",
  description:
    "Sent ones from the events of its receipt, brought ones from its access list, their validity from its block’s header.",
  params: z.object({ chainId: evmChainIdParameter, txHash: evmTxHashParameter }),
  query: z.object({}),
  response: evmWarpMessages,
});
