import Link from "next/link";
import type { CSSProperties } from "react";
import type { EvmChain } from "@/components/evm/chain";
import { Amount } from "@/components/ui/amount";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS } from "@/components/ui/chains";
import { formatPercent, formatTime, plural } from "@/components/ui/format";
import { Seg } from "@/components/ui/seg";
import { queryOf } from "@/lib/contract/pages";
import { CATEGORIES, type Category, type ChainHoldings, type Holding, sumAvax, sumRow } from "./holdings";

interface BalanceMatrixProps {
  rows: readonly ChainHoldings[];
  /** Path of the page with its tab and chain, to which `at` is added. */
  href: string;
  /** Chain time they are of, unix seconds. */
  time: number | undefined;
  /** What the reader asked with `?at=`; empty for now. */
  at: string;
  /** Day of the newest block, `2026-11-20`: what a date begins with. */
  today: string | undefined;
  /** Why that could not be answered. */
  fault?: string | undefined;
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

/** What an address owns: all AVAX in one number and one bar, then categories by chain, asset by asset. */
export function BalanceMatrix({ rows, href, time, at, today, fault }: BalanceMatrixProps) {
  const { total, by } = sumAvax(rows);
  const lacking = rows.filter(({ isAvax, missing }) => isAvax && missing !== undefined);
  const shares = CATEGORIES.filter((category) => by[category] > 0n);
  return (
    <section className="panel" aria-label="Balances">
      <div className="tots">
        <div className="tots-head">
          <div>
            <div className="small mid">{sayWhose(lacking)}</div>
            <div className="big">
              <Amount value={total} decimals={18} unit="AVAX" />
            </div>
          </div>
          <At href={href} at={at} today={today} fault={fault} />
        </div>
        {total > 0n && <Shares shares={shares} by={by} total={total} />}
        {(at !== "" || lacking.length > 0) && (
          <p className="small dim tots-note">
            {at !== "" && time !== undefined && `After the last block up to ${formatTime(time * 1000)}. `}
            {[...new Set(lacking.map(sayMissing))].join(" ")}
          </p>
        )}
      </div>
      <table className="bal">
        <caption className="sr">Balances by chain and category</caption>
        <thead>
          <tr>
            <th scope="col">Chain</th>
            {CATEGORIES.map((category) => (
              <th key={category} scope="col">
                {HEADS[category]}
              </th>
            ))}
            <th scope="col">Total, AVAX</th>
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

/** What the sum is of, when not all of it is known. */
function sayWhose(lacking: readonly ChainHoldings[]): string {
  if (lacking.length === 0) return "AVAX on all three chains";
  if (lacking.every(({ chain }) => chain === "c")) return "AVAX without the C-Chain account";
  return lacking.some(({ chain }) => chain === "c") ? "AVAX that is known" : "AVAX on the C-Chain";
}

function sayMissing({ lacks, missing }: ChainHoldings): string {
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
  const said = shares.map((category) => ({
    category,
    percent: formatPercent(by[category], total),
  }));
  return (
    <>
      <div
        className="bar"
        role="img"
        aria-label={said.map(({ category, percent }) => `${HEADS[category]} ${percent}`).join(", ")}
      >
        {shares.map((category) => (
          <i key={category} style={shareStyle(category, by[category], total)} />
        ))}
      </div>
      <div className="legend" aria-hidden="true">
        {said.map(({ category, percent }) => (
          <span key={category}>
            <i style={{ background: FILLS[category] }} />
            {HEADS[category]} {percent}
          </span>
        ))}
      </div>
    </>
  );
}

/** Exact to a hundredth of a percent; a part that there is keeps a sliver. */
function shareStyle(category: Category, part: bigint, total: bigint): CSSProperties {
  const hundredths = Number((part * 10_000n) / total);
  return { width: `${Math.max(hundredths / 100, 0.3)}%`, background: FILLS[category] };
}

/** Now, or a time. */
function At(props: Pick<BalanceMatrixProps, "href" | "at" | "today" | "fault">) {
  const { href, at, today } = props;
  return (
    <div className="at">
      <Seg label="Time of the balances">
        <Link href={href} prefetch={false} scroll={false} aria-current={at === "" ? "true" : undefined}>
          Now
        </Link>
        {(today !== undefined || at !== "") && (
          <Link
            href={`${href}&${queryOf({ at: at || today })}`}
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

/** A form, so that it works without script. */
function AtForm({ href, at, fault }: Pick<BalanceMatrixProps, "href" | "at" | "fault">) {
  const [path, query] = href.split("?");
  return (
    <form className="at" action={path} method="get">
      <label className="field">
        <span className="mid">At</span>
        <input
          name="at"
          placeholder="2026-11-20 14:31"
          aria-label="A date, or a UTC time"
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : "at-fault"}
          defaultValue={at}
          size={17}
          required
        />
      </label>
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="btn">
        Show
      </button>
      {fault !== undefined && (
        <p id="at-fault" className="small fault">
          {fault}
        </p>
      )}
    </form>
  );
}

/** The chain of a row, as it is shown. */
function placeOf({ chain }: ChainHoldings): Pick<EvmChain, "tag" | "name"> {
  return typeof chain === "string" ? { tag: CHAINS[chain].letter, name: CHAINS[chain].name } : chain;
}

function HoldingsRow({ row }: { row: ChainHoldings }) {
  const { asset, isAvax, missing, lacks = ["unlocked"] } = row;
  const { tag, name } = placeOf(row);
  return (
    <tr>
      <th scope="row">
        <span className="bal-chain">
          <ChainTag chain={tag} />
          <span>
            {name}
            {!isAvax && <small title={asset.assetId}>{asset.symbol || "Unknown asset"}</small>}
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
      <td>
        <span className="k0">Total</span>
        {missing !== undefined && Object.keys(row.cells).length === 0 ? (
          <span className="dim">not known</span>
        ) : (
          <span>
            <Amount
              value={sumRow(row)}
              decimals={asset.decimals}
              unit={isAvax ? "" : asset.symbol || "units"}
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
      <td className="dim" title={missing}>
        <span className="k0">{label}</span>not known
      </td>
    );
  if (holding === undefined || holding.amount === 0n) return <td className="z">0</td>;
  const { amount, utxoCount, remark } = holding;
  const count = utxoCount === undefined ? undefined : plural(utxoCount, "UTXO");
  return (
    <td>
      <span className="k0">{label}</span>
      <span>
        <Amount value={amount} decimals={decimals} />
        <small>{[count, remark].filter((text) => text !== undefined).join(", ")}</small>
      </span>
    </td>
  );
}
