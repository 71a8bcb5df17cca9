import Link from "next/link";
import type { ReactNode } from "react";
import { groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";

interface PlaceCellsProps {
  href: string;
  height: string;
  /** Its id, and what that is called. */
  id: string;
  noun: "block id" | "block hash";
  /** How full it is, at the row's left edge. */
  stratum: ReactNode;
}

/** The first two cells of a block's row: its height beside the core, and its id. */
export function PlaceCells({ href, height, id, noun, stratum }: PlaceCellsProps) {
  return (
    <>
      <Cell at="a">
        {stratum}
        <Link href={href} prefetch={false}>
          {groupDigits(height)}
        </Link>
      </Cell>
      <Cell at="c">
        <HashLink value={id} href={href} noun={noun} />
      </Cell>
    </>
  );
}
