import { EmptyState } from "@/components/state/state";
import { groupDigits } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import type { FirnStatus } from "@/lib/contract/firn/status";
import type { Identity } from "./identity";
import type { AddressParams } from "./params";

/** What every part of an address page is made from. */
export interface TabProps {
  identity: Identity;
  status: FirnStatus;
  asked: AddressParams;
  /** `/address/…`. */
  path: string;
  /** `&at=…`, kept from tab to tab. */
  suffix: string;
}

/** The list was asked and is empty: says up to which blocks Firn looked. */
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
          ? "Firn has not stored a block yet."
          : `Firn has looked up to ${heads.join(", ")}.`}
      </EmptyState>
    </Panel>
  );
}

/** The form that a list is about is not known: no key has been recovered that tells it. */
export function NoForm({ what, form }: { what: string; form: string }) {
  return (
    <Panel label={what}>
      <EmptyState title={`The ${form} form of this address is not known`}>
        Only a public key tells both forms, and this one has signed nothing that Firn has indexed. If you know
        the other form, search for it.
      </EmptyState>
    </Panel>
  );
}
