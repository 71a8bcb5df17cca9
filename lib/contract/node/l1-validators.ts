import { z } from "zod";
import { method } from "../rpc";

/** The API that subnet-evm has beside its RPC, at `/ext/bc/{blockchainID}/validators`. */

/** The validators of the chain's subnet, as its node sees them. */
export const getL1Validators = method(
  "validators.getCurrentValidators",
  z.object({}),
  z.object({
    validators: z.array(
      z.object({
        /** Of an L1's validator; of another subnet's the transaction that added it. */
        validationID: z.string(),
        nodeID: z.string(),
        isActive: z.boolean(),
        isL1Validator: z.boolean(),
        isConnected: z.boolean(),
        /** Percent of the time since its registration. */
        uptimePercentage: z.number(),
      }),
    ),
  }),
);
