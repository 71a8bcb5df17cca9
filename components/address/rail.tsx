import Link from "next/link";
import type { EvmChain } from "@/components/evm/chain";
import { Amount, Avax } from "@/components/ui/amount";
import { classes } from "@/components/ui/classes";
import { GrainMark } from "@/components/ui/grain-mark";
import { Icon } from "@/components/ui/icon";
import { LIST_ROWS } from "@/components/ui/layout";
import { cleanName, Name } from "@/components/ui/name";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";
import { formatLeft, groupDigits, headTail } from "@/lib/words/format";
import type { StakeRow } from "./stake-row";
import { UNKNOWN_BALANCE } from "./unknown-balance";

const ROWS = classes(
  "*:grid *:grid-cols-[16px_minmax(0,1fr)_auto] *:items-center *:gap-2.5 *:px-5 *:py-[9px] *:text-cell max-m:*:px-4 max-m:*:py-2.5",
  "[&>li>:last-child]:max-w-40 [&>li>:last-child]:text-right [&>li>:last-child]:wrap-anywhere [&>li>:last-child]:whitespace-normal",
);

interface RailListProps {
  /** Whether the tab has more rows. */
  hasMore: boolean;
  /** Link to the tab. */
  href: string;
}

/** Current stakes, for the rail; nothing when there are none. The time left is by the wall clock. */
export function RailStakes({ rows, hasMore, href }: RailListProps & { rows: StakeRow[] }) {
  if (rows.length === 0) return null;
  const now = Date.now() / 1000;
  return (
    <Panel
      title="Active stakes"
      {...(!hasMore && { aside: groupDigits(rows.length) })}
      actions={
        hasMore && (
          <Link href={href} prefetch={false}>
            All
          </Link>
        )
      }
    >
      <ol className={classes(LIST_ROWS, ROWS)}>
        {rows.map(({ txHash, stake, symbol, decimals, nodeId, end, reward }) => (
          <li key={txHash}>
            <Icon name="lock" />
            <span>
              <Link href={hrefTo("tx", { chain: "p", id: txHash })} prefetch={false}>
                <Amount value={stake} decimals={decimals} unit={symbol || "units"} /> to {headTail(nodeId)}
              </Link>
              {reward !== undefined && (
                <span className="block text-small text-ink-3">
                  reward <Avax value={reward} /> if earned
                </span>
              )}
            </span>
            <span className="text-small text-ink-3">
              {end === undefined
                ? "end not known"
                : end > now
                  ? `${formatLeft((end - now) * 1000)} left`
                  : "reward due"}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface TokenBalance {
  address: string;
  name?: string | undefined;
  symbol?: string | undefined;
  decimals?: number | undefined;
  /** Undefined when the node did not answer. */
  balance?: string | undefined;
}

/** Tokens that an account holds on a chain, for the rail; nothing when there are none. */
export function RailTokens({
  tokens,
  chain,
  hasMore,
  href,
}: RailListProps & { tokens: readonly TokenBalance[]; chain: Pick<EvmChain, "segment" | "name"> }) {
  if (tokens.length === 0) return null;
  return (
    <Panel
      title={`Tokens on ${chain.name}`}
      {...(!hasMore && { aside: groupDigits(tokens.length) })}
      actions={
        hasMore && (
          <Link href={href} prefetch={false}>
            All
          </Link>
        )
      }
    >
      <ol className={classes(LIST_ROWS, ROWS)}>
        {tokens.map(({ address, name, symbol, decimals, balance }) => (
          <li key={address}>
            <GrainMark id={address} />
            <Link
              className="truncate"
              href={hrefTo("token", { chain: chain.segment, contract: address })}
              prefetch={false}
              title={name && cleanName(name)}
            >
              <Name>{symbol || name || headTail(address)}</Name>
            </Link>
            {balance === undefined ? (
              UNKNOWN_BALANCE
            ) : (
              <Amount value={balance} decimals={decimals} most={9} />
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
