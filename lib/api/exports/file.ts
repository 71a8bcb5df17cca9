import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Context } from "hono";
import { InputError } from "../../errors";
import { orNothing } from "../../whole-files";
import type { ApiEnv } from "../env";
import { type ExportFolder, FILE_TYPES } from "./folder";

/** Where files of exports are fetched. It answers files, so it has no contract. */
export const FILE_PATH = "/firn/v1/operations/:operationId/file";

export function fileUrlOf(origin: string, id: string): string {
  return origin + FILE_PATH.replace(":operationId", id);
}

/** The file of an export, or the part that `Range` names. @throws InputError NOT_FOUND without a finished file */
export async function sendFile(c: Context<ApiEnv>, folder: ExportFolder): Promise<Response> {
  const id = c.req.param("operationId")?.toLowerCase() ?? "";
  const job = await folder.readJob(id);
  const path = job && folder.filePath(id, job);
  const size = path === undefined ? undefined : (await orNothing(stat(path)))?.size;
  if (job === undefined || path === undefined || size === undefined)
    throw new InputError("NOT_FOUND", `there is no file of operation ${id.slice(0, 100)}`, {
      hint: "/v1/operations/{operationId} says whether it is complete; exports are kept for a week",
    });
  const etag = `"${id}"`;
  const headers = {
    "content-type": FILE_TYPES[job.format],
    "cache-control": "private, max-age=3600",
    etag,
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    "content-disposition": `attachment; filename="${job.type.toLowerCase()}-${id.slice(0, 8)}.${job.format}"`,
  };
  const isSame = c.req.header("if-range") === undefined || c.req.header("if-range") === etag;
  const range = isSame ? rangeOf(c.req.header("range"), size) : undefined;
  if (range === "unsatisfiable") return c.body(null, 416, { "content-range": `bytes */${size}` });
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = { "content-length": String(Math.max(0, end - start + 1)) };
  const part = range && { "content-range": `bytes ${start}-${end}/${size}` };
  const status = range === undefined ? 200 : 206;
  const isHead = c.req.method === "HEAD" || size === 0;
  const body = isHead ? null : (Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream);
  return new Response(body, { status, headers: { ...headers, ...length, ...part } });
}

/** One range of bytes, both ends included; undefined for none, and for what is better answered whole. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}
