import { classes } from "./classes";
import { BASE_UNITS, formatAmount, splitAmount } from "./format";

interface AmountProps {
  /** In the smallest unit. Decimal text from JSON is accepted. */
  value: bigint | string;
  /** Undefined if unknown: the amount is then in base units, and says so. */
  decimals: number | undefined;
  /** Small, after the number. Left out in columns whose head names it. */
  unit?: string;
  /** Least number of decimals, so that a column lines up. */
  pad?: number;
  /** Most decimals, for rows. The rest is cut, unless only zeros would remain. */
  most?: number;
  large?: boolean;
  /** May break anywhere if there is little room. */
  wraps?: boolean;
}

/** Look of the one figure that a panel is about. */
export const LARGE = "text-lead font-strong";

/**
 * An amount: the integer in ink, decimals paler (in ink if the integer is 0), the unit small, the full value in
 * `title`.
 */
export function Amount({
  value,
  decimals,
  unit = "",
  pad = 0,
  most,
  large = false,
  wraps = false,
}: AmountProps) {
  const exact = BigInt(value);
  const { sign, integer, fraction } = splitAmount(exact, decimals ?? 0, pad);
  const shownUnit = decimals === undefined ? BASE_UNITS : unit;
  const title = formatAmount(exact, decimals, unit);
  const cut = fraction.slice(0, most).replace(/0+$/, "");
  const kept = most === undefined || (cut === "" && integer === "0") ? fraction : cut;
  const point = kept === "" ? "" : `.${kept}`;
  return (
    <span
      className={classes(wraps ? "wrap-anywhere" : "whitespace-nowrap", large && LARGE)}
      title={decimals === undefined ? `${title}: its decimals are unknown` : title}
    >
      {sign}
      {integer}
      {point !== "" &&
        (integer === "0" ? (
          point
        ) : (
          <span className={classes("text-ink-3", large && "font-normal")}>{point}</span>
        ))}
      {shownUnit !== "" && (
        <span className={"ml-[.3em] text-[.9em] font-normal text-ink-3"}>{shownUnit}</span>
      )}
    </span>
  );
}

/** An amount of nAVAX, shown in AVAX. */
export function Avax({
  value,
  unit = true,
  ...rest
}: Omit<AmountProps, "decimals" | "unit"> & { unit?: boolean }) {
  return <Amount value={value} decimals={9} unit={unit ? "AVAX" : ""} {...rest} />;
}
