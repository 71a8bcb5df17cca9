/** Widths of the grey bars of a row, in px; their number is the number of columns. */
const VARY = [0, 8, 16];

/** Rows of a list that is not here yet: the real row heights, so that nothing moves when data comes. */
export function LoadingRows({ rows, widths }: { rows: number; widths: readonly number[] }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content are all alike
    <tr key={row} className="late">
      {widths.map((width, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={column} className={column === 0 ? "m-a" : undefined}>
          <span className="sk" style={{ maxWidth: width + (VARY[(row + column) % VARY.length] ?? 0) }} />
        </td>
      ))}
    </tr>
  ));
}
