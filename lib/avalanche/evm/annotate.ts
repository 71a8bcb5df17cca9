import { annotate, type Span, spread } from "../codec/layout";
import { decodeTransaction, layoutOf } from "./transaction";

/** Annotates the bytes of a signed transaction. @throws DataError as `decodeTransaction` */
export function annotateTransaction(bytes: Uint8Array): Span[] {
  const { type } = decodeTransaction(bytes);
  const typeBytes = type === 0 ? 0 : 1;
  // no text of an EVM transaction needs an address prefix
  const spans = annotate(spread(layoutOf(type)), bytes.subarray(typeBytes), { hrp: "", chain: "C" });
  if (type === 0) return spans;
  const own = { label: "Type", path: "type", start: 0, end: 1, value: String(type) };
  return [own, ...spans.map((span) => moveBy(span, typeBytes))];
}

function moveBy(span: Span, by: number): Span {
  const children = span.children?.map((child) => moveBy(child, by));
  return { ...span, start: span.start + by, end: span.end + by, ...(children && { children }) };
}
