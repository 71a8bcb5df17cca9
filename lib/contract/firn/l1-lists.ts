import { z } from "zod";
import { idParameter, pageSizeParameter, pageTokenParameter, textParameter } from "../data/parameters";
import { route } from "../route";
import { change, feeNow, head, l1ValidatorLine } from "./l1s";

/** Lists of an L1 and of a validation, page by page. Amounts are nAVAX, times unix seconds. */

const paging = { pageToken: pageTokenParameter.optional(), pageSize: pageSizeParameter() };

/** Parses `<height>-<shown>`. @throws RangeError */
export function parseChangePosition(text: string): { height: number; shown: number } {
  const match = /^(\d{1,11})-(\d{1,5})$/.exec(text);
  if (match === null || Number(match[2]) >= 2 ** 16) throw new RangeError(text);
  return { height: Number(match[1]), shown: Number(match[2]) };
}

const beforeChange = textParameter(
  parseChangePosition,
  "<height>-<shown>: a block, and how many of its changes come before the list",
).optional();

export const listValidatorsOfL1 = route({
  method: "get",
  path: "/firn/v1/l1s/{subnetId}/validators",
  operationId: "firnL1Validators",
  tag: "Firn",
  summary: "An L1's validators by how long their balances last",
  description:
    "The first to run out first, then inactive ones. All pages of a list show the state at its first page.",
  params: z.object({ subnetId: idParameter("a subnet id") }),
  query: z.object({
    after: idParameter("the validation after which the list starts").optional(),
    ...paging,
  }),
  response: z
    .object({
      ...head,
      ...feeNow,
      nextPageToken: z.string().optional(),
      validators: z.array(l1ValidatorLine),
    })
    .meta({ id: "FirnL1Validators" }),
});

const ofValidator = change.extend({ validationId: z.string(), nodeId: z.string() });

export const listChangesOfL1 = route({
  method: "get",
  path: "/firn/v1/l1s/{subnetId}/changes",
  operationId: "firnL1Changes",
  tag: "Firn",
  summary: "Changes of an L1's validators",
  description: "Newest first.",
  params: z.object({ subnetId: idParameter("a subnet id") }),
  query: z.object({ before: beforeChange, ...paging }),
  response: z
    .object({ nextPageToken: z.string().optional(), changes: z.array(ofValidator) })
    .meta({ id: "FirnL1Changes" }),
});

export const listChangesOfValidation = route({
  method: "get",
  path: "/firn/v1/validations/{validationId}/changes",
  operationId: "firnValidationChanges",
  tag: "Firn",
  summary: "Changes of one L1 validator",
  description: "Newest first.",
  params: z.object({ validationId: idParameter("an L1 validation id") }),
  query: z.object({ before: beforeChange, ...paging }),
  response: z
    .object({ nextPageToken: z.string().optional(), changes: z.array(ofValidator) })
    .meta({ id: "FirnValidationChanges" }),
});

export type L1Change = z.infer<typeof ofValidator>;
