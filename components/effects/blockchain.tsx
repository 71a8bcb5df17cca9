import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Name, quoteName } from "@/components/ui/name";
import { type BlockchainEffect, effectsOfKind } from "@/lib/avalanche/effects";
import { formatId } from "@/lib/avalanche/ids";
import { plural } from "@/lib/words/format";
import { formatSubnet } from "./format";
import { SubnetLink } from "./links";
import type { Describers, TxDetails } from "./tx-context";

/** Sentences about blockchains. Names are free text, so they are quoted and cannot pass for Firn's own words. */
export const blockchainDescribers: Describers<BlockchainEffect> = {
  "blockchain.created": {
    rank: 6,
    describe: ({ name, subnetId }, { network }) =>
      `Created blockchain ${quoteName(name)} on ${formatSubnet(subnetId, network)}`,
  },
};

/** Blockchain panel: name, subnet and VM. */
export function BlockchainDetails({ details }: { details: TxDetails }) {
  const [created] = effectsOfKind(details.effects, "blockchain.created");
  if (created === undefined) return null;
  return (
    <KeyValue>
      <Fact label="Name">
        <Name>{created.name}</Name>
      </Fact>
      <Fact label="Blockchain" aside="the id of this transaction">
        <HashLink value={formatId(details.txId)} full label="blockchain" />
      </Fact>
      <Fact label="Subnet">
        <SubnetLink subnetId={formatId(created.subnetId)} network={details.network} />
      </Fact>
      <Fact label="VM" aside={nameOfVm(created.vmId)}>
        <HashLink value={formatId(created.vmId)} full label="VM" />
      </Fact>
      {created.fxIds.length > 0 && (
        <Fact label="Feature extensions">
          {created.fxIds.map((id) => (
            <HashLink key={formatId(id)} value={formatId(id)} label="extension" />
          ))}
        </Fact>
      )}
      <Fact label="Genesis">{plural(created.genesisData.length, "byte")}</Fact>
    </KeyValue>
  );
}

/** VM ids are by convention ASCII padded with zeros: `subnetevm`, `timestamp`. Others have no name. */
function nameOfVm(vmId: Uint8Array): string | undefined {
  const end = vmId.indexOf(0);
  const text = String.fromCharCode(...vmId.subarray(0, end === -1 ? vmId.length : end));
  return /^[\x20-\x7e]+$/.test(text) ? text : undefined;
}
