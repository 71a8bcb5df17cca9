import { annotateCBlock } from "../c/annotate";
import { annotatePBlock } from "../p/annotate";
import { type ContainerChain, decodeContainer, wrapper } from "../proposer/proposervm";
import { annotateXBlock } from "../x/annotate";
import { type AnnotateOptions, annotate, type Span, spread } from "./layout";

/**
 * Annotates the bytes of a container: the wrapper's fields, with names of the container, around the block's.
 * @throws DataError as `decodeContainer` and the chain's own reader
 */
export function annotateContainer(
  bytes: Uint8Array,
  chain: ContainerChain,
  options: AnnotateOptions,
): Span[] {
  const { kind, inner, innerOffset } = decodeContainer(bytes, chain);
  const block = ANNOTATORS[chain](inner, options);
  if (kind === "preFork") return block;
  const around = annotate(spread(wrapper), bytes, { ...options, chain: "P" });
  const shifted = shift(block, innerOffset);
  return around.flatMap((span) => (span.start === innerOffset ? shifted : [asContainer(span)]));
}

const ANNOTATORS = {
  p: annotatePBlock,
  x: annotateXBlock,
  c: annotateCBlock,
} satisfies Record<ContainerChain, unknown>;

function asContainer(span: Span): Span {
  const plain = /^[A-Z][a-z]/.test(span.label);
  const name = plain ? span.label.charAt(0).toLowerCase() + span.label.slice(1) : span.label;
  return { ...span, label: `Container ${name}` };
}

function shift(spans: readonly Span[], by: number): Span[] {
  return spans.map(({ start, end, children, ...rest }) => ({
    ...rest,
    start: start + by,
    end: end + by,
    ...(children !== undefined && { children: shift(children, by) }),
  }));
}
