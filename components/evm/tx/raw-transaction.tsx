import { fieldsOf } from "@/components/hex/fields";
import { formatJson } from "@/components/hex/format-json";
import { RawBytes } from "@/components/hex/raw-bytes";
import type { RawView } from "@/components/hex/raw-view";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import { annotateTransaction } from "@/lib/avalanche/evm/annotate";
import { decodeTransaction, layoutOf } from "@/lib/avalanche/evm/transaction";

interface RawTransactionProps {
  /** Signed bytes, with 0x. */
  hex: string;
  view: RawView;
  hrefOf: (view: RawView) => string;
}

/** The signed bytes of an EVM transaction. Their keccak256 is its hash. */
export function RawTransaction({ hex, view, hrefOf }: RawTransactionProps) {
  const bytes = fromHex(hex);
  return (
    <RawBytes
      hex={hex}
      fields={fieldsOf(annotateTransaction(bytes), false)}
      json={() => jsonOf(bytes)}
      view={view}
      hrefOf={hrefOf}
    />
  );
}

function jsonOf(bytes: Uint8Array): string {
  const transaction = decodeTransaction(bytes);
  const fields = layoutOf(transaction.type).toJson(transaction, { hrp: "", chain: "C" });
  return formatJson({ type: transaction.type, ...(fields as object) });
}
