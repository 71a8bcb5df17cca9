import { effectsOfTx } from "@/components/block/inside";
import { decodeTx } from "@/components/block/tx-codec";
import type { Chain } from "@/components/ui/chains";
import { equalBytes, fromHex } from "@/lib/avalanche/codec/bytes";
import { effectsOfKind } from "@/lib/avalanche/effects";
import { formatId } from "@/lib/avalanche/ids";
import { plural } from "../../lib/words/format";
import type { Check, Report } from "./report";

/** One transaction of an atomic transfer: its signed bytes (0x hex) and the id (cb58) on the page. */
export interface AtomicSide {
  chain: Chain;
  tx: string;
  txId: string;
}

/** Claims of an atomic transfer's page: its export, its imports so far, and which import spent each output. */
export interface AtomicClaims {
  kind: "atomic";
  exported: AtomicSide;
  imports: AtomicSide[];
  /** By output index, the id of the import. */
  spent: { outputIndex: number; by: string }[];
}

/** Compares both sides of a transfer with their bytes and with each other. @throws DataError if one cannot be decoded */
export function checkAtomic(claims: AtomicClaims): Omit<Report, "ms"> {
  return {
    checks: [
      checkIds([claims.exported, ...claims.imports]),
      ...(claims.spent.length === 0 ? [] : [checkSpending(claims)]),
    ],
  };
}

function checkIds(sides: readonly AtomicSide[]): Check {
  const title = sides.length === 1 ? "Id matches the bytes" : "All ids match their bytes";
  const wrong = sides.find(({ chain, tx, txId }) => formatId(decodeTx(chain, fromHex(tx)).txId) !== txId);
  if (wrong !== undefined)
    return { title, state: "bad", detail: `The bytes of ${wrong.txId} have another id.` };
  const sizes = sides.map(({ tx }) => (tx.length - 2) / 2).join(" and ");
  return { title, state: "ok", detail: `sha256 of ${sizes} signed bytes.` };
}

function checkSpending({ exported, imports, spent }: AtomicClaims): Check {
  const title = "Imports spend what was exported";
  const outputs = effectsOfKind(effectsOf(exported), "utxo.exported");
  for (const { outputIndex, by } of spent) {
    const output = outputs.find((each) => each.outputIndex === outputIndex)?.output;
    const side = imports.find(({ txId }) => txId === by);
    const input = effectsOfKind(side === undefined ? [] : effectsOf(side), "utxo.consumed").find(
      (each) => each.outputIndex === outputIndex && formatId(each.sourceTxId) === exported.txId,
    );
    const same =
      output !== undefined &&
      input !== undefined &&
      input.amount === output.amount &&
      equalBytes(input.assetId, output.assetId);
    if (!same)
      return { title, state: "bad", detail: `${by} does not spend output ${outputIndex} as exported.` };
  }
  const detail = `${plural(spent.length, "output")}: same id, same index, same asset, same amount.`;
  return { title, state: "ok", detail };
}

function effectsOf({ chain, tx }: AtomicSide) {
  return effectsOfTx(chain, decodeTx(chain, fromHex(tx)));
}
