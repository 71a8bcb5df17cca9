import { cleanName } from "@/components/ui/name";
import type { FirnStatus } from "@/lib/contract/firn/status";

/** What L1 chains are called, by blockchain id: the node names them by their ids only. */
export type L1Names = ReadonlyMap<string, string>;

/** The names of the chains that Firn follows; none while its API does not answer. */
export function l1NamesOf(status: FirnStatus | undefined): L1Names {
  const chains = (status?.streams ?? []).flatMap(({ evm }) => evm ?? []);
  return new Map(
    chains.flatMap(({ blockchainId, name, isCChain }) =>
      blockchainId === undefined || name === undefined || isCChain ? [] : [[blockchainId, cleanName(name)]],
    ),
  );
}
