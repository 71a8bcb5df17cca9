import type { CSSProperties, ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { classes } from "@/components/ui/classes";
import { Panel } from "@/components/ui/panel";
import type { TransactionDetail } from "@/lib/contract/data/evm-transactions";
import { formatAmount, formatPercent, groupDigits, splitGasPrice } from "@/lib/words/format";
import { type EvmChain, gasPriceUnit, WEI_DECIMALS } from "../chain";

/** The gas price of a transaction as a bar: base fee, priority fee, and the most it would have paid. */
export function FeeBar({ chain, tx }: { chain: EvmChain; tx: TransactionDetail["nativeTransaction"] }) {
  const paid = BigInt(tx.gasPrice);
  const gasUsed = BigInt(tx.gasUsed);
  const base = min(BigInt(tx.baseFeePerGas), paid);
  const limit = tx.maxFeePerGas === undefined ? paid : BigInt(tx.maxFeePerGas);
  // All prices of the bar are in the unit of the highest.
  const { unit, decimals } = splitGasPrice(limit > paid ? limit : paid, gasPriceUnit(chain));
  const price = (wei: bigint) => formatAmount(wei, decimals);
  const parts = [
    ...(base === 0n ? [] : [`base fee ${price(base)}`, `priority ${price(paid - base)}`]),
    `paid ${price(paid)}`,
    ...(limit === paid ? [] : [`limit ${price(limit)}`]),
  ];
  return (
    <Panel id="fee" title="Fee" aside={`${groupDigits(gasUsed)} gas at ${price(paid)} ${unit}`} padded>
      <div
        className="mb-3 text-label text-ink-2"
        role="img"
        aria-label={`Gas price: ${parts.join(", ")} ${unit}`}
      >
        <div className="relative h-9">
          <Mark at={shareOf(paid, limit)}>{`paid ${price(paid)} ${unit}`}</Mark>
          {limit !== paid && <Mark at={100}>{`limit ${price(limit)}`}</Mark>}
        </div>
        <div className="flex h-5 overflow-hidden rounded-1 bg-sunken shadow-edge *:min-w-0.5 *:forced-color-adjust-none">
          <i className="bg-ice-fill" style={{ width: `${shareOf(base, limit)}%` }} />
          <i
            className="bg-[repeating-linear-gradient(135deg,var(--ice-fill)_0_2px,var(--ice-tint)_2px_6px)]"
            style={{ width: `${shareOf(paid - base, limit)}%` }}
          />
        </div>
        {base > 0n && (
          <Under at={shareOf(base, limit)}>
            <span>base fee {price(base)}</span>
            <span>+ priority {price(paid - base)}</span>
          </Under>
        )}
      </div>
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-2 text-ink-2">
        <span>
          {groupDigits(gasUsed)} of {groupDigits(tx.gasLimit)} gas used, {formatPercent(gasUsed, tx.gasLimit)}
        </span>
        <span>
          {groupDigits(gasUsed)} × {price(paid)} {unit} ={" "}
          <Amount value={gasUsed * paid} decimals={WEI_DECIMALS} unit={chain.symbol} />
        </span>
      </div>
    </Panel>
  );
}

const MARK =
  "absolute top-0 whitespace-nowrap before:absolute before:top-5 before:h-4 before:border-l before:border-line-2";

const UNDER =
  "relative flex flex-wrap gap-x-1.5 pt-3 before:absolute before:top-0 before:left-(--at) before:h-2 before:border-l before:border-line-2 [&>:first-child]:flex-none [&>:first-child]:text-right";

const BETWEEN = "[&>:first-child]:min-w-[calc(var(--at)-3px)]";

/** A price above the bar at `at` percent, on the side with room. */
function Mark({ at, children }: { at: number; children: string }) {
  return (
    <span
      className={classes(MARK, at > 60 ? "-translate-x-full before:right-0" : "before:left-0")}
      style={{ insetInlineStart: `${at}%` }}
    >
      {children}
    </span>
  );
}

/**
 * Labels on both sides of the base fee's end, at `at` percent of the bar. Near an end of the bar both stay on one side.
 */
function Under({ at, children }: { at: number; children: [ReactNode, ReactNode] }) {
  const isBetween = at >= 30 && at <= 70;
  return (
    <div
      className={classes(UNDER, isBetween && BETWEEN, at > 70 && "justify-end")}
      style={{ "--at": `${at}%` } as CSSProperties}
    >
      {children}
    </div>
  );
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Width of a bar, percent. */
function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100;
}
