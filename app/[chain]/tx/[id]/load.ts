import { notFound, permanentRedirect } from "next/navigation";
import { cache } from "react";
import { commandsOf, restPath } from "@/app/[chain]/commands";
import { networkFacts, pChainHead, tryId } from "@/app/[chain]/network";
import { arrivalOf, blockOf, readContainer, readOutcome, requireStatus } from "@/app/[chain]/read";
import { api, servedNetwork } from "@/app/server";
import { sceneOf } from "@/components/block/scenes";
import type { TxViewProps } from "@/components/tx/tx-view";
import { formatId } from "@/lib/avalanche/ids";
import { allTxs, type PBlock } from "@/lib/avalanche/p/block";
import { getPChainTransaction } from "@/lib/contract/data/primary-network-transactions";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { InputError } from "@/lib/errors";

/** What a transaction page shows, what that was read from, and under which status. */
export interface LoadedTx {
  view: Omit<TxViewProps, "raw" | "flow">;
  block: PBlock;
  container: FirnContainer;
  status: FirnStatus;
}

/**
 * Reads the transaction a path names: bytes and what Firn's API knows of it. A text that is no id answers 404, an id
 * in hex the cb58 form with 308. @throws FirnError
 */
export const loadTx: (text: string) => Promise<LoadedTx> = cache(async (text) => {
  const id = tryId(text);
  if (id === undefined) notFound();
  const txHash = formatId(id);
  if (txHash !== text) permanentRedirect(`/p/tx/${txHash}`);
  const [status, container, answer] = await Promise.all([
    requireStatus(),
    readContainer(txHash),
    servedNetwork().then((network) =>
      api().get(getPChainTransaction, { params: { network, blockchainId: "p-chain", txHash } }),
    ),
  ]);
  const block = blockOf(container);
  const txIndex = container.txIndex ?? -1;
  const tx = allTxs(block)[txIndex];
  if (tx === undefined) throw new InputError("NOT_FOUND", `${txHash} is no transaction of a block`);
  const network = networkFacts(status);
  const time = BigInt(answer.blockTimestamp);
  const scene = sceneOf(tx, block, { network, time, outcome: await readOutcome(block) });
  const view = {
    tx,
    txIndex,
    story: {
      ...scene,
      ...(answer.startTimestamp !== undefined && { stakingStart: BigInt(answer.startTimestamp) }),
      answer,
      now: BigInt(pChainHead(status)?.time ?? answer.blockTimestamp),
    },
    arrival: arrivalOf(container, answer.blockTimestamp),
    commands: commandsOf(status, {
      method: "platform.getTx",
      params: { txID: txHash, encoding: "hex" },
      path: `transactions/${txHash}`,
    }),
    jsonPath: restPath(status, `transactions/${txHash}`),
  };
  return { view, block, container, status };
});
