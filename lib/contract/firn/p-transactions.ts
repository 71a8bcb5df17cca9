import { z } from "zod";
import { parseId } from "../../avalanche/ids";
import { pChainTransaction } from "../data/p-chain";
import { textsParameter } from "../data/parameters";
import { route } from "../route";

/** Most transactions of one request: a page of a list has as many rows. */
export const MOST_P_TRANSACTIONS = 100;

export const listPTransactions = route({
  method: "get",
  path: "/firn/v1/p-transactions",
  operationId: "firnPTransactions",
  tag: "Firn",
  summary: "Several P-Chain transactions by id",
  description: "Each as the public interface answers one. Ids that are not indexed are left out.",
  params: z.object({}),
  query: z.object({
    ids: textsParameter(parseId, {
      max: MOST_P_TRANSACTIONS,
      form: "transaction ids: 32 bytes in cb58, or 0x and 64 hex digits",
    }),
  }),
  response: z.object({ transactions: z.array(pChainTransaction) }).meta({ id: "FirnPTransactions" }),
});
