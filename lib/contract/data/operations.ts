import { z } from "zod";
import { route } from "../route";

/** Exports: files that Firn writes while nobody waits, and that can be fetched for some days. */

const TAG = "Operations";

export const EVM_EXPORT = "TRANSACTION_EXPORT_EVM";
const PRIMARY_NETWORK_EXPORTS = [
  "TRANSACTION_EXPORT_PRIMARY_NETWORK",
  "TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING",
  "TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE",
] as const;
/** Firn's own: any list of this interface. */
export const LIST_EXPORT = "LIST_EXPORT";

export const EXPORT_TYPES = [EVM_EXPORT, ...PRIMARY_NETWORK_EXPORTS, LIST_EXPORT] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

export const EXPORT_FORMATS = ["csv", "parquet"] as const;

/** Most addresses and most chains of one export. */
const MOST_ADDRESSES = 64;
const MOST_CHAINS = 32;

const date = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text))
  .describe("a day as YYYY-MM-DD, in UTC")
  .optional();
const addresses = z.array(z.string().min(1).max(100)).max(MOST_ADDRESSES).optional();

const exportOptions = z
  .object({
    addresses,
    cChainEvmAddresses: addresses,
    includeChains: z.array(z.string().min(1).max(100)).max(MOST_CHAINS).optional(),
    /** Firn's own, for `LIST_EXPORT`: a path of a list with its query, such as `/v1/chains/43114/blocks`. */
    list: z.string().max(4_000).optional(),
  })
  .meta({ id: "TransactionExportOptions" })
  .describe(
    `an object with addresses (at most ${MOST_ADDRESSES}) and includeChains, or for ${LIST_EXPORT} with list`,
  );

const operation = z
  .object({
    operationId: z.string(),
    operationType: z.enum(EXPORT_TYPES),
    operationStatus: z.enum(["RUNNING", "COMPLETED", "COMPLETED_WITH_WARNING", "FAILED"]),
    /** How far it is, what the file lacks, or why it failed. */
    message: z.string().optional(),
    metadata: z
      .object({
        code: z.enum(["ErrInvalidRequest", "ErrInternal", "WarnTruncatedExport"]).optional(),
        /** Once it is complete. */
        downloadUrl: z.string().optional(),
        /** The day with which another export goes on, if this one was too long for one file. */
        nextDate: z.string().optional(),
      })
      .meta({ id: "TransactionExportMetadata" })
      .optional(),
    /** Unix seconds. */
    createdAtTimestamp: z.int(),
    updatedAtTimestamp: z.int(),
  })
  .meta({ id: "OperationStatusResponse" });
export type Operation = z.output<typeof operation>;

export const exportTransactions = route({
  method: "post",
  path: "/v1/operations/transactions:export",
  operationId: "postTransactionExportJob",
  tag: TAG,
  summary: "Create transaction export operation",
  description:
    "Begins a file with the transactions of addresses, and answers at once. The file is written in the background, also across restarts. Ask `/v1/operations/{operationId}` until it is complete; its `downloadUrl` takes `Range`. The columns are in docs/exports.md.",
  params: z.object({}),
  query: z.object({}),
  sent: z
    .strictObject({
      type: z.enum(EXPORT_TYPES).describe(`one of ${EXPORT_TYPES.join(", ")}`),
      firstDate: date,
      lastDate: date,
      /** Older names of the two. */
      startDate: date,
      endDate: date,
      /** Firn's own; csv by default. */
      format: z.enum(EXPORT_FORMATS).describe("csv or parquet").optional(),
      options: exportOptions,
    })
    .meta({ id: "CreateTransactionExportRequest" }),
  answers: "made",
  response: operation,
});

export const getOperationResult = route({
  method: "get",
  path: "/v1/operations/{operationId}",
  operationId: "getOperationResult",
  tag: TAG,
  summary: "Get operation",
  params: z.object({ operationId: z.string().max(100).describe("an operation's id") }),
  query: z.object({}),
  response: operation,
});
