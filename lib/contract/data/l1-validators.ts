import { z } from "zod";
import { route } from "../route";
import {
  booleanParameter,
  idParameter,
  networkParameter,
  nodeIdParameter,
  pageSizeParameter,
  pageTokenParameter,
} from "./parameters";
import { blsCredentials } from "./primary-network";

const balanceOwner = z
  .object({ addresses: z.array(z.string()), threshold: z.int() })
  .meta({ id: "BalanceOwner" });

/** A validation of an L1 at `blockHeight`. `weight` and `remainingBalance` are numbers, rounded above 2^53. */
export const l1Validator = z
  .object({
    /** cb58, and 0x hex. */
    validationId: z.string(),
    validationIdHex: z.string(),
    nodeId: z.string(),
    subnetId: z.string(),
    /** 0 once removed. */
    weight: z.number(),
    /** nAVAX: the stored balance less the fees accrued until then. */
    /** Absent without the genesis, 0 for SDKs. */
    remainingBalance: z.number().optional(),
    /** Time of the transaction that registered it, unix seconds. */
    creationTimestamp: z.number(),
    /** The proof is on chain, in the registering transaction. */
    blsCredentials: blsCredentials.partial({ proofOfPossession: true }),
    remainingBalanceOwner: balanceOwner,
    deactivationOwner: balanceOwner,
  })
  .meta({ id: "L1ValidatorDetailsFull" });

export const listL1Validators = route({
  method: "get",
  path: "/v1/networks/{network}/l1Validators",
  operationId: "listL1Validators",
  tag: "Primary Network",
  summary: "List L1 validators",
  description:
    "Validators of L1s, newest first. All filters must match. Validators with a weight and a balance are active; includeInactiveL1Validators adds the others. All pages of a list show the state at blockHeight, the head at its first page.",
  params: z.object({ network: networkParameter }),
  query: z.object({
    l1ValidationId: idParameter("an L1 validation id").optional(),
    includeInactiveL1Validators: booleanParameter.optional(),
    nodeId: nodeIdParameter.optional(),
    subnetId: idParameter("a subnet id").optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      validators: z.array(l1Validator),
      /** P-Chain height of all balances. */
      blockHeight: z.string(),
    })
    .meta({ id: "ListL1ValidatorsResponse" }),
});

export type L1Validator = z.infer<typeof l1Validator>;
