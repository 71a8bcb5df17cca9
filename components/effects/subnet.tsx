import { AddressLink } from "@/components/ui/address-link";
import { plural } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { equalBytes, toHex } from "@/lib/avalanche/codec/bytes";
import { type EffectOf, effectsOfKind, type SubnetEffect } from "@/lib/avalanche/effects";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import { formatId } from "@/lib/avalanche/ids";
import { SubnetLink } from "./links";
import { OwnerFact } from "./owner";
import type { Story, Tellers } from "./scene";
import { sayId, sayOwner, saySubnet, tell } from "./words";

/** Words of subnets. A conversion outranks the validators it registers. */
export const subnetTellers: Tellers<SubnetEffect> = {
  "subnet.created": {
    rank: 6,
    say: (effect, scene) =>
      tell("Create", "Created", `a subnet owned by ${sayOwner(effect.owner, scene.network)}`),
  },
  "subnet.ownerChanged": {
    rank: 6,
    say: (effect, scene) =>
      tell(
        "Transfer",
        "Transferred",
        `${saySubnet(effect.subnetId)} to ${sayOwner(effect.owner, scene.network)}`,
      ),
  },
  "subnet.transformed": {
    rank: 6,
    say: (effect) =>
      tell("Open", "Opened", `${saySubnet(effect.subnetId)} to stakers of asset ${sayId(effect.assetId)}`),
  },
  "subnet.converted": {
    rank: 6,
    say(effect, scene) {
      const validators = effectsOfKind(scene.effects, "l1Validator.registered").length;
      return tell(
        "Convert",
        "Converted",
        `${saySubnet(effect.subnetId)} to an L1 with ${plural(validators, "validator")}`,
      );
    },
  },
};

/** Subnet panel: its id, who owns it, and after a conversion who manages its validators. */
export function SubnetDetails({ story }: { story: Story }) {
  const { effects, network } = story;
  const [created] = effectsOfKind(effects, "subnet.created");
  const [changed] = effectsOfKind(effects, "subnet.ownerChanged");
  const [transformed] = effectsOfKind(effects, "subnet.transformed");
  const [converted] = effectsOfKind(effects, "subnet.converted");
  const subnetId = created !== undefined ? story.txId : (changed ?? transformed ?? converted)?.subnetId;
  return (
    <KeyValue>
      {subnetId !== undefined && (
        <Fact label="Subnet" aside={created === undefined ? undefined : "the id of this transaction"}>
          <SubnetLink subnetId={formatId(subnetId)} />
        </Fact>
      )}
      {created !== undefined && <OwnerFact label="Owner" owner={created.owner} network={network} />}
      {changed !== undefined && <OwnerFact label="New owner" owner={changed.owner} network={network} />}
      {transformed !== undefined && (
        <Fact label="Staking asset">
          <HashLink value={formatId(transformed.assetId)} full noun="asset" />
        </Fact>
      )}
      {converted !== undefined && (
        <>
          <Fact label="Manager contract">
            <Manager converted={converted} story={story} />
          </Fact>
          <Fact label="On blockchain">
            <HashLink value={formatId(converted.managerChainId)} full noun="blockchain" />
          </Fact>
        </>
      )}
    </KeyValue>
  );
}

type Converted = EffectOf<"subnet.converted">;

/** Bytes of any length; an account of the C-Chain has a page, those of other chains have none. */
function Manager({ converted, story }: { converted: Converted; story: Story }) {
  const { managerAddress, managerChainId } = converted;
  if (managerAddress.length === 0) return "None: nobody can change its validators";
  const cChain = story.network.chains.find(({ letter }) => letter === "c");
  const isAccount =
    cChain !== undefined && equalBytes(cChain.id, managerChainId) && managerAddress.length === 20;
  return isAccount ? (
    <AddressLink address={formatEvmAddress(managerAddress)} full noun="contract" />
  ) : (
    <HashLink value={toHex(managerAddress)} full noun="contract" />
  );
}
