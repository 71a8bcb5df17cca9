import { z } from "zod";
import { route } from "../route";
import { blockchain } from "./blockchains";
import {
  idParameter,
  networkParameter,
  pageSizeParameter,
  pageTokenParameter,
  sortOrderParameter,
} from "./parameters";
import { l1ValidatorManagerDetails, subnetOwnershipInfo } from "./primary-network";

const tag = "Primary Network";

/** A subnet as of the indexed head. The Primary Network has no owner: threshold 0 and no addresses. */
export const subnet = z
  .object({
    /** Unix seconds; absent for the Primary Network if the genesis is unknown, 0 for SDKs. */
    createBlockTimestamp: z.number().optional(),
    /** Height of the creating block; 0 for the Primary Network. */
    createBlockIndex: z.string(),
    /** cb58. */
    subnetId: z.string(),
    /** These three repeat `subnetOwnershipInfo` for old clients. */
    ownerAddresses: z.array(z.string()),
    threshold: z.int(),
    locktime: z.number(),
    subnetOwnershipInfo,
    isL1: z.boolean(),
    l1ConversionTransactionHash: z.string().optional(),
    l1ValidatorManagerDetails: l1ValidatorManagerDetails.optional(),
    blockchains: z.array(blockchain),
  })
  .meta({ id: "Subnet" });

export const listSubnets = route({
  method: "get",
  path: "/v1/networks/{network}/subnets",
  operationId: "listSubnets",
  tag,
  summary: "List subnets",
  description: "All subnets by the time of their creation. The Primary Network is the oldest.",
  params: z.object({ network: networkParameter }),
  query: z.object({
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 100, max: 10_000 }),
    sortOrder: sortOrderParameter,
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), subnets: z.array(subnet) })
    .meta({ id: "ListSubnetsResponse" }),
});

export const getSubnetById = route({
  method: "get",
  path: "/v1/networks/{network}/subnets/{subnetId}",
  operationId: "getSubnetById",
  tag,
  summary: "Get subnet details by ID",
  params: z.object({ network: networkParameter, subnetId: idParameter("a subnet id") }),
  query: z.object({}),
  response: subnet,
});

export type Subnet = z.infer<typeof subnet>;
