import { EmptyState } from "@/components/state/state";
import { groupDigits } from "@/components/ui/format";
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

/** An empty list: the request succeeded. Says up to which blocks Firn looked. */
export function Nothing({ title, status }: { title: string; status: FirnStatus }) {
  const heads = status.streams.flatMap(({ stream, indexedHead }) =>
    indexedHead === undefined || !stream.endsWith("/block")
      ? []
      : [`${stream.slice(0, 1)}-Chain block ${groupDigits(indexedHead.height)}`],
  );
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

/** Shown if the form that a list needs is unknown: no key with it has been recovered. */
export function NoForm({ what, form }: { what: string; form: string }) {
  return (
    <Panel label={what}>
      <EmptyState title={`The ${form} form of this address is unknown`}>
        Only a public key reveals both forms, and this one has signed nothing that Firn has indexed. If you
        know the other form, search for it.
      </EmptyState>
    </Panel>
  );
}
