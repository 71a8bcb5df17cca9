import { array } from "../codec/combinators";
import { CodecError, type Cursor } from "../codec/cursor";
import { versioned } from "../codec/fields";
import { type Layout, layout, named } from "../codec/layout";
import { type CTx, cTxs } from "./txs";

/** The atomic transactions of a block. */
export interface AtomicTxs {
  /** `single`: one signed transaction, as before Apricot 5; `batch`: a count and any number of them. */
  form: "none" | "single" | "batch";
  txs: CTx[];
}

const single = versioned(cTxs.nested);
const batch = versioned(named({ label: "Transactions" }, array(cTxs.nested)));

/**
 * A block's `extData`. Nothing in it names its form: the one that decodes to the end is right, and batch is tried
 * first.
 * @source avalanchego graft/coreth/plugin/evm/atomic/codec.go ExtractAtomicTxs
 */
export const atomicTxs: Layout<AtomicTxs> = layout({
  minSize: 0,
  read,
  write(writer, { form, txs: [first, ...others] }) {
    if (form === "single" && first !== undefined) single.write(writer, first);
    if (form === "batch") batch.write(writer, first === undefined ? [] : [first, ...others]);
  },
  toJson: ({ txs }, format) => txs.map((tx) => cTxs.nested.toJson(tx, format)),
  show: ({ txs }) => (txs.length === 1 ? "1 transaction" : `${txs.length} transactions`),
  spans(cursor, field, format) {
    const start = cursor.offset;
    const { form } = read(cursor);
    cursor.offset = start;
    return form === "single"
      ? single.spans(cursor, field, format)
      : batch.spans(cursor, { ...field, label: "Transactions" }, format);
  },
});

function read(cursor: Cursor): AtomicTxs {
  if (cursor.remaining === 0) return { form: "none", txs: [] };
  const start = cursor.offset;
  try {
    return { form: "batch", txs: readToEnd(batch, cursor) };
  } catch (batchError) {
    cursor.offset = start;
    try {
      return { form: "single", txs: [readToEnd(single, cursor)] };
    } catch {
      // today's blocks hold batches, so this error says more
      throw batchError;
    }
  }
}

function readToEnd<T>(form: Layout<T>, cursor: Cursor): T {
  const value = form.read(cursor);
  if (cursor.remaining === 0) return value;
  throw new CodecError(
    "BYTES_TRAILING",
    `${cursor.remaining} bytes are left after the atomic transactions`,
    cursor.offset,
  );
}
