import { z } from "zod";
import { route } from "../route";

/** Supply and fees of the P-Chain after its indexed head, from the ledger. Amounts are nAVAX, decimal texts. */
export const firnPState = z
  .object({
    height: z.int(),
    /** Chain time, unix seconds. */
    time: z.int(),
    supplyNavax: z.string().optional(),
    /** ACP-103: gas of transactions. */
    gas: z.object({ capacity: z.string(), excess: z.string(), priceNavax: z.string() }),
    /** ACP-77: the continuous fee of L1 validators. */
    validatorFee: z.object({
      excess: z.string(),
      /** Per active validator and second. */
      priceNavax: z.string(),
      activeValidators: z.int(),
      /** What a validator active from the start would have paid. */
      accruedNavax: z.string(),
    }),
  })
  .meta({ id: "FirnPState" });

export const getPState = route({
  method: "get",
  path: "/firn/v1/p-state",
  operationId: "firnPState",
  tag: "Firn",
  summary: "Supply and fees of the P-Chain now",
  params: z.object({}),
  query: z.object({}),
  response: firnPState,
});
