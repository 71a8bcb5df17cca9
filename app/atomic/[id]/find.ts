import { tryId } from "@/app/[chain]/network";
import { findTransfer } from "@/app/atomic/[id]/load";
import { type Find, moved } from "@/app/existence";
import { effectsOfTx } from "@/components/block/inside";
import { effectsOfKind } from "@/lib/avalanche/effects";
import { formatId } from "@/lib/avalanche/ids";
import { hrefTo } from "@/lib/contract/pages";
import type { Crossing } from "./load";

/** A transfer has the address of its export. The id of an import redirects there, and so does hex. */
export const findTransferPage: Find<"transfer", Crossing> = async ({ params: { id: text } }) => {
  const id = tryId(text);
  if (id === undefined) return "malformed";
  const crossing = await findTransfer(formatId(id));
  if (crossing === undefined) return "missing";
  const effects = effectsOfTx(crossing.chain, crossing.tx);
  const imported = effectsOfKind(effects, "utxo.consumed").find(({ sourceChain }) => sourceChain);
  const isExport = effects.some(({ kind }) => kind === "utxo.exported");
  const txId = formatId(isExport || imported === undefined ? id : imported.sourceTxId);
  return txId === text ? { found: crossing } : moved(hrefTo("transfer", { id: txId }));
};
