import { z } from "zod";
import { evmChainIdParameter, evmTxHashParameter, richAddress } from "../data/evm";
import { route } from "../route";

/** Before and after, in decimal digits. */
const numbers = z.object({ before: z.string(), after: z.string() });

const accountChange = z
  .object({
    account: richAddress,
    /** Wei. */
    balance: numbers.optional(),
    nonce: numbers.optional(),
    /** Bytes of its code. */
    codeSize: z.object({ before: z.int(), after: z.int() }).optional(),
    /** Slots and words, 32 bytes each, 0x hex. At most 100. */
    storage: z.array(z.object({ slot: z.string(), before: z.string(), after: z.string() })),
    /** How many slots changed. */
    storageCount: z.int(),
  })
  .meta({ id: "FirnEvmAccountChange" });
export type EvmAccountChange = z.infer<typeof accountChange>;

export const evmStateChanges = z
  .object({
    /** At most 100, those with changed storage first. */
    accounts: z.array(accountChange),
    accountCount: z.int(),
    /** Why they are not known. */
    without: z.string().optional(),
  })
  .meta({ id: "FirnEvmStateChanges" });
export type EvmStateChanges = z.infer<typeof evmStateChanges>;

export const getEvmStateChanges = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/transactions/{txHash}/state-changes",
  operationId: "firnEvmStateChanges",
  tag: "Firn",
  summary: "What a transaction changed in accounts and storage",
  description: "As its chain’s node traces it. Fees are among the balances.",
  params: z.object({ chainId: evmChainIdParameter, txHash: evmTxHashParameter }),
  query: z.object({}),
  response: evmStateChanges,
});
