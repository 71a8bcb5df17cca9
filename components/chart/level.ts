import type { FirnStatus } from "@/lib/contract/firn/status";

/** Whether everything the chain's node has is indexed. Otherwise the last minute is unknown. */
export function isLevel({ streams }: Pick<FirnStatus, "streams">, chainId: string): boolean {
  const stream = streams.find(({ evm }) => evm?.chainId === chainId);
  return stream?.state === "following" && stream.behind === 0;
}
