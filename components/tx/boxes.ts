import type { Scene, Story } from "@/components/effects/scene";
import { effectsOfKind } from "@/components/effects/scene";
import { isOwn } from "@/components/effects/utxo";
import { sayAmount, sayChain } from "@/components/effects/words";
import { formatTime, plural } from "@/components/ui/format";
import { equalBytes } from "@/lib/avalanche/bytes";
import type { Effect, Owner } from "@/lib/avalanche/effects";
import { formatAddress, formatId } from "@/lib/avalanche/ids";
import type { PChainUtxo } from "@/lib/contract/data/p-chain";
import { type AssetBalance, balancesOf } from "./amounts";

/** One end of the flow: an input, an output, the fee, or what went into L1 balances. */
export interface Box {
  key: string;
  amount: bigint;
  tone: "plain" | "stake" | "l1" | "fee";
  label?: string;
  /** `P-…`, whole. Empty when nobody owns it. */
  owners: string[];
  /** `2 of 3`, when more than one key is involved. */
  rule?: string;
  /** Last line. */
  note: string;
  /** A transaction the note leads to. */
  noteTxId?: string;
}

/** Both sides of what one asset did. `inputs` is empty for what a proposal pays out. */
export interface Flow {
  assetId: Uint8Array;
  inputs: Box[];
  outputs: Box[];
  balance: AssetBalance;
}

/** The flows of a transaction, one for each asset it moves, in the order of its inputs. */
export function flowsOf(story: Story): Flow[] {
  return balancesOf(story.effects).map((balance) => ({
    assetId: balance.assetId,
    balance,
    inputs: inputBoxes(story, balance.assetId),
    outputs: [...outputBoxes(story, balance.assetId), ...restBoxes(balance)],
  }));
}

function inputBoxes(story: Story, assetId: Uint8Array): Box[] {
  return effectsOfKind(story.effects, "utxo.consumed")
    .filter((input) => equalBytes(input.assetId, assetId))
    .map((input) => {
      const txId = formatId(input.sourceTxId);
      const known = story.answer.consumedUtxos.find(
        (utxo) => utxo.txHash === txId && utxo.outputIndex === input.outputIndex,
      );
      const genesis = input.sourceTxId.every((byte) => byte === 0);
      const chain =
        input.sourceChain === undefined ? "" : ` on ${sayChain(input.sourceChain, story.network)}`;
      return {
        key: `${txId}:${input.outputIndex}`,
        amount: input.amount,
        tone: "plain",
        ...ownersOfAnswer(known),
        ...(input.stakeableLocktime !== undefined && { label: "Locked" }),
        note: genesis ? `genesis output ${input.outputIndex}` : `output ${input.outputIndex} of`,
        ...(!genesis && input.sourceChain === undefined && { noteTxId: txId }),
        ...(chain !== "" && {
          note: `output ${input.outputIndex} of ${txId.slice(0, 6)}…${txId.slice(-6)}${chain}`,
        }),
      };
    });
}

type Leaving = Extract<Effect, { kind: "utxo.produced" | "utxo.staked" | "utxo.exported" }>;

function outputBoxes(story: Story, assetId: Uint8Array): Box[] {
  return story.effects
    .filter((effect): effect is Leaving => "output" in effect && equalBytes(effect.output.assetId, assetId))
    .map((effect) => {
      const { output } = effect;
      const known = story.answer.emittedUtxos.find(
        (utxo) => utxo.outputIndex === effect.outputIndex && utxo.rewardType === undefined,
      );
      return {
        key: `output ${effect.outputIndex}`,
        amount: output.amount,
        tone: effect.kind === "utxo.staked" ? "stake" : "plain",
        ...labelOf(effect, story),
        ...ownersOf(output.owner, story),
        ...noteOf(effect, story, known),
      };
    });
}

function labelOf(effect: Leaving, scene: Scene): { label?: string } {
  if (effect.kind === "utxo.staked") return { label: "Staked" };
  if (effect.kind === "utxo.exported") return { label: "Exported" };
  return isOwn(effect.output, scene.signers()) ? { label: "Change" } : {};
}

/** What became of an output, as far as Firn knows; locks come first, since they outlast everything else. */
function noteOf(
  effect: Leaving,
  story: Story,
  known: PChainUtxo | undefined,
): Pick<Box, "note" | "noteTxId"> {
  if (effect.kind === "utxo.exported")
    return { note: `for import on ${sayChain(effect.destinationChain, story.network)}` };
  if (effect.kind === "utxo.staked") {
    const end = known?.utxoEndTimestamp ?? story.answer.endTimestamp;
    return { note: end === undefined ? "locked while staked" : `locked until ${formatTime(end * 1000)}` };
  }
  if (known?.consumingTxHash !== undefined) return { note: "spent in", noteTxId: known.consumingTxHash };
  const { stakeableLocktime, owner } = effect.output;
  const until = stakeableLocktime ?? owner.locktime;
  if (until > story.now) return { note: `locked until ${formatTime(Number(until) * 1000)}` };
  return { note: known === undefined ? "" : "unspent" };
}

function restBoxes({ fee, l1Balances }: AssetBalance): Box[] {
  const boxes: Box[] = [];
  if (l1Balances > 0n) {
    boxes.push({
      key: "l1",
      amount: l1Balances,
      tone: "l1",
      label: "L1 balance",
      owners: [],
      note: "pays the continuous fee of L1 validators",
    });
  }
  if (fee > 0n) {
    boxes.push({
      key: "fee",
      amount: fee,
      tone: "fee",
      label: "Fee",
      owners: [],
      note: "burned, nobody receives it",
    });
  }
  return boxes;
}

function ownersOf(owner: Owner, { network }: Scene): Pick<Box, "owners" | "rule"> {
  const owners = owner.addresses.map((address) => `P-${formatAddress(network.hrp, address)}`);
  return owners.length > 1 ? { owners, rule: `${owner.threshold} of ${owners.length}` } : { owners };
}

function ownersOfAnswer(utxo: PChainUtxo | undefined): Pick<Box, "owners" | "rule"> {
  const owners = (utxo?.addresses ?? []).map((address) => `P-${address}`);
  return owners.length > 1 && utxo?.threshold !== undefined
    ? { owners, rule: `${utxo.threshold} of ${owners.length}` }
    : { owners };
}

/** `3 inputs`; `1 stake, 2 outputs, fee`. */
export function captionsOf(flow: Flow): { inputs: string; outputs: string } {
  const count = (test: (box: Box) => boolean) => flow.outputs.filter(test).length;
  const stakes = count(({ tone }) => tone === "stake");
  const outputs = count(({ tone }) => tone === "plain");
  const parts = [
    stakes > 0 ? plural(stakes, "stake") : "",
    outputs > 0 ? plural(outputs, "output") : "",
    count(({ tone }) => tone === "l1") > 0 ? "L1 balance" : "",
    count(({ tone }) => tone === "fee") > 0 ? "fee" : "",
  ];
  return {
    inputs: plural(flow.inputs.length, "input"),
    outputs: parts.filter((part) => part !== "").join(", "),
  };
}

/** `2,524.95 AVAX in` */
export function totalOf(flow: Flow, scene: Scene): string {
  return `${sayAmount(flow.balance.consumed, flow.assetId, scene.network)} in`;
}

/** Boxes a side draws; the rest stands in the table only. */
export const MOST_BOXES = 24;

/** A side short enough to draw: the largest boxes in their order, and one that stands for the others. */
export function shorten(boxes: readonly Box[]): Box[] {
  if (boxes.length <= MOST_BOXES) return [...boxes];
  const drawn = new Set(
    [...boxes]
      .sort((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
      .slice(0, MOST_BOXES - 1),
  );
  const others = boxes.filter((box) => !drawn.has(box));
  const amount = others.reduce((sum, box) => sum + box.amount, 0n);
  return [
    ...boxes.filter((box) => drawn.has(box)),
    {
      key: "others",
      amount,
      tone: "plain",
      owners: [],
      note: `${plural(others.length, "smaller one")}, see the table`,
    },
  ];
}
