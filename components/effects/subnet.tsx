import { AddressLink } from "@/components/ui/address-link";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { equalBytes, toHex } from "@/lib/avalanche/codec/bytes";
import { type EffectOf, effectsOfKind, type SubnetEffect } from "@/lib/avalanche/effects";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import { formatId } from "@/lib/avalanche/ids";
import { hrefTo } from "@/lib/contract/pages";
import { plural } from "@/lib/words/format";
import { formatOwner, formatShortId, formatSubnet } from "./format";
import { SubnetLink } from "./links";
import { OwnerFact } from "./owner";
import type { Describers, TxDetails } from "./tx-context";

/** Sentences about subnets. A conversion outranks the validators it registers. */
export const subnetDescribers: Describers<SubnetEffect> = {
  "subnet.created": {
    rank: 6,
    describe: (effect, { network }) => `Created a subnet owned by ${formatOwner(effect.owner, network)}`,
  },
  "subnet.ownerChanged": {
    rank: 6,
    describe: (effect, { network }) =>
      `Transferred ${formatSubnet(effect.subnetId, network)} to ${formatOwner(effect.owner, network)}`,
  },
  "subnet.transformed": {
    rank: 6,
    describe: ({ subnetId, assetId }, { network }) =>
      `Opened ${formatSubnet(subnetId, network)} to stakers of asset ${formatShortId(assetId)}`,
  },
  "subnet.converted": {
    rank: 6,
    describe({ subnetId }, { effects, network }) {
      const validators = effectsOfKind(effects, "l1Validator.registered").length;
      return `Converted ${formatSubnet(subnetId, network)} to an L1 with ${plural(validators, "validator")}`;
    },
  },
};

/** Subnet panel: id, owner and, after a conversion, the contract that manages its validators. */
export function SubnetDetails({ details }: { details: TxDetails }) {
  const { effects, network } = details;
  const [created] = effectsOfKind(effects, "subnet.created");
  const [changed] = effectsOfKind(effects, "subnet.ownerChanged");
  const [transformed] = effectsOfKind(effects, "subnet.transformed");
  const [converted] = effectsOfKind(effects, "subnet.converted");
  const subnetId = created !== undefined ? details.txId : (changed ?? transformed ?? converted)?.subnetId;
  return (
    <KeyValue>
      {subnetId !== undefined && (
        <Fact label="Subnet" aside={created === undefined ? undefined : "the id of this transaction"}>
          <SubnetLink subnetId={formatId(subnetId)} network={network} />
        </Fact>
      )}
      {created !== undefined && <OwnerFact label="Owner" owner={created.owner} network={network} />}
      {changed !== undefined && <OwnerFact label="New owner" owner={changed.owner} network={network} />}
      {transformed !== undefined && (
        <Fact label="Staking asset">
          <HashLink
            value={formatId(transformed.assetId)}
            href={hrefTo("asset", { id: formatId(transformed.assetId) })}
            full
            label="asset"
          />
        </Fact>
      )}
      {converted !== undefined && (
        <>
          <Fact label="Manager contract">
            <Manager converted={converted} details={details} />
          </Fact>
          <Fact label="On blockchain">
            <HashLink value={formatId(converted.managerChainId)} full label="blockchain" />
          </Fact>
        </>
      )}
    </KeyValue>
  );
}

type Converted = EffectOf<"subnet.converted">;

/** The address is any bytes. Only accounts of the C-Chain have a page. */
function Manager({ converted, details }: { converted: Converted; details: TxDetails }) {
  const { managerAddress, managerChainId } = converted;
  if (managerAddress.length === 0) return "None: nobody can change its validators";
  const cChain = details.network.chains.find(({ letter }) => letter === "c");
  const isAccount =
    cChain !== undefined && equalBytes(cChain.id, managerChainId) && managerAddress.length === 20;
  return isAccount ? (
    <AddressLink address={formatEvmAddress(managerAddress)} chain="c" full label="contract" />
  ) : (
    <HashLink value={toHex(managerAddress)} full label="contract" />
  );
}
