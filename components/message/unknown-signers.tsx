import { EmptyState } from "@/components/state/state";
import { Panel } from "@/components/ui/panel";
import { plural } from "@/lib/words/format";

/** Signatures of validators that this Firn does not know. */
export function UnknownSigners({ signers }: { signers: number }) {
  return (
    <Panel title="Signatures" aside={plural(signers, "validator")}>
      <EmptyState title="Who signed is not known">
        The chain took the signature. No set of validators that this Firn has from the P-Chain has the keys
        that made it: their part of the P-Chain may be missing here.
      </EmptyState>
    </Panel>
  );
}
