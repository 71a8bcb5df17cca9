import Link from "next/link";
import type { CSSProperties } from "react";
import type { EvmChain } from "@/components/evm/chain";
import { Amount } from "@/components/ui/amount";
import { BAR } from "@/components/ui/bar";
import { button } from "@/components/ui/button";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS } from "@/components/ui/chains";
import { classes } from "@/components/ui/classes";
import { field } from "@/components/ui/field";
import { LEGEND } from "@/components/ui/layout";
import { Name } from "@/components/ui/name";
import { PANEL } from "@/components/ui/panel";
import { Seg } from "@/components/ui/seg";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { formatPercent, formatTime, plural } from "@/lib/words/format";
import { CATEGORIES, type Category, type ChainHoldings, type Holding, sumAvax, sumRow } from "./holdings";

interface BalanceMatrixProps {
  rows: readonly ChainHoldings[];
  /** Path of the page with its tab and chain, to which `at` is added. */
  href: string;
  /** Chain time of the balances, unix seconds. */
  time: number | undefined;
  /** The value of `?at=`; empty for now. */
  at: string;
  /** Day of the newest block, `2026-11-20`: the default date. */
  today: string | undefined;
  /** What is wrong with `at`. */
  problem?: string | undefined;
}

const HEADS: Record<Category, string> = {
  unlocked: "Unlocked",
  locked: "Locked",
  staked: "Staked",
  pending: "Pending",
  shared: "Shared memory",
};

const FILLS: Record<Category, string> = {
  unlocked: "var(--ice-fill)",
  locked: "var(--ink-3)",
  staked: "var(--p-fill)",
  pending: "var(--warn)",
  shared: "var(--x-fill)",
};

/** Balances of an address: all AVAX in one number and one bar, then categories by chain and asset. */
export function BalanceMatrix({ rows, href, time, at, today, problem }: BalanceMatrixProps) {
  const { total, by } = sumAvax(rows);
  const lacking = rows.filter(({ isAvax, missing }) => isAvax && missing !== undefined);
  const shares = CATEGORIES.filter((category) => by[category] > 0n);
  return (
    <section className={PANEL} aria-label="Balances">
      <div className="p-5 max-m:p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div>
            <div className="text-small text-ink-2">{totalLabel(lacking)}</div>
            <div className={TOTAL}>
              <Amount value={total} decimals={18} unit="AVAX" />
            </div>
          </div>
          <At href={href} at={at} today={today} problem={problem} />
        </div>
        {total > 0n && <Shares shares={shares} by={by} total={total} />}
        {(at !== "" || lacking.length > 0) && (
          <p className="mt-3 text-small text-ink-3">
            {at !== "" && time !== undefined && `As of the last block up to ${formatTime(time * 1000)}. `}
            {[...new Set(lacking.map(formatMissing))].join(" ")}
          </p>
        )}
      </div>
      <table className={TABLE}>
        <caption className="sr-only">Balances by chain and category</caption>
        <thead className="max-m:sr-only">
          <tr>
            <th scope="col" className={classes(CELL, HEAD)}>
              Chain
            </th>
            {CATEGORIES.map((category) => (
              <th key={category} scope="col" className={classes(CELL, HEAD)}>
                {HEADS[category]}
              </th>
            ))}
            <th scope="col" className={classes(CELL, HEAD)}>
              Total, AVAX
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <HoldingsRow key={`${placeOf(row).name} ${row.asset.assetId}`} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const TOTAL = classes(
  "text-[28px] leading-9 font-strong tracking-figure max-m:text-[18px] max-m:leading-7 max-m:[&>span]:whitespace-normal max-m:[&>span]:wrap-anywhere",
  "[&_span_span]:font-normal [&_span_span:last-child]:text-[15px] [&_span_span:last-child]:tracking-none max-m:[&_span_span:last-child]:inline-block",
);

const TABLE = "w-full border-collapse border-t border-line text-cell max-m:block max-m:[&>tbody]:block";

/** Cells are side by side in a row, or below each other on a phone. */
const CELL = classes(
  "p-0 text-left align-top font-normal m:px-2 m:py-2.5 m:first:w-34 m:first:pl-5 m:last:pr-5 m:not-first:text-right",
  "max-m:in-[tbody]:flex max-m:in-[tbody]:justify-between max-m:in-[tbody]:gap-3 max-m:[&:is(td)>span:last-child]:text-right",
);

const HEAD = "min-w-28 text-meta text-ink-3";

const SMALL = "block text-small font-normal text-ink-3";

/** Name of the column, on a phone without its head. */
const NAME = "font-normal text-ink-2 m:hidden";

const AT = "flex flex-wrap items-center gap-2";

/** Label of the sum, which says what is missing from it. */
function totalLabel(lacking: readonly ChainHoldings[]): string {
  if (lacking.length === 0) return "AVAX on all three chains";
  if (lacking.every(({ chain }) => chain === "c")) return "AVAX without the C-Chain account";
  return lacking.some(({ chain }) => chain === "c") ? "Known AVAX" : "AVAX on the C-Chain";
}

function formatMissing({ lacks, missing }: ChainHoldings): string {
  return lacks === undefined ? `The account’s own AVAX is not known: ${missing}.` : `${missing}.`;
}

function Shares({
  shares,
  by,
  total,
}: {
  shares: readonly Category[];
  by: Record<Category, bigint>;
  total: bigint;
}) {
  const percents = shares.map((category) => ({
    category,
    percent: formatPercent(by[category], total),
  }));
  return (
    <>
      <div
        className={classes(BAR, "my-3 h-3 rounded-2")}
        role="img"
        aria-label={percents.map(({ category, percent }) => `${HEADS[category]} ${percent}`).join(", ")}
      >
        {shares.map((category) => (
          <i key={category} style={shareStyle(category, by[category], total)} />
        ))}
      </div>
      <div className={LEGEND} aria-hidden="true">
        {percents.map(({ category, percent }) => (
          <span key={category}>
            <i style={{ background: FILLS[category] }} />
            {HEADS[category]} {percent}
          </span>
        ))}
      </div>
    </>
  );
}

/** Exact to a hundredth of a percent. A small share keeps a visible sliver. */
function shareStyle(category: Category, part: bigint, total: bigint): CSSProperties {
  const hundredths = Number((part * 10_000n) / total);
  return { width: `${Math.max(hundredths / 100, 0.3)}%`, background: FILLS[category] };
}

/** Chooses between now and another time. */
function At(props: Pick<BalanceMatrixProps, "href" | "at" | "today" | "problem">) {
  const { href, at, today } = props;
  return (
    <div className={AT}>
      <Seg label="Time of the balances">
        <Link href={href} prefetch={false} scroll={false} aria-current={at === "" ? "true" : undefined}>
          Now
        </Link>
        {(today !== undefined || at !== "") && (
          <Link
            href={withQuery<"address">(href, { at: at || today })}
            prefetch={false}
            scroll={false}
            aria-current={at === "" ? undefined : "true"}
          >
            At a date
          </Link>
        )}
      </Seg>
      {at !== "" && <AtForm {...props} />}
    </div>
  );
}

/** A plain form, which works without script. */
function AtForm({ href, at, problem }: Pick<BalanceMatrixProps, "href" | "at" | "problem">) {
  const [path, query] = href.split("?");
  return (
    <form className={AT} action={path} method="get">
      <label className={field({ more: "max-m:min-w-0 max-m:flex-[1_1_140px]" })}>
        <span className="text-ink-2">At</span>
        <input
          name="at"
          placeholder="2026-11-20 14:31"
          aria-label="Date or UTC time"
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : "at-problem"}
          defaultValue={at}
          size={17}
          required
        />
      </label>
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={button()}>
        Show
      </button>
      {problem !== undefined && (
        <p id="at-problem" className="mt-1 basis-full text-right text-small text-bad max-m:text-left">
          {problem}
        </p>
      )}
    </form>
  );
}

/** Tag and name of a row's chain. */
function placeOf({ chain }: ChainHoldings): Pick<EvmChain, "tag" | "name"> {
  return typeof chain === "string" ? { tag: CHAINS[chain].letter, name: CHAINS[chain].name } : chain;
}

/** The name of an asset, with a link to its page: an L1's own coin has none. */
function AssetName({ asset: { assetId, symbol } }: Pick<ChainHoldings, "asset">) {
  const name = symbol === "" ? "Unknown asset" : <Name>{symbol}</Name>;
  if (assetId === "") return name;
  return (
    <Link href={hrefTo("asset", { id: assetId })} prefetch={false}>
      {name}
    </Link>
  );
}

function HoldingsRow({ row }: { row: ChainHoldings }) {
  const { asset, isAvax, missing, lacks = ["unlocked"] } = row;
  const { tag, name } = placeOf(row);
  return (
    <tr className="border-t border-line max-m:grid max-m:gap-1.5 max-m:px-4 max-m:py-3">
      <th scope="row" className={CELL}>
        <span className="flex items-center gap-2.5">
          <ChainTag chain={tag} />
          <span>
            {name}
            {!isAvax && (
              <small className={SMALL} title={asset.assetId}>
                <AssetName asset={asset} />
              </small>
            )}
          </span>
        </span>
      </th>
      {CATEGORIES.map((category) => (
        <HoldingCell
          key={category}
          label={HEADS[category]}
          holding={row.cells[category]}
          decimals={asset.decimals}
          {...(missing !== undefined && lacks.includes(category) ? { missing } : {})}
        />
      ))}
      <td className={classes(CELL, "font-strong")}>
        <span className={NAME}>Total</span>
        {missing !== undefined && Object.keys(row.cells).length === 0 ? (
          <span className="text-ink-3">not known</span>
        ) : (
          <span>
            <Amount
              value={sumRow(row)}
              decimals={asset.decimals}
              unit={isAvax ? "" : asset.symbol || "units"}
              wraps
            />
          </span>
        )}
      </td>
    </tr>
  );
}

function HoldingCell({
  label,
  holding,
  decimals,
  missing,
}: {
  label: string;
  holding: Holding | undefined;
  decimals: number | undefined;
  missing?: string;
}) {
  if (missing !== undefined)
    return (
      <td className={classes(CELL, "text-ink-3")} title={missing}>
        <span className={NAME}>{label}</span>not known
      </td>
    );
  if (holding === undefined || holding.amount === 0n)
    return <td className={classes(CELL, "text-ink-3 max-m:hidden!")}>0</td>;
  const { amount, utxoCount, remark } = holding;
  const count = utxoCount === undefined ? undefined : plural(utxoCount, "UTXO");
  return (
    <td className={CELL}>
      <span className={NAME}>{label}</span>
      <span>
        <Amount value={amount} decimals={decimals} wraps />
        <small className={SMALL}>{[count, remark].filter((text) => text !== undefined).join(", ")}</small>
      </span>
    </td>
  );
}
