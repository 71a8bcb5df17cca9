import Link from "next/link";
import { Amount } from "@/components/ui/amount";
import { Panel } from "@/components/ui/panel";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import type { listLogs } from "@/lib/contract/firn/logs";
import type { RouteBody } from "@/lib/contract/route";
import { AccountLink } from "./account-link";
import { addressLookup } from "./address-lookup";
import { type EvmChain, WEI_DECIMALS } from "./chain";
import { EventLine } from "./event-line";

interface MintedProps {
  chain: EvmChain;
  /** Events of coins minted to one account, the newest first. */
  page: RouteBody<typeof listLogs>;
  /** The page of all of them. */
  href: string;
}

/** Coins that the native minter made for an account. Nobody paid them, so that they are no internal transaction. */
export function Minted({ chain, page: { logs, parties, unread, nextPageToken }, href }: MintedProps) {
  if (logs.length === 0 && unread.length === 0 && nextPageToken === undefined) return null;
  const lookUp = addressLookup(parties);
  return (
    <Panel
      className="mt-4"
      title="Minted to this account"
      aside="by events of the native minter, newest first"
      {...(nextPageToken !== undefined && {
        actions: (
          <Link prefetch={false} href={href}>
            All events
          </Link>
        ),
      })}
      {...(unread.length > 0 && { note: `Events of these blocks are not stored: ${unread.join("; ")}.` })}
    >
      <ul>
        {logs.map(({ blockNumber, logIndex, blockTimestamp, txHash, topics, data }) => (
          <EventLine key={`${blockNumber}-${logIndex}`} chain={chain} txHash={txHash} time={blockTimestamp}>
            <Amount value={BigInt(data)} decimals={WEI_DECIMALS} unit={chain.symbol} wraps />
            <span className="text-id text-ink-3">by</span>
            <AccountLink
              chain={chain}
              account={lookUp(formatEvmAddress(fromHex(topics[1]?.slice(-40) ?? "")))}
              copy={false}
            />
          </EventLine>
        ))}
      </ul>
    </Panel>
  );
}
