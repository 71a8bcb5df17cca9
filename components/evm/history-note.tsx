import { Note } from "@/components/ui/note";
import type { EvmChain } from "./chain";
import { describeHistory, type HistorySubject } from "./history";

interface HistoryNoteProps {
  chain: Pick<EvmChain, "history" | "name">;
  /** What is shown below. */
  of: HistorySubject;
  /** Whether the page shows more chains than this one. */
  named?: boolean;
}

/** A line above lists, figures and charts of a chain that do not count all its blocks. Nothing for a whole history. */
export function HistoryNote({ chain, of, named = false }: HistoryNoteProps) {
  const text = describeHistory(chain, of);
  if (text === undefined) return null;
  return <Note>{named ? `${chain.name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text}</Note>;
}
