import type { IconName } from "@/components/ui/icon";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { missingBlocks } from "../status/missing";
import { groupDigits, plural } from "../ui/format";

/** One thing an operator should look at. */
export interface Attention {
  icon: IconName;
  title: string;
  text: string;
}

/** What needs attention, worst first: stopped streams, the node away, an index with missing blocks. */
export function attentionOf(status: FirnStatus): Attention[] {
  return [
    ...status.streams.filter(({ state }) => state === "stopped").map(sayStopped),
    ...(status.node.reachable ? [] : [sayAway(status)]),
    ...status.streams.flatMap(sayMissing),
  ];
}

function sayStopped({ stream, error, indexedHead }: StreamStatus): Attention {
  const last = indexedHead === undefined ? "" : ` Stored up to height ${groupDigits(indexedHead.height)}.`;
  return {
    icon: "bad",
    title: `${stream} stopped`,
    text: `${error === undefined ? "The bytes disagree" : withHint(error)}.${last}`,
  };
}

function sayAway({ node }: FirnStatus): Attention {
  return {
    icon: "alert",
    title: "Your node does not answer",
    text: `${node.error ?? "Nobody knows why"}. What is stored stays visible, and Firn keeps trying.`,
  };
}

function sayMissing(status: StreamStatus): Attention[] {
  const { stream } = status;
  const missing = missingBlocks(status);
  if (missing === 0) return [];
  return [
    {
      icon: "alert",
      title: `${stream} lacks ${plural(missing, "block")}`,
      text: "The node accepted them while its index was off. A fresh node with --index-enabled indexes all of them.",
    },
  ];
}

function withHint({ message, hint }: { message: string; hint?: string | undefined }): string {
  return hint === undefined ? message : `${message}: ${hint}`;
}
