import { Amount } from "@/components/ui/amount";
import { Panel } from "@/components/ui/panel";
import type { EvmAccountChange, EvmStateChanges } from "@/lib/contract/firn/evm-state-changes";
import { groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import { type EvmChain, WEI_DECIMALS } from "../chain";

interface StateChangesProps {
  chain: EvmChain;
  changes: EvmStateChanges;
}

/** What a transaction changed: balances, nonces, code and storage, as its node traces them. */
export function StateChanges({ chain, changes }: StateChangesProps) {
  const { accounts, accountCount, without } = changes;
  if (without !== undefined)
    return <Panel id="state" title="State changes" aside="not known" note={without} />;
  if (accountCount === 0) return null;
  const more = accountCount - accounts.length;
  return (
    <Panel
      id="state"
      title="State changes"
      aside={`${groupDigits(accountCount)} ${accountCount === 1 ? "account" : "accounts"}`}
      {...(more > 0 && { note: `${groupDigits(more)} more accounts changed.` })}
    >
      <ul>
        {accounts.map((change) => (
          <li key={change.account.address} className="border-line px-5 py-3 not-last:border-b max-m:px-4">
            <AccountLink chain={chain} account={change.account} />
            <Changes chain={chain} change={change} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Changes({ chain, change }: { chain: EvmChain; change: EvmAccountChange }) {
  const { balance, nonce, codeSize, storage, storageCount } = change;
  const more = storageCount - storage.length;
  return (
    <dl className="mt-1 grid grid-cols-[90px_minmax(0,1fr)] gap-x-4 gap-y-1 text-id">
      {balance !== undefined && (
        <Change label="Balance">
          <Amount value={balance.before} decimals={WEI_DECIMALS} />
          {" → "}
          <Amount value={balance.after} decimals={WEI_DECIMALS} unit={chain.symbol} />
        </Change>
      )}
      {nonce !== undefined && (
        <Change label="Nonce">{`${groupDigits(nonce.before)} → ${groupDigits(nonce.after)}`}</Change>
      )}
      {codeSize !== undefined && (
        <Change label="Code">{`${groupDigits(codeSize.before)} → ${groupDigits(codeSize.after)} bytes`}</Change>
      )}
      {storage.map(({ slot, before, after }) => (
        <Change key={slot} label="Storage">
          <span className="block font-mono text-fine text-ink-3 wrap-anywhere">{slot}</span>
          <span className="font-mono text-fine wrap-anywhere">{`${shorten(before)} → ${shorten(after)}`}</span>
        </Change>
      ))}
      {more > 0 && <Change label="Storage">{`${groupDigits(more)} more slots`}</Change>}
    </dl>
  );
}

function Change({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="col-span-full grid grid-cols-subgrid">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** A word without leading zeros. */
function shorten(word: string): string {
  return word.replace(/^0x0+(?=.)/, "0x");
}
