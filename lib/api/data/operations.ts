import type * as contract from "../../contract/data/operations";
import { InputError } from "../../errors";
import { fileUrlOf } from "../exports/file";
import type { ExportJob, ExportProgress } from "../exports/folder";
import { planExport } from "../exports/plan";
import type { Handler } from "../handler";

export const exportTransactions: Handler<typeof contract.exportTransactions> = async (request) => {
  const { sent, service, origin } = request;
  const { type, format = "csv" } = sent;
  const job = { type, format, ...(await planExport(sent, request)), createdAtMs: service.nowMs() };
  return presentOperation(await service.exports.add(job), { job, progress: undefined, origin });
};

export const getOperationResult: Handler<typeof contract.getOperationResult> = async (request) => {
  const { service, origin } = request;
  const id = request.params.operationId.toLowerCase();
  const job = await service.exports.readJob(id);
  if (job === undefined)
    throw new InputError("NOT_FOUND", `there is no operation ${id}`, { hint: "exports are kept for a week" });
  return presentOperation(id, { job, progress: await service.exports.readProgress(id), origin });
};

interface Known {
  job: ExportJob;
  progress: ExportProgress | undefined;
  origin: string;
}

function presentOperation(id: string, { job, progress, origin }: Known): contract.Operation {
  const { status, message, code } = resultOf(progress);
  const hasFile = progress?.status === "complete";
  const { nextDate } = progress ?? {};
  return {
    operationId: id,
    operationType: job.type,
    operationStatus: status,
    ...(message !== undefined && { message }),
    metadata: {
      ...(code !== undefined && { code }),
      ...(hasFile && { downloadUrl: fileUrlOf(origin, id) }),
      ...(nextDate !== undefined && { nextDate }),
    },
    createdAtTimestamp: Math.floor(job.createdAtMs / 1_000),
    updatedAtTimestamp: Math.floor((progress?.updatedAtMs ?? job.createdAtMs) / 1_000),
  };
}

type Code = NonNullable<contract.Operation["metadata"]>["code"];

function resultOf(progress: ExportProgress | undefined): {
  status: contract.Operation["operationStatus"];
  message?: string;
  code?: Code;
} {
  if (progress === undefined) return { status: "RUNNING", message: "waits for its turn" };
  const { rows, day, lacks, isCut, nextDate, failure } = progress;
  if (failure !== undefined) return { status: "FAILED", ...failure };
  if (progress.status === "running")
    return { status: "RUNNING", message: `${rows} rows so far${day?.bytes ? `, up to ${day.date}` : ""}` };
  const goOn = nextDate === undefined ? "narrow the list's query" : `go on with firstDate ${nextDate}`;
  const warnings = [...(isCut ? [`the file would be too long: ${goOn}`] : []), ...lacks];
  if (warnings.length === 0) return { status: "COMPLETED", message: `${rows} rows` };
  return {
    status: "COMPLETED_WITH_WARNING",
    message: [`${rows} rows`, ...warnings].join("; "),
    ...(isCut && { code: "WarnTruncatedExport" }),
  };
}
