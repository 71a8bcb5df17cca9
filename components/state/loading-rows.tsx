import { Cell, Row } from "@/components/ui/table";

/** Added to the widths of a row's loading bars, px, so that rows differ. */
const VARY = [0, 8, 16];

/**
 * Placeholder rows of a list. They have the real row heights, so nothing moves when data arrives. `widths` are in px,
 * one for each column.
 */
export function LoadingRows({ rows, widths }: { rows: number; widths: readonly number[] }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content are all alike
    <Row key={row}>
      {widths.map((width, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Cell key={column} {...(column === 0 && { at: "a" as const })}>
          <span
            className="inline-block h-3 w-full animate-[pulse_1.6s_ease-in-out_infinite] rounded-[3px] bg-sunken align-middle [contain:inline-size]"
            style={{ maxWidth: width + (VARY[(row + column) % VARY.length] ?? 0) }}
          />
        </Cell>
      ))}
    </Row>
  ));
}
