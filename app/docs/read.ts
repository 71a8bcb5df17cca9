import { api, toResult } from "@/app/server";
import type { ApiDocument } from "@/components/docs/document";
import { getOpenApi } from "@/lib/contract/firn/health";
import { FirnError } from "@/lib/errors";

/** The API's own document, or why it could not be read. */
export async function readDocument(): Promise<ApiDocument | FirnError> {
  const document = await toResult(api().get(getOpenApi, { params: {} }));
  return document instanceof FirnError ? document : (document as unknown as ApiDocument);
}
