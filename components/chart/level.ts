import type { FirnStatus } from "@/lib/contract/firn/status";

/** Whether all that the chain's node has is indexed: else nobody knows what happened last. */
export function isLevel({ streams }: Pick<FirnStatus, "streams">, chainId: string): boolean {
  const stream = streams.find(({ evm }) => evm?.chainId === chainId);
  return stream?.state === "following" && stream.behind === 0;
}
