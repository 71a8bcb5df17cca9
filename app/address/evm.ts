import { cache } from "react";
import type { z } from "zod";
import { requireStatus } from "@/app/[chain]/read";
import { api } from "@/app/server";
import { type supportedChain, supportedChains } from "@/lib/contract/data/evm-chains";

/** The C-Chain among the EVM chains that are indexed; undefined before its first block is. @throws FirnError */
export const readCChain: () => Promise<z.infer<typeof supportedChain> | undefined> = cache(async () => {
  const [{ chains }, { network }] = await Promise.all([
    api().get(supportedChains, { params: {} }),
    requireStatus(),
  ]);
  return (
    chains.find(
      ({ platformChainId }) => platformChainId !== undefined && platformChainId === network.cChainId,
    ) ?? chains.find(({ chainName }) => chainName === "C-Chain")
  );
});
