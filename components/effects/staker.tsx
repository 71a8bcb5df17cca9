import { AddressLink } from "@/components/ui/address-link";
import { Avax } from "@/components/ui/amount";
import { formatTime, groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { PANEL_BODY } from "@/components/ui/panel";
import { equalBytes, toHex } from "@/lib/avalanche/codec/bytes";
import { type EffectOf, effectsOfKind, type StakerEffect } from "@/lib/avalanche/effects";
import { formatId, formatNodeId, PRIMARY_NETWORK_ID } from "@/lib/avalanche/ids";
import type { PChainUtxo } from "@/lib/contract/data/p-chain";
import { hrefTo } from "@/lib/contract/pages";
import {
  formatAssetAmount,
  formatPeriod,
  formatShares,
  formatShortId,
  formatShortNodeId,
  formatSubnet,
  isAvax,
} from "./format";
import { NodeLink, SubnetLink } from "./links";
import { OwnerFact } from "./owner";
import { Ruler } from "./ruler";
import { type Sentence, sentence } from "./sentence";
import type { Describers, ProposalOutcome, TxContext, TxDetails } from "./tx-context";

type StakerAdded = EffectOf<"staker.added">;

/** Sentences about validating and delegating. */
export const stakerDescribers: Describers<StakerEffect> = {
  "staker.added": {
    rank: 5,
    describe(effect, context) {
      if (effect.permissioned) return describePermissioned(effect, context);
      const stake = formatAssetAmount(effect.weight, stakedAsset(context), context.network);
      const where = equalBytes(effect.subnetId, PRIMARY_NETWORK_ID)
        ? ""
        : ` on ${formatSubnet(effect.subnetId)}`;
      const node = formatShortNodeId(effect.nodeId);
      if (effect.role === "delegator") {
        return {
          present: `Delegate ${stake} to ${node}${where}`,
          past: `Delegated ${stake}${where}${formatTerm(effect, context)}`,
        };
      }
      return {
        present: `Validate with ${stake} on ${node}${where}`,
        past: `Staked ${stake}${where} to validate${formatTerm(effect, context)}`,
      };
    },
  },
  "staker.removed": {
    rank: 5,
    describe: (effect) =>
      sentence(
        "Remove",
        "Removed",
        `validator ${formatShortNodeId(effect.nodeId)} from ${formatSubnet(effect.subnetId)}`,
      ),
  },
  "staker.rewardProposed": {
    rank: 5,
    describe: (effect, context) =>
      describeEnd(`staking ${formatShortId(effect.stakingTxId)}`, context.outcome),
  },
  "staker.renewProposed": {
    rank: 5,
    describe: (effect, context) =>
      describeEnd(`a cycle of staking ${formatShortId(effect.stakingTxId)}`, context.outcome),
  },
  "staker.configured": {
    rank: 5,
    describe(effect) {
      const staking = `staking ${formatShortId(effect.stakingTxId)}`;
      if (effect.period === 0n) return sentence("Stop", "Stopped", `renewing ${staking}`);
      const shares = formatShares(effect.autoCompoundShares);
      return sentence(
        "Set",
        "Set",
        `${staking} to renew every ${formatPeriod(effect.period)}, compounding ${shares}`,
      );
    },
  },
};

function describePermissioned(effect: StakerAdded, context: TxContext): Sentence {
  const rest = `${formatShortNodeId(effect.nodeId)} to the validators of ${formatSubnet(effect.subnetId)}`;
  return { present: `Add ${rest}`, past: `Added ${rest}${formatTerm(effect, context)}` };
}

/** The staked outputs name the asset; the weight does not. */
function stakedAsset(context: TxContext): Uint8Array {
  const [staked] = effectsOfKind(context.effects, "utxo.staked");
  return staked?.output.assetId ?? context.network.avaxAssetId ?? new Uint8Array();
}

function formatTerm(effect: StakerAdded, context: TxContext): string {
  if (effect.autoRenew !== undefined) return `, renewed every ${formatPeriod(effect.autoRenew.period)}`;
  const { start, end } = stakingPeriod(effect, context);
  return end === undefined ? "" : ` for ${formatPeriod(end - start)}`;
}

/** The option block decides; the proposal changes nothing yet. */
function describeEnd(what: string, outcome: ProposalOutcome | undefined): Sentence {
  const present = `Propose the end of ${what}`;
  if (outcome === undefined) return { present, past: `Proposed the end of ${what}` };
  return { present, past: `Ended ${what} ${outcome === "commit" ? "with its reward" : "without a reward"}` };
}

/**
 * When staking starts and ends, unix seconds. Since Durango the start in the bytes is ignored and staking starts with
 * the block. Without the API's answer the later of the two is used.
 */
export function stakingPeriod(
  effect: StakerAdded,
  context: TxContext,
): { start: bigint; end: bigint | undefined } {
  // biome-ignore lint/complexity/useMathMinMax: Math.max takes no bigint
  const start = context.stakingStart ?? (effect.start > context.time ? effect.start : context.time);
  const period = effect.autoRenew?.period;
  return { start, end: effect.end ?? (period === undefined ? undefined : start + period) };
}

/** Staking panel: the period, who stakes, what and for whom. */
export function StakingDetails({ details }: { details: TxDetails }) {
  const [added] = effectsOfKind(details.effects, "staker.added");
  const [removed] = effectsOfKind(details.effects, "staker.removed");
  const [configured] = effectsOfKind(details.effects, "staker.configured");
  const [ended] = [
    ...effectsOfKind(details.effects, "staker.rewardProposed"),
    ...effectsOfKind(details.effects, "staker.renewProposed"),
  ];
  return (
    <>
      {added !== undefined && <Added effect={added} details={details} />}
      {removed !== undefined && (
        <KeyValue>
          <NodeFact nodeId={removed.nodeId} aside={`no longer validates ${formatSubnet(removed.subnetId)}`} />
        </KeyValue>
      )}
      {configured !== undefined && (
        <KeyValue>
          <StakingFact stakingTxId={configured.stakingTxId} />
          <RenewFacts period={configured.period} shares={configured.autoCompoundShares} />
        </KeyValue>
      )}
      {ended !== undefined && <Ended stakingTxId={ended.stakingTxId} details={details} />}
    </>
  );
}

function Added({ effect, details }: { effect: StakerAdded; details: TxDetails }) {
  const { start, end } = stakingPeriod(effect, details);
  const { network } = details;
  return (
    <>
      {end !== undefined && (
        <div className={PANEL_BODY}>
          <Ruler start={start} end={end} />
        </div>
      )}
      <KeyValue>
        <NodeFact nodeId={effect.nodeId} aside={formatTerms(effect)} />
        {!equalBytes(effect.subnetId, PRIMARY_NETWORK_ID) && (
          <Fact label="Subnet">
            <SubnetLink subnetId={formatId(effect.subnetId)} />
          </Fact>
        )}
        <Fact label="Weight">
          {effect.permissioned || !isAvax(stakedAsset(details), network) ? (
            groupDigits(effect.weight)
          ) : (
            <Avax value={effect.weight} />
          )}
        </Fact>
        <RewardFacts effect={effect} details={details} end={end} />
        {effect.autoRenew !== undefined && (
          <>
            <RenewFacts period={effect.autoRenew.period} shares={effect.autoRenew.autoCompoundShares} />
            <OwnerFact label="Renewal controlled by" owner={effect.autoRenew.authority} network={network} />
          </>
        )}
        {effect.bls !== undefined && (
          <Fact label="BLS key">
            <HashLink value={toHex(effect.bls.publicKey)} full label="key" />
          </Fact>
        )}
      </KeyValue>
    </>
  );
}

function RewardFacts({
  effect,
  details,
  end,
}: {
  effect: StakerAdded;
  details: TxDetails;
  end: bigint | undefined;
}) {
  if (effect.permissioned) return null;
  const { network } = details;
  const answer = details.known.pChain;
  const isPaid = answer?.rewardTxHash !== undefined;
  const open = !isPaid && !isOver(end, details);
  return (
    <>
      {answer?.estimatedReward !== undefined && (
        <Fact label={open ? "Reward if uptime holds" : "Potential reward"}>
          <Avax value={answer.estimatedReward} />
        </Fact>
      )}
      {effect.rewardsOwner !== undefined && (
        <OwnerFact label="Reward goes to" owner={effect.rewardsOwner} network={network} />
      )}
      {effect.delegationRewardsOwner !== undefined && (
        <OwnerFact label="Fees go to" owner={effect.delegationRewardsOwner} network={network} />
      )}
      <Fact
        label="Reward transaction"
        aside={isPaid && end !== undefined ? `paid ${formatTime(Number(end) * 1000)}` : undefined}
      >
        <RewardTx details={details} end={end} />
      </Fact>
    </>
  );
}

function RewardTx({ details, end }: { details: TxDetails; end: bigint | undefined }) {
  const id = details.known.pChain?.rewardTxHash;
  if (id !== undefined)
    return <HashLink value={id} href={hrefTo("tx", { chain: "p", id })} full label="transaction" />;
  if (isOver(end, details)) return "None: the period ended without a reward";
  const due = end === undefined ? "" : `, expected ${formatTime(Number(end) * 1000)}`;
  return <span className="text-ink-2">Not issued yet{due}</span>;
}

/** Chain time passes the end of a period only after its staker has left. */
function isOver(end: bigint | undefined, { now }: TxDetails): boolean {
  return end !== undefined && now > end;
}

function Ended({ stakingTxId, details }: { stakingTxId: Uint8Array; details: TxDetails }) {
  const emitted = details.known.pChain?.emittedUtxos ?? [];
  const paid = emitted.filter((utxo) => utxo.rewardType !== undefined);
  return (
    <KeyValue>
      <StakingFact stakingTxId={stakingTxId} />
      <Fact label="Decision">{DECISIONS[details.outcome ?? "open"]}</Fact>
      {paid.map((utxo) => (
        <PaidFact key={utxo.utxoId} utxo={utxo} />
      ))}
      {details.outcome === "commit" && paid.length === 0 && <Fact label="Paid">Nothing</Fact>}
    </KeyValue>
  );
}

const DECISIONS = {
  commit: "Committed: the period earned its reward",
  abort: "Aborted: the period earned no reward",
  open: "Not decided yet",
} as const;

const REWARDS = {
  VALIDATOR: "Validation reward",
  DELEGATOR: "Delegation reward",
  VALIDATOR_FEE: "Delegation fees",
} as const satisfies Record<NonNullable<PChainUtxo["rewardType"]>, string>;

function PaidFact({ utxo }: { utxo: PChainUtxo }) {
  return (
    <Fact label={REWARDS[utxo.rewardType ?? "VALIDATOR"]}>
      <Avax value={utxo.amount} />
      {utxo.addresses.map((address) => (
        <AddressLink key={address} address={`P-${address}`} />
      ))}
    </Fact>
  );
}

function NodeFact({ nodeId, aside }: { nodeId: Uint8Array; aside: string }) {
  return (
    <Fact label="Validator" aside={aside}>
      <NodeLink nodeId={formatNodeId(nodeId)} full />
    </Fact>
  );
}

function StakingFact({ stakingTxId }: { stakingTxId: Uint8Array }) {
  const id = formatId(stakingTxId);
  return (
    <Fact label="Staking transaction">
      <HashLink value={id} href={hrefTo("tx", { chain: "p", id })} full label="transaction" />
    </Fact>
  );
}

function RenewFacts({ period, shares }: { period: bigint; shares: number }) {
  return (
    <>
      <Fact label="Renewed">
        {period === 0n ? "No: stops after this cycle" : `Every ${formatPeriod(period)}`}
      </Fact>
      <Fact label="Compounded">{formatShares(shares)} of each reward</Fact>
    </>
  );
}

function formatTerms(effect: StakerAdded): string {
  const where = `of ${formatSubnet(effect.subnetId)}`;
  return effect.delegationShares === undefined
    ? where
    : `${where}, keeps ${formatShares(effect.delegationShares)} of delegation rewards`;
}
