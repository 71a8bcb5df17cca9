import Link from "next/link";
import type { ReactNode } from "react";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import { groupDigits } from "@/lib/words/format";

interface PositionCellsProps {
  href: string;
  height: string;
  /** The block's id, and what it is called. */
  id: string;
  label: "block id" | "block hash";
  /** How full the block is, at the row's left edge. */
  stratum: ReactNode;
}

/** The first two cells of a block's row: its height beside the core, and its id. */
export function PositionCells({ href, height, id, label, stratum }: PositionCellsProps) {
  return (
    <>
      <Cell at="a">
        {stratum}
        <Link href={href} prefetch={false}>
          {groupDigits(height)}
        </Link>
      </Cell>
      <Cell at="c">
        <HashLink value={id} href={href} label={label} />
      </Cell>
    </>
  );
}
