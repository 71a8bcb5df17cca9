import { z } from "zod";
import { route } from "../route";

const amount = (what: string) => z.string().describe(`${what}, in AVAX`);

export const getAvaxSupply = route({
  method: "get",
  path: "/v1/avax/supply",
  operationId: "getAvaxSupply",
  tag: "AVAX Supply",
  summary: "Get the supply of AVAX",
  description:
    "What exists is what the genesis made and rewards have added, less what was burned. Exact, as of the indexed heads. It needs every block of all three chains from the genesis on, and is 503 without.",
  params: z.object({}),
  query: z.object({}),
  response: z
    .object({
      circulatingSupply: amount("The same as totalSupply: what is staked or locked is part of it"),
      totalSupply: amount("genesisUnlock and totalRewards, less what was burned on all chains"),
      totalPBurned: amount("Fees of P-Chain transactions, and what L1 validators paid"),
      totalCBurned: amount("Fees of all C-Chain transactions, those between chains too"),
      totalXBurned: amount("Fees of X-Chain transactions"),
      totalStaked: amount("Staked on the Primary Network now"),
      totalLocked: amount("In outputs that cannot be spent yet, staked ones too"),
      totalRewards: amount("Rewards of stakes that have ended: paid, due, or staked again"),
      lastUpdated: z.iso.datetime().describe("Time of the P-Chain's indexed head"),
      genesisUnlock: amount("What the genesis made, on all chains"),
      l1ValidatorFees: amount("What L1 validators paid; part of totalPBurned"),
    })
    .meta({ id: "AvaxSupplyResponse" }),
});
