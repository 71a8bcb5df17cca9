import { z } from "zod";
import { chainParameter, integerParameter, pageSizeParameter, pageTokenParameter } from "../data/parameters";
import { route } from "../route";
import { addressParameter } from "./addresses";

const point = z
  .object({
    /** Unix seconds: when the day starts, or when the balance changed. */
    timestamp: z.int(),
    /**
     * After the last block of the day, or of that second: nAVAX on P and X, wei on EVM chains. Absent where it is not
     * known.
     */
    balance: z.string().optional(),
    /** How much of it is staked or waits for its stake to begin; on P only. */
    staked: z.string().optional(),
    /** The block after which the node was asked; on EVM chains only. */
    blockNumber: z.string().optional(),
  })
  .meta({ id: "FirnBalancePoint" });

export const listAddressBalances = route({
  method: "get",
  path: "/firn/v1/addresses/{address}/balances",
  operationId: "firnBalances",
  tag: "Firn",
  summary: "Balance of an address over time, in a chain's own coin",
  description:
    "By the chain's time, newest first. On P and X an address has all outputs that name it as an owner, locked and staked ones too, as in its balances at a blockTimestamp; what is exported has left. By day: every UTC day from the first change until that of the indexed head. By change: one point for each second in which it changed. On EVM chains only by day, and at most 100 days on a page: the node is asked for the balance after the last block of each day that Firn has blocks of. A balance is absent where the node has not kept the state of that block, and on X before linearisation where Firn does not know what had happened by then.",
  params: z.object({ address: addressParameter }),
  query: z.object({
    chain: chainParameter,
    timeInterval: z.enum(["day", "change"]).describe("day or change").default("day"),
    before: integerParameter({ min: 0, form: "unix seconds (returns points before it)" }).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 90, max: 1_000 }),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      points: z.array(point),
    })
    .meta({ id: "FirnBalances" }),
});

export type BalancePoint = z.infer<typeof point>;
export type BalancesPage = z.infer<(typeof listAddressBalances)["response"]>;
