import type { CSSProperties, ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { formatAmount, formatPercent, groupDigits } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import type { TransactionDetail } from "@/lib/contract/data/evm-transactions";
import { type EvmChain, GAS_PRICE_DECIMALS, gasPriceUnit, WEI_DECIMALS } from "../chain";

/** What a transaction paid for gas: base fee, what it gave on top, and the most it would have paid. */
export function FeeBar({ chain, tx }: { chain: EvmChain; tx: TransactionDetail["nativeTransaction"] }) {
  const paid = BigInt(tx.gasPrice);
  const gasUsed = BigInt(tx.gasUsed);
  const base = min(BigInt(tx.baseFeePerGas), paid);
  const limit = tx.maxFeePerGas === undefined ? paid : BigInt(tx.maxFeePerGas);
  const unit = gasPriceUnit(chain);
  const parts = [
    ...(base === 0n ? [] : [`base fee ${price(base)}`, `priority ${price(paid - base)}`]),
    `paid ${price(paid)}`,
    ...(limit === paid ? [] : [`limit ${price(limit)}`]),
  ];
  return (
    <Panel id="fee" title="Fee" aside={`${groupDigits(gasUsed)} gas at ${price(paid)} ${unit}`} padded>
      <div className="feebar" role="img" aria-label={`Gas price: ${parts.join(", ")} ${unit}`}>
        <div className="over">
          <Mark at={shareOf(paid, limit)}>{`paid ${price(paid)} ${unit}`}</Mark>
          {limit !== paid && <Mark at={100}>{`limit ${price(limit)}`}</Mark>}
        </div>
        <div className="trk">
          <i style={{ width: `${shareOf(base, limit)}%` }} />
          <i className="prio" style={{ width: `${shareOf(paid - base, limit)}%` }} />
        </div>
        {base > 0n && (
          <Under at={shareOf(base, limit)}>
            <span>base fee {price(base)}</span>
            <span>+ priority {price(paid - base)}</span>
          </Under>
        )}
      </div>
      <div className="row between wrap mid">
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

/** A price over its place on the bar, which is given in percent: to the side where there is room. */
function Mark({ at, children }: { at: number; children: string }) {
  return (
    <span className={at > 60 ? "is-left" : undefined} style={{ insetInlineStart: `${at}%` }}>
      {children}
    </span>
  );
}

/** Both sides of the base fee's end, at percent of the bar; near one of the bar's ends both keep to it. */
function Under({ at, children }: { at: number; children: [ReactNode, ReactNode] }) {
  const side = at < 30 ? "is-start" : at > 70 ? "is-end" : undefined;
  return (
    <div
      className={side === undefined ? "under" : `under ${side}`}
      style={{ "--at": `${at}%` } as CSSProperties}
    >
      {children}
    </div>
  );
}

function price(wei: bigint): string {
  return formatAmount(wei, GAS_PRICE_DECIMALS);
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Percent for a bar's width. */
function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100;
}
