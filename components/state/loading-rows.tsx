import { Cell, Row } from "@/components/ui/table";

/** Widths of the grey bars of a row, in px; their number is the number of columns. */
const VARY = [0, 8, 16];

/** Rows of a list that is not here yet: the real row heights, so that nothing moves when data comes. */
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
