import { Avax } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Cell, type Column, Row, Table } from "@/components/ui/table";
import { toHex } from "@/lib/avalanche/codec/bytes";
import { type EffectOf, effectsOfKind, type L1ValidatorEffect } from "@/lib/avalanche/effects";
import { formatId, formatNodeId } from "@/lib/avalanche/ids";
import type { L1ValidatorDetails as L1Answer } from "@/lib/contract/data/p-chain";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { formatAvaxText, formatShortId, formatShortNodeId, formatSubnet } from "./format";
import { NodeLink, SubnetLink } from "./links";
import { OwnerFact } from "./owner";
import type { Describers, NetworkFacts, TxContext, TxDetails } from "./tx-context";

/** Sentences about L1 validators, which pay a continuous fee from a balance. */
export const l1ValidatorDescribers: Describers<L1ValidatorEffect> = {
  "l1Validator.registered": {
    rank: 5,
    describe({ balance, nodeId, subnetId }, { network }) {
      const paid = balance === 0n ? "no balance" : formatAvaxText(balance);
      return `Registered ${formatShortNodeId(nodeId)} as a validator of ${formatSubnet(subnetId, network)} with ${paid}`;
    },
  },
  "l1Validator.weightSet": {
    rank: 5,
    describe({ weight, validationId }, context) {
      const validator = formatValidator(validationId, context);
      return weight === 0n
        ? `Removed ${validator}`
        : `Set the weight of ${validator} to ${groupDigits(weight)}`;
    },
  },
  "l1Validator.balanceIncreased": {
    rank: 5,
    describe: ({ amount, validationId }, context) =>
      `Topped up ${formatValidator(validationId, context)} with ${formatAvaxText(amount)}`,
  },
  "l1Validator.disabled": {
    rank: 5,
    describe: ({ validationId }, context) => `Disabled ${formatValidator(validationId, context)}`,
  },
};

/** `validator NodeID-95w99A… of “kanton” (2gDTgH…octoBj)`, or by its validation where that is all that is known. */
function formatValidator(validationId: Uint8Array, { told, network }: TxContext): string {
  if (told?.validator === undefined) return `L1 validator ${formatShortId(validationId)}`;
  const { nodeId, subnetId } = told.validator;
  return `validator ${formatShortNodeId(nodeId)} of ${formatSubnet(subnetId, network)}`;
}

type Registered = EffectOf<"l1Validator.registered">;

/** L1 validators panel: one registration or change as facts, the first validators of an L1 as a table. */
export function L1ValidatorDetails({ details }: { details: TxDetails }) {
  const registered = effectsOfKind(details.effects, "l1Validator.registered");
  const [only, ...more] = registered;
  if (more.length > 0) return <ValidatorTable validators={registered} />;
  if (only !== undefined) return <Registration validator={only} details={details} />;
  return <Change details={details} />;
}

function ValidatorTable({ validators }: { validators: Registered[] }) {
  const weight = validators.reduce((sum, each) => sum + each.weight, 0n);
  const columns: readonly Column[] = [
    { label: "Validator" },
    { label: "Validation" },
    { label: `Weight, ${groupDigits(weight)} in all`, right: true },
    { label: "Balance, AVAX", right: true },
  ];
  return (
    <Table caption="First validators of the L1" columns={columns}>
      {validators.map(({ validationId, nodeId, weight, balance }) => (
        <Row key={formatId(validationId)}>
          <Cell at="a">
            <NodeLink nodeId={formatNodeId(nodeId)} />
          </Cell>
          <Cell at="c">
            <ValidationLink validationId={validationId} />
          </Cell>
          <Cell right at="d">
            {groupDigits(weight)}
          </Cell>
          <Cell right at="b">
            <Avax value={balance} unit={false} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Registration({ validator, details }: { validator: Registered; details: TxDetails }) {
  const { network } = details;
  return (
    <KeyValue>
      <Fact label="Validator">
        <NodeLink nodeId={formatNodeId(validator.nodeId)} full />
      </Fact>
      <Fact label="Validation">
        <ValidationLink validationId={validator.validationId} full />
      </Fact>
      <Fact label="L1">
        <SubnetLink subnetId={formatId(validator.subnetId)} network={network} />
      </Fact>
      <Fact label="Weight">{groupDigits(validator.weight)}</Fact>
      <Fact label="Balance" aside="pays the continuous fee">
        <Avax value={validator.balance} />
      </Fact>
      <OwnerFact label="Balance returns to" owner={validator.remainingBalanceOwner} network={network} />
      <OwnerFact label="Can be disabled by" owner={validator.deactivationOwner} network={network} />
      <Fact label="BLS key">
        <HashLink value={toHex(validator.bls.publicKey)} full label="key" />
      </Fact>
    </KeyValue>
  );
}

/** The bytes of a change name only the validation. The rest is what Firn's API answers for it. */
function Change({ details }: { details: TxDetails }) {
  const [weightSet] = effectsOfKind(details.effects, "l1Validator.weightSet");
  const [increased] = effectsOfKind(details.effects, "l1Validator.balanceIncreased");
  const [disabled] = effectsOfKind(details.effects, "l1Validator.disabled");
  const validationId = (weightSet ?? increased ?? disabled)?.validationId;
  const known = details.known.pChain?.l1ValidatorDetails?.[0];
  return (
    <KeyValue>
      {validationId !== undefined && (
        <Fact label="Validation">
          <ValidationLink validationId={validationId} full />
        </Fact>
      )}
      {weightSet !== undefined && (
        <Fact label="New weight" aside={`nonce ${groupDigits(weightSet.nonce)}`}>
          {weightSet.weight === 0n ? "0, removed" : groupDigits(weightSet.weight)}
        </Fact>
      )}
      {increased !== undefined && (
        <Fact label="Added to balance">
          <Avax value={increased.amount} />
        </Fact>
      )}
      {known !== undefined && <KnownFacts known={known} network={details.network} />}
    </KeyValue>
  );
}

function KnownFacts({ known, network }: { known: L1Answer; network: NetworkFacts }) {
  const refund =
    known.balanceChange !== undefined && known.balanceChange < 0 ? -known.balanceChange : undefined;
  return (
    <>
      {refund !== undefined && (
        <Fact label="Balance returned">
          <Avax value={BigInt(refund)} />
        </Fact>
      )}
      {known.remainingBalance !== undefined && (
        <Fact label="Balance after">
          <Avax value={BigInt(known.remainingBalance)} />
        </Fact>
      )}
      <Fact label="Validator">
        <NodeLink nodeId={known.nodeId} full />
      </Fact>
      <Fact label="L1">
        <SubnetLink subnetId={known.subnetId} network={network} />
      </Fact>
    </>
  );
}

function ValidationLink({ validationId, full = false }: { validationId: Uint8Array; full?: boolean }) {
  const id = formatId(validationId);
  return <HashLink value={id} href={hrefTo("validation", { id })} full={full} label="validation" />;
}
