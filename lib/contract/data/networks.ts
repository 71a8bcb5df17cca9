import { z } from "zod";
import { route } from "../route";
import { networkParameter } from "./parameters";

/**
 * Stake on the Primary Network at the indexed head, without the genesis stake if the genesis is unknown. Amounts are
 * nAVAX.
 */
export const networkDetails = z
  .object({
    validatorDetails: z
      .object({
        validatorCount: z.int(),
        totalAmountStaked: z.string(),
        /** Potential rewards of all running validations and delegations; absent without the genesis, empty for SDKs. */
        estimatedAnnualStakingReward: z.string().optional(),
        /** By version of the validators' nodes. Only peers report versions, so the list is empty. */
        stakingDistributionByVersion: z.array(
          z.object({ version: z.string(), amountStaked: z.string(), validatorCount: z.int() }),
        ),
        /**
         * Stake of validators and delegators as a share of the current supply, decimal ("0.41"); absent without the
         * genesis, empty for SDKs.
         */
        stakingRatio: z.string().optional(),
      })
      .meta({ id: "ValidatorsDetails" }),
    delegatorDetails: z
      .object({ delegatorCount: z.int(), totalAmountStaked: z.string() })
      .meta({ id: "DelegatorsDetails" }),
  })
  .meta({ id: "GetNetworkDetailsResponse" });

export const getNetworkDetails = route({
  method: "get",
  path: "/v1/networks/{network}",
  operationId: "getNetworkDetails",
  tag: "Primary Network",
  summary: "Get network details",
  params: z.object({ network: networkParameter }),
  query: z.object({}),
  response: networkDetails,
});
