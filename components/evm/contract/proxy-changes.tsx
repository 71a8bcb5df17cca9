import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import type { listProxyChanges } from "@/lib/contract/firn/contracts";
import { hrefTo } from "@/lib/contract/pages";
import type { RouteBody } from "@/lib/contract/route";
import { AccountLink } from "../account-link";
import { addressLookup } from "../address-lookup";
import type { EvmChain } from "../chain";
import { ArgumentList } from "../tx/arguments";

interface ProxyChangesProps {
  chain: Pick<EvmChain, "segment">;
  answer: RouteBody<typeof listProxyChanges>;
}

/** How a proxy's target, admin and beacon changed, newest first. */
export function ProxyChanges({ chain, answer: { changes, parties, unread, without } }: ProxyChangesProps) {
  const lookUp = addressLookup(parties);
  const unknown = unread.length > 0 && `Events of these blocks are not known: ${unread.join("; ")}.`;
  const none = changes.length === 0 && "No event tells of a change: this proxy may write none.";
  if (without !== undefined) return <Panel title="Upgrades" aside="not known" note={without} />;
  return (
    <Panel
      title="Upgrades"
      aside="by the events of the proxy and its beacon, newest first"
      note={unknown || none || undefined}
    >
      {changes.length > 0 && (
        <ul>
          {changes.map(({ event, by, txHash, blockNumber }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a transaction may write the same event twice
            <li key={at} className="border-line px-5 py-3 not-last:border-b max-m:px-4">
              <span className="inline-flex flex-wrap items-center gap-2">
                <code className="font-mono text-mono wrap-anywhere">{event.name}</code>
                <span className="text-id text-ink-3">by</span>
                <AccountLink chain={chain} account={by} copy={false} />
                <span className="text-id text-ink-3">{`in block ${blockNumber}`}</span>
                <HashLink
                  value={txHash}
                  href={hrefTo("tx", { chain: chain.segment, id: txHash })}
                  label="transaction"
                  copy={false}
                />
              </span>
              <ArgumentList chain={chain} args={event.args} lookUp={lookUp} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
