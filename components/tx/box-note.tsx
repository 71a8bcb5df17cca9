import { HashLink } from "@/components/ui/hash-link";
import type { Box } from "./boxes";

/** Where an input came from, or what became of an output. */
export function BoxNote({ note, noteTx }: Pick<Box, "note" | "noteTx">) {
  if (note === "") return null;
  return (
    <div className="flex min-w-0 gap-1.5 text-meta text-ink-3">
      <span className="flex min-w-0 items-center gap-1.5">
        {note}
        {noteTx !== undefined && (
          <>
            {" "}
            <HashLink value={noteTx.txId} href={noteTx.href} label="transaction" copy={false} />
          </>
        )}
      </span>
    </div>
  );
}
