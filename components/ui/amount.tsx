import { BASE_UNITS, formatAmount, NARROW, splitAmount, splitGasPrice } from "@/lib/words/format";
import { classes } from "./classes";
import { cleanName } from "./name";

interface AmountProps {
  /** In the smallest unit. Decimal text from JSON is accepted. */
  value: bigint | string;
  /** Undefined if unknown: the amount is then in base units, and says so. */
  decimals: number | undefined;
  /** Small, after the number. Left out in columns whose head names it. */
  unit?: string;
  /** Decimals that its column has in common (`commonDecimals`): fewer are padded, more are cut. */
  column?: number | undefined;
  /** Most decimals, for rows. The rest is cut. */
  most?: number;
  large?: boolean;
  /** May break anywhere if there is little room. */
  wraps?: boolean;
}

/** Look of the one figure that a panel is about. */
export const LARGE = "text-lead font-strong";

/**
 * An amount: the integer in ink, decimals paler (in ink if the integer is 0), the unit small, the full value in `title`.
 * What is cut never becomes nothing: `<0.000000001`.
 */
export function Amount({
  value,
  decimals,
  unit = "",
  column,
  most = column,
  large = false,
  wraps = false,
}: AmountProps) {
  const exact = BigInt(value);
  const { sign, integer, fraction } = splitAmount(exact, decimals ?? 0);
  const shownUnit = decimals === undefined ? BASE_UNITS : unit;
  const title = formatAmount(exact, decimals, cleanName(unit));
  const cut = fraction.slice(0, most).replace(/0+$/, "");
  const isTiny = cut === "" && integer === "0" && fraction !== "";
  const kept = isTiny ? `${"0".repeat((most ?? 1) - 1)}1` : cut.padEnd(column ?? 0, "0");
  const point = kept === "" ? "" : `.${kept}`;
  return (
    <span
      className={classes(wraps ? "wrap-anywhere" : "whitespace-nowrap", large && LARGE)}
      title={decimals === undefined ? `${title}: its decimals are unknown` : title}
    >
      {isTiny && `<${NARROW}`}
      {sign}
      {integer}
      {point !== "" &&
        (integer === "0" ? (
          // Nothing is 0 in its place in the column.
          <span className={classes(exact === 0n && "invisible")} aria-hidden={exact === 0n || undefined}>
            {point}
          </span>
        ) : (
          <span className={classes("text-ink-3", large && "font-normal")}>{point}</span>
        ))}
      {shownUnit !== "" && (
        <bdi className={"ml-[.3em] text-[.9em] font-normal text-ink-3"}>{cleanName(shownUnit)}</bdi>
      )}
    </span>
  );
}

/** A gas price in the unit in which it is read. `gwei` is the chain's name for a billion wei. */
export function GasPrice({ wei, gwei = "nAVAX" }: { wei: bigint | string; gwei?: string }) {
  return <Amount value={wei} {...splitGasPrice(BigInt(wei), gwei)} />;
}

/** An amount of nAVAX, shown in AVAX. */
export function Avax({
  value,
  unit = true,
  ...rest
}: Omit<AmountProps, "decimals" | "unit"> & { unit?: boolean }) {
  return <Amount value={value} decimals={9} unit={unit ? "AVAX" : ""} {...rest} />;
}
