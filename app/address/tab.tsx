import { lookedUpTo } from "@/components/address/looked-up-to";
import { EmptyState } from "@/components/state/state";
import { Panel } from "@/components/ui/panel";
import type { FirnStatus } from "@/lib/contract/firn/status";
import type { Identity } from "./identity";
import type { AddressParams } from "./params";

/** What every tab of an address page receives. */
export interface TabProps {
  identity: Identity;
  status: FirnStatus;
  asked: AddressParams;
  /** Address of the page with the parameters that all tabs keep. */
  href: string;
}

interface NothingProps {
  title: string;
  status: FirnStatus;
  /** Path segments of the chains that the list is of: `p`, `x`, `c`, or an EVM chain id. */
  chains: readonly string[];
}

/** An empty list: the request succeeded. Says up to which blocks Firn looked. */
export function Nothing({ title, status, chains }: NothingProps) {
  const heads = lookedUpTo(status, chains);
  return (
    <Panel label={title}>
      <EmptyState title={title}>
        {heads.length === 0
          ? "Firn has not stored any block yet."
          : `Firn has looked up to ${heads.join(", ")}.`}
      </EmptyState>
    </Panel>
  );
}

/** Shown if the form that a list needs is unknown: no signature in the index gives it. */
export function NoForm({ what, form, unread }: { what: string; form: string; unread: readonly string[] }) {
  return (
    <Panel label={what}>
      <EmptyState title={`The ${form} form of this address is unknown`}>
        Only a public key reveals both forms, and this one has signed nothing that Firn has indexed.
        {unread.length > 0 && ` Its signature may be in what is not indexed: ${unread.join("; ")}.`} If you
        know the other form, search for it.
      </EmptyState>
    </Panel>
  );
}

/** Shown for a chain that Firn does not index. */
export function NoChain({ l1, what }: { l1: string | undefined; what: string }) {
  return (
    <Panel label={what}>
      <EmptyState
        title={l1 === undefined ? "No EVM chain is indexed yet" : `EVM chain ${l1} is not indexed here`}
      >
        {l1 === undefined
          ? "The indexer begins once the node answers."
          : "What this address did there is not known. The status page lists the chains that are indexed."}
      </EmptyState>
    </Panel>
  );
}
