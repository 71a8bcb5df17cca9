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
import { NodeLink, SubnetLink } from "./links";
import { OwnerFact } from "./owner";
import { Ruler } from "./ruler";
import type { Outcome, Phrase, Scene, Story, Tellers } from "./scene";
import { isAvax, sayAmount, sayDuration, sayId, sayNode, saySharesPpm, saySubnet, tell } from "./words";

type StakerAdded = EffectOf<"staker.added">;

/** Words of validating and delegating. */
export const stakerTellers: Tellers<StakerEffect> = {
  "staker.added": {
    rank: 5,
    say(effect, scene) {
      if (effect.permissioned) return sayPermissioned(effect, scene);
      const stake = sayAmount(effect.weight, stakedAsset(scene), scene.network);
      const where = equalBytes(effect.subnetId, PRIMARY_NETWORK_ID)
        ? ""
        : ` on ${saySubnet(effect.subnetId)}`;
      const node = sayNode(effect.nodeId);
      if (effect.role === "delegator") {
        return {
          present: `Delegate ${stake} to ${node}${where}`,
          past: `Delegated ${stake}${where}${sayTerm(effect, scene)}`,
        };
      }
      return {
        present: `Validate with ${stake} on ${node}${where}`,
        past: `Staked ${stake}${where} to validate${sayTerm(effect, scene)}`,
      };
    },
  },
  "staker.removed": {
    rank: 5,
    say: (effect) =>
      tell("Remove", "Removed", `validator ${sayNode(effect.nodeId)} from ${saySubnet(effect.subnetId)}`),
  },
  "staker.rewardProposed": {
    rank: 5,
    say: (effect, scene) => sayEnd(`staking ${sayId(effect.stakingTxId)}`, scene.outcome),
  },
  "staker.renewProposed": {
    rank: 5,
    say: (effect, scene) => sayEnd(`a cycle of staking ${sayId(effect.stakingTxId)}`, scene.outcome),
  },
  "staker.configured": {
    rank: 5,
    say(effect) {
      const staking = `staking ${sayId(effect.stakingTxId)}`;
      if (effect.period === 0n) return tell("Stop", "Stopped", `renewing ${staking}`);
      const shares = saySharesPpm(effect.autoCompoundShares);
      return tell(
        "Set",
        "Set",
        `${staking} to renew every ${sayDuration(effect.period)}, compounding ${shares}`,
      );
    },
  },
};

function sayPermissioned(effect: StakerAdded, scene: Scene): Phrase {
  const rest = `${sayNode(effect.nodeId)} to the validators of ${saySubnet(effect.subnetId)}`;
  return { present: `Add ${rest}`, past: `Added ${rest}${sayTerm(effect, scene)}` };
}

/** Staked outputs name the asset; the weight alone does not. */
function stakedAsset(scene: Scene): Uint8Array {
  const [staked] = effectsOfKind(scene.effects, "utxo.staked");
  return staked?.output.assetId ?? scene.network.avaxAssetId ?? new Uint8Array();
}

function sayTerm(effect: StakerAdded, scene: Scene): string {
  if (effect.autoRenew !== undefined) return `, renewed every ${sayDuration(effect.autoRenew.period)}`;
  const { start, end } = stakingPeriod(effect, scene);
  return end === undefined ? "" : ` for ${sayDuration(end - start)}`;
}

/** The option block decides; the proposal itself changes nothing yet. */
function sayEnd(what: string, outcome: Outcome | undefined): Phrase {
  const present = `Propose the end of ${what}`;
  if (outcome === undefined) return { present, past: `Proposed the end of ${what}` };
  return { present, past: `Ended ${what} ${outcome === "commit" ? "with its reward" : "without a reward"}` };
}

/**
 * When staking starts and ends, unix seconds. From Durango the written start is ignored and staking starts with the
 * block; without the API's word for it the later of both is taken.
 */
export function stakingPeriod(effect: StakerAdded, scene: Scene): { start: bigint; end: bigint | undefined } {
  // biome-ignore lint/complexity/useMathMinMax: Math.max takes no bigint
  const start = scene.stakingStart ?? (effect.start > scene.time ? effect.start : scene.time);
  const period = effect.autoRenew?.period;
  return { start, end: effect.end ?? (period === undefined ? undefined : start + period) };
}

/** Staking panel: the period, and who stakes what for whom. */
export function StakingDetails({ story }: { story: Story }) {
  const [added] = effectsOfKind(story.effects, "staker.added");
  const [removed] = effectsOfKind(story.effects, "staker.removed");
  const [configured] = effectsOfKind(story.effects, "staker.configured");
  const [ended] = [
    ...effectsOfKind(story.effects, "staker.rewardProposed"),
    ...effectsOfKind(story.effects, "staker.renewProposed"),
  ];
  return (
    <>
      {added !== undefined && <Added effect={added} story={story} />}
      {removed !== undefined && (
        <KeyValue>
          <NodeFact nodeId={removed.nodeId} aside={`no longer validates ${saySubnet(removed.subnetId)}`} />
        </KeyValue>
      )}
      {configured !== undefined && (
        <KeyValue>
          <StakingFact stakingTxId={configured.stakingTxId} />
          <RenewFacts period={configured.period} shares={configured.autoCompoundShares} />
        </KeyValue>
      )}
      {ended !== undefined && <Ended stakingTxId={ended.stakingTxId} story={story} />}
    </>
  );
}

function Added({ effect, story }: { effect: StakerAdded; story: Story }) {
  const { start, end } = stakingPeriod(effect, story);
  const { network } = story;
  return (
    <>
      {end !== undefined && (
        <div className={PANEL_BODY}>
          <Ruler start={start} end={end} />
        </div>
      )}
      <KeyValue>
        <NodeFact nodeId={effect.nodeId} aside={sayTerms(effect)} />
        {!equalBytes(effect.subnetId, PRIMARY_NETWORK_ID) && (
          <Fact label="Subnet">
            <SubnetLink subnetId={formatId(effect.subnetId)} />
          </Fact>
        )}
        <Fact label="Weight">
          {effect.permissioned || !isAvax(stakedAsset(story), network) ? (
            groupDigits(effect.weight)
          ) : (
            <Avax value={effect.weight} />
          )}
        </Fact>
        <RewardFacts effect={effect} story={story} end={end} />
        {effect.autoRenew !== undefined && (
          <>
            <RenewFacts period={effect.autoRenew.period} shares={effect.autoRenew.autoCompoundShares} />
            <OwnerFact label="Renewal set by" owner={effect.autoRenew.authority} network={network} />
          </>
        )}
        {effect.bls !== undefined && (
          <Fact label="BLS key">
            <HashLink value={toHex(effect.bls.publicKey)} full noun="key" />
          </Fact>
        )}
      </KeyValue>
    </>
  );
}

function RewardFacts({ effect, story, end }: { effect: StakerAdded; story: Story; end: bigint | undefined }) {
  if (effect.permissioned) return null;
  const { network } = story;
  const answer = story.known.pChain;
  const isPaid = answer?.rewardTxHash !== undefined;
  const open = !isPaid && !isOver(end, story);
  return (
    <>
      {answer?.estimatedReward !== undefined && (
        <Fact label={open ? "Reward if uptime holds" : "Reward promised"}>
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
        <RewardTx story={story} end={end} />
      </Fact>
    </>
  );
}

function RewardTx({ story, end }: { story: Story; end: bigint | undefined }) {
  const id = story.known.pChain?.rewardTxHash;
  if (id !== undefined)
    return <HashLink value={id} href={hrefTo("tx", { chain: "p", id })} full noun="transaction" />;
  if (isOver(end, story)) return "None: the period ended without a reward";
  const due = end === undefined ? "" : `, expected ${formatTime(Number(end) * 1000)}`;
  return <span className="text-ink-2">Not issued yet{due}</span>;
}

/** Chain time passes the end of a period only once its staker has left. */
function isOver(end: bigint | undefined, { now }: Story): boolean {
  return end !== undefined && now > end;
}

function Ended({ stakingTxId, story }: { stakingTxId: Uint8Array; story: Story }) {
  const emitted = story.known.pChain?.emittedUtxos ?? [];
  const paid = emitted.filter((utxo) => utxo.rewardType !== undefined);
  return (
    <KeyValue>
      <StakingFact stakingTxId={stakingTxId} />
      <Fact label="Decision">{DECISIONS[story.outcome ?? "open"]}</Fact>
      {paid.map((utxo) => (
        <PaidFact key={utxo.utxoId} utxo={utxo} />
      ))}
      {story.outcome === "commit" && paid.length === 0 && <Fact label="Paid">Nothing</Fact>}
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
      <HashLink value={id} href={hrefTo("tx", { chain: "p", id })} full noun="transaction" />
    </Fact>
  );
}

function RenewFacts({ period, shares }: { period: bigint; shares: number }) {
  return (
    <>
      <Fact label="Renewed">
        {period === 0n ? "No: stops after this cycle" : `Every ${sayDuration(period)}`}
      </Fact>
      <Fact label="Compounded">{saySharesPpm(shares)} of each reward</Fact>
    </>
  );
}

function sayTerms(effect: StakerAdded): string {
  const where = `of ${saySubnet(effect.subnetId)}`;
  return effect.delegationShares === undefined
    ? where
    : `${where}, keeps ${saySharesPpm(effect.delegationShares)} of delegation rewards`;
}
