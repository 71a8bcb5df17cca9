import { api, toResult } from "@/app/server";
import { getCode } from "@/lib/contract/firn/contracts";
import { FirnError } from "@/lib/errors";

/** Bytes of a contract's code; undefined if the node did not say, or the API does not answer. */
export async function readCodeSize(chainId: string, address: string): Promise<number | undefined> {
  const answer = await toResult(api().get(getCode, { params: { chainId, address } }));
  return answer instanceof FirnError ? undefined : answer.codeSize;
}
