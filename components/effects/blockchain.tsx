import { plural } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { type BlockchainEffect, effectsOfKind } from "@/lib/avalanche/effects";
import { formatId } from "@/lib/avalanche/ids";
import { SubnetLink } from "./links";
import type { Story, Tellers } from "./scene";
import { saySubnet, tell } from "./words";

/** Words of blockchains. Names are free text: quoted, so that they can't pass for ours. */
export const blockchainTellers: Tellers<BlockchainEffect> = {
  "blockchain.created": {
    rank: 6,
    say: (effect) =>
      tell("Create", "Created", `blockchain “${effect.name}” on ${saySubnet(effect.subnetId)}`),
  },
};

/** Blockchain panel: its name, its subnet, what runs it. */
export function BlockchainDetails({ story }: { story: Story }) {
  const [created] = effectsOfKind(story.effects, "blockchain.created");
  if (created === undefined) return null;
  return (
    <KeyValue>
      <Fact label="Name">{created.name}</Fact>
      <Fact label="Blockchain" aside="the id of this transaction">
        <HashLink value={formatId(story.txId)} full noun="blockchain" />
      </Fact>
      <Fact label="Subnet">
        <SubnetLink subnetId={formatId(created.subnetId)} />
      </Fact>
      <Fact label="VM" aside={nameOfVm(created.vmId)}>
        <HashLink value={formatId(created.vmId)} full noun="VM" />
      </Fact>
      {created.fxIds.length > 0 && (
        <Fact label="Feature extensions">
          {created.fxIds.map((id) => (
            <HashLink key={formatId(id)} value={formatId(id)} noun="extension" />
          ))}
        </Fact>
      )}
      <Fact label="Genesis">{plural(created.genesisData.length, "byte")}</Fact>
    </KeyValue>
  );
}

/** VM ids are ASCII padded with zeros by convention: `subnetevm`, `timestamp`. Others have no name to show. */
function nameOfVm(vmId: Uint8Array): string | undefined {
  const end = vmId.indexOf(0);
  const text = String.fromCharCode(...vmId.subarray(0, end === -1 ? vmId.length : end));
  return /^[\x20-\x7e]+$/.test(text) ? text : undefined;
}
