import { EmptyState } from "@/components/state/state";
import { Panel } from "@/components/ui/panel";
import { plural } from "@/lib/words/format";

/** Signatures of validators that this Firn does not know. */
export function UnknownSigners({ signers }: { signers: number }) {
  return (
    <Panel title="Signatures" aside={plural(signers, "validator")}>
      <EmptyState title="Who signed is not known">
        The chain accepted the signature, but no set of validators that this Firn knows has the keys that made
        it. Part of the P-Chain’s history, or the network’s genesis, may be missing here.
      </EmptyState>
    </Panel>
  );
}
