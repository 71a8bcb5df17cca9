import { AddressLink } from "@/components/ui/address-link";
import { Avax } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { PANEL_BODY } from "@/components/ui/panel";
import { equalBytes, toHex } from "@/lib/avalanche/codec/bytes";
import { type EffectOf, effectsOfKind, type StakerEffect } from "@/lib/avalanche/effects";
import { formatId, formatNodeId, PRIMARY_NETWORK_ID } from "@/lib/avalanche/ids";
import type { PChainUtxo } from "@/lib/contract/data/p-chain";
import { hrefTo } from "@/lib/contract/pages";
import { formatTime, groupDigits } from "@/lib/words/format";
import {
  formatAssetAmount,
  formatAssetSums,
  formatPeriod,
  formatShares,
  formatShortId,
  formatShortNodeId,
  formatSubnet,
  isAvax,
  sumByAsset,
} from "./format";
import { NodeLink, SubnetLink } from "./links";
import { OwnerFact } from "./owner";
import { Ruler } from "./ruler";
import type { Describers, NetworkFacts, TxContext, TxDetails } from "./tx-context";

type StakerAdded = EffectOf<"staker.added">;

/** Sentences about validating and delegating. */
export const stakerDescribers: Describers<StakerEffect> = {
  "staker.added": {
    rank: 5,
    describe(effect, context) {
      const { network } = context;
      const node = formatShortNodeId(effect.nodeId);
      const subnet = formatSubnet(effect.subnetId, network);
      const term = formatTerm(effect, context);
      if (effect.permissioned) return `Added ${node} to the validators of ${subnet}${term}`;
      const stake = formatAssetAmount(effect.weight, stakedAsset(context), network);
      const where = equalBytes(effect.subnetId, PRIMARY_NETWORK_ID) ? "" : ` on ${subnet}`;
      return effect.role === "delegator"
        ? `Delegated ${stake} to ${node}${where}${term}`
        : `Staked ${stake} to validate with ${node}${where}${term}`;
    },
  },
  "staker.removed": {
    rank: 5,
    describe: ({ nodeId, subnetId }, { network }) =>
      `Removed validator ${formatShortNodeId(nodeId)} from ${formatSubnet(subnetId, network)}`,
  },
  "staker.rewardProposed": {
    rank: 5,
    describe: ({ stakingTxId }, context) => describeEnd(formatStaking(stakingTxId, context), context),
  },
  "staker.renewProposed": {
    rank: 5,
    describe: ({ stakingTxId }, context) =>
      describeEnd(`a cycle of ${formatStaking(stakingTxId, context)}`, context),
  },
  "staker.configured": {
    rank: 5,
    describe({ stakingTxId, period, autoCompoundShares }, context) {
      const staking = formatStaking(stakingTxId, context);
      if (period === 0n) return `Stopped renewing ${staking}`;
      return `Set ${staking} to renew every ${formatPeriod(period)}, compounding ${formatShares(autoCompoundShares)}`;
    },
  },
};

/** `delegating to NodeID-95w99A…`, or by the staking transaction where that is all that is known. */
function formatStaking(stakingTxId: Uint8Array, { told }: TxContext): string {
  if (told?.staking === undefined) return `staking ${formatShortId(stakingTxId)}`;
  const { role, nodeId } = told.staking;
  return `${role === "delegator" ? "delegating to" : "validating with"} ${formatShortNodeId(nodeId)}`;
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
function describeEnd(what: string, { outcome, told, network }: TxContext): string {
  if (outcome === undefined) return `Proposed the end of ${what}`;
  if (outcome === "abort") return `Ended ${what} without a reward`;
  const sums = sumByAsset(told?.paid ?? []);
  return sums.size === 0
    ? `Ended ${what} with its reward`
    : `Paid ${formatAssetSums(sums, network)} for ${what}`;
}

/**
 * When staking starts and ends, unix seconds. Since Durango the start in the bytes is ignored and staking starts with
 * the block. Without the API's answer the later of the two is used.
 */
export function stakingPeriod(
  effect: StakerAdded,
  context: TxContext,
): { start: bigint; end: bigint | undefined } {
  // Stakers are of the P-Chain, whose blocks all have a time.
  const { time = effect.start } = context;
  // biome-ignore lint/complexity/useMathMinMax: Math.max takes no bigint
  const start = context.told?.stakingStart ?? (effect.start > time ? effect.start : time);
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
          <NodeFact
            nodeId={removed.nodeId}
            aside={`no longer validates ${formatSubnet(removed.subnetId, details.network)}`}
          />
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
        <NodeFact nodeId={effect.nodeId} aside={formatTerms(effect, network)} />
        {!equalBytes(effect.subnetId, PRIMARY_NETWORK_ID) && (
          <Fact label="Subnet">
            <SubnetLink subnetId={formatId(effect.subnetId)} network={network} />
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

function formatTerms(effect: StakerAdded, network: NetworkFacts): string {
  const where = `of ${formatSubnet(effect.subnetId, network)}`;
  return effect.delegationShares === undefined
    ? where
    : `${where}, keeps ${formatShares(effect.delegationShares)} of delegation rewards`;
}
