import { cache } from "react";
import { callForTx, chainParams, commandsOf } from "@/app/[chain]/commands";
import { headOf, networkFacts } from "@/app/[chain]/network";
import { arrivalOf, insideOf, readContainer, readKnownTx, requireStatus } from "@/app/[chain]/read";
import { readTold } from "@/app/[chain]/told";
import type { BlockInside } from "@/components/block/inside";
import { txContext } from "@/components/block/tx-contexts";
import type { TxViewProps } from "@/components/tx/tx-view";
import type { Chain } from "@/components/ui/chains";
import { getTxByHash } from "@/lib/contract/data/primary-network-transactions";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { fillRoute } from "@/lib/contract/route";
import { InputError } from "@/lib/errors";

/** What a transaction page shows, its sources, and the status they were read with. */
export interface LoadedTx {
  view: Omit<TxViewProps, "raw" | "flow" | "position">;
  block: BlockInside;
  container: FirnContainer;
  status: FirnStatus;
}

/** Reads a transaction by its cb58 id: its bytes and what Firn's API knows of it. @throws FirnError */
export const loadTx: (chain: Chain, txHash: string) => Promise<LoadedTx> = cache(async (chain, txHash) => {
  const [status, container, known] = await Promise.all([
    requireStatus(),
    readContainer(chain, txHash),
    readKnownTx(chain, txHash),
  ]);
  const block = insideOf(container);
  const txIndex = container.txIndex ?? -1;
  const tx = block.txs[txIndex];
  if (tx === undefined) throw new InputError("NOT_FOUND", `${txHash} is not a transaction of a block`);
  const { outcome } = container;
  const context = txContext(tx, block, {
    ...(await readTold(networkFacts(status), { chain, txs: [tx], outcome })),
    time: known.time === undefined ? undefined : BigInt(known.time),
    outcome,
  });
  const jsonPath = fillRoute(getTxByHash, { params: { ...chainParams(status, chain), txHash } });
  const view = {
    tx,
    txIndex,
    container,
    details: {
      ...context,
      known,
      now: BigInt(headOf(chain, status)?.time ?? known.time ?? 0),
    },
    arrival: arrivalOf(container, known.time),
    commands: await commandsOf(status, callForTx(chain, txHash), jsonPath),
    jsonPath,
  };
  return { view, block, container, status };
});
