import { formatAssetAmount, formatChain } from "@/components/effects/format";
import type { TxContext, TxDetails } from "@/components/effects/tx-context";
import { isOwn } from "@/components/effects/utxo";
import { CHAINS } from "@/components/ui/chains";
import { equalBytes } from "@/lib/avalanche/codec/bytes";
import { type EffectOf, isMoving, type MovingEffect, type Output, type Owner } from "@/lib/avalanche/effects";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import { formatAddress, formatId } from "@/lib/avalanche/ids";
import { unreachable } from "@/lib/avalanche/unreachable";
import { hrefTo } from "@/lib/contract/pages";
import { formatTime, groupDigits, plural } from "@/lib/words/format";
import { boundOfGap, mayBeImported } from "@/lib/words/gap";
import { type AssetBalance, balancesOf } from "./amounts";
import type { KnownUtxo } from "./known";

/** One end of the flow: an input, an output, the fee, what was minted, or what went into L1 balances. */
export interface Box {
  key: string;
  amount: bigint;
  /** Shown instead of the amount if there is none: `NFT, group 1`. */
  what?: string;
  tone: "plain" | "stake" | "l1" | "fee";
  label?: string;
  /** `P-…` or `0x…`, in full. Empty if nobody owns it. */
  owners: string[];
  /** `2 of 3`, if there is more than one key. */
  rule?: string;
  /** Last line, and the transaction it links to. */
  note: string;
  noteTx?: { txId: string; href: string };
}

/** Both sides of one asset's flow. `inputs` is empty for what a proposal pays out. */
export interface Flow {
  assetId: Uint8Array;
  inputs: Box[];
  outputs: Box[];
  balance: AssetBalance;
}

/** The flows of a transaction, one for each asset it moves, in order of its inputs. */
export function flowsOf(details: TxDetails): Flow[] {
  const signers = details.signers();
  const ends = details.effects.flatMap((effect, index) =>
    isMoving(effect) ? (endOf(effect, { details, signers, index }) ?? []) : [],
  );
  return balancesOf(details.effects).map((balance) => {
    const { assetId } = balance;
    const boxes = (side: End["side"]) =>
      ends.flatMap((end) => (end.side === side && equalBytes(end.assetId, assetId) ? [end.box] : []));
    return {
      assetId,
      balance,
      inputs: [...boxes("input"), ...mintedBoxes(balance)],
      outputs: [...boxes("output").toSorted((a, b) => rankOf(a) - rankOf(b)), ...restBoxes(balance)],
    };
  });
}

/** What the transaction was made for comes first: stake, what others get, change. Fees follow. */
function rankOf({ tone, label }: Box): number {
  if (tone === "stake") return 0;
  return label === CHANGE ? 2 : 1;
}

const CHANGE = "Change";

interface End {
  side: "input" | "output";
  assetId: Uint8Array;
  box: Box;
}

/** Undefined for what goes into L1 balances, which share one box. */
function endOf(
  effect: MovingEffect,
  { details, signers, index }: { details: TxDetails; signers: readonly Uint8Array[]; index: number },
): End | undefined {
  switch (effect.kind) {
    case "utxo.consumed":
      return { side: "input", assetId: effect.assetId, box: spentBox(effect, details) };
    case "utxo.evmInput":
      return { side: "input", assetId: effect.assetId, box: payerBox(effect) };
    case "utxo.evmOutput":
      return { side: "output", assetId: effect.assetId, box: payeeBox(effect, index) };
    case "utxo.produced":
    case "utxo.staked":
    case "utxo.exported":
      return { side: "output", assetId: effect.output.assetId, box: leavingBox(effect, details, signers) };
    case "l1Validator.registered":
    case "l1Validator.balanceIncreased":
      return undefined;
    default:
      return unreachable(effect);
  }
}

function spentBox(input: EffectOf<"utxo.consumed">, details: TxDetails): Box {
  const { sourceTxId, outputIndex, sourceChain, outputType } = input;
  const txId = formatId(sourceTxId);
  const known = details.known.consumed.find(
    (utxo) => utxo.txHash === txId && utxo.outputIndex === outputIndex,
  );
  const from = {
    note: `output ${outputIndex} of`,
    noteTx: { txId, href: hrefTo("tx", { chain: details.chain, id: txId }) },
  };
  return {
    key: `${txId}:${outputIndex}`,
    amount: input.amount,
    ...(outputType !== undefined && { what: RIGHTS[outputType] }),
    tone: "plain",
    ...ownersOfKnown(known, details),
    ...(input.stakeableLocktime !== undefined && { label: "Locked" }),
    ...(isGenesis(sourceTxId, details) ? { note: `genesis output ${outputIndex}` } : from),
    ...(sourceChain !== undefined && {
      note: `exported on ${formatChain(sourceChain, details.network)} by`,
      noteTx: { txId, href: hrefTo("transfer", { id: txId }) },
    }),
  };
}

/** Genesis outputs of the P-Chain have no transaction; those of AVAX on the X-Chain have the asset's own. */
function isGenesis(sourceTxId: Uint8Array, { network }: TxContext): boolean {
  const { avaxAssetId } = network;
  return (
    sourceTxId.every((byte) => byte === 0) ||
    (avaxAssetId !== undefined && equalBytes(sourceTxId, avaxAssetId))
  );
}

function payerBox({ address, amount, nonce }: EffectOf<"utxo.evmInput">): Box {
  const owner = formatEvmAddress(address);
  return {
    key: `account ${owner} ${nonce}`,
    amount,
    tone: "plain",
    label: "Account",
    owners: [owner],
    note: `nonce ${groupDigits(nonce)}`,
  };
}

/** Minted outputs have no input: the right to mint, or the asset's creation, made them. */
function mintedBoxes({ fee }: AssetBalance): Box[] {
  if (fee >= 0n) return [];
  return [{ key: "minted", amount: -fee, tone: "plain", label: "Minted", owners: [], note: "minted here" }];
}

function payeeBox({ address, amount }: EffectOf<"utxo.evmOutput">, index: number): Box {
  const to = { owners: [formatEvmAddress(address)], note: "credited after the block’s EVM transactions" };
  return { key: `account ${index}`, amount, tone: "plain", label: "Account", ...to };
}

type Leaving = EffectOf<"utxo.produced" | "utxo.staked" | "utxo.exported">;

function leavingBox(effect: Leaving, details: TxDetails, signers: readonly Uint8Array[]): Box {
  const { output, outputIndex } = effect;
  const known = details.known.emitted.find((utxo) => utxo.outputIndex === outputIndex && !utxo.isReward);
  const chain =
    effect.kind === "utxo.exported"
      ? details.network.chains.find(({ id }) => equalBytes(id, effect.destinationChain))?.letter
      : undefined;
  return {
    key: `output ${outputIndex}`,
    amount: output.amount,
    ...(output.outputType !== "secp256k1.transfer" && { what: describeRight(output) }),
    tone: effect.kind === "utxo.staked" ? "stake" : "plain",
    ...labelOf(effect, signers),
    ...ownersOf(output.owner, { ...details, chain: chain ?? details.chain }),
    ...noteOf(effect, details, known),
  };
}

function labelOf(effect: Leaving, signers: readonly Uint8Array[]): { label?: string } {
  switch (effect.kind) {
    case "utxo.staked":
      return { label: "Staked" };
    case "utxo.exported":
      return { label: "Exported" };
    case "utxo.produced":
      return isOwn(effect.output, signers) ? { label: CHANGE } : {};
    default:
      return unreachable(effect);
  }
}

const RIGHTS = {
  "secp256k1.mint": "Right to mint",
  "nft.mint": "Right to mint NFTs",
  "nft.transfer": "NFT",
  "property.mint": "Right to mint properties",
  "property.owned": "Property",
} as const satisfies Record<Exclude<Output["outputType"], "secp256k1.transfer">, string>;

function describeRight({ outputType, groupId }: Output): string {
  if (outputType === "secp256k1.transfer") return "";
  return groupId === undefined ? RIGHTS[outputType] : `${RIGHTS[outputType]}, group ${groupId}`;
}

/** What became of an output, as far as Firn knows. Locks come first, since they outlast everything else. */
function noteOf(
  effect: Leaving,
  details: TxDetails,
  known: KnownUtxo | undefined,
): Pick<Box, "note" | "noteTx"> {
  const spentIn = known?.consumingTxHash;
  if (effect.kind === "utxo.exported") {
    const chain = formatChain(effect.destinationChain, details.network);
    const href = hrefTo("transfer", { id: details.known.txHash });
    if (spentIn !== undefined) return { note: `imported on ${chain} by`, noteTx: { txId: spentIn, href } };
    const to = details.network.chains.find(({ id }) => equalBytes(id, effect.destinationChain))?.letter;
    const gap = mayBeImported(details.network.gaps, { to, time: details.known.time });
    const note =
      gap === undefined
        ? `waits for import on ${chain}`
        : `waits for import on ${chain}, unless that was ${boundOfGap(gap)}`;
    return { note, noteTx: { txId: details.known.txHash, href } };
  }
  if (effect.kind === "utxo.staked") {
    const end = known?.stakedUntil ?? details.known.pChain?.endTimestamp;
    return { note: end === undefined ? "locked while staked" : `locked until ${formatTime(end * 1000)}` };
  }
  if (spentIn !== undefined)
    return {
      note: "spent in",
      noteTx: { txId: spentIn, href: hrefTo("tx", { chain: details.chain, id: spentIn }) },
    };
  const { stakeableLocktime, owner } = effect.output;
  const until = stakeableLocktime ?? owner.locktime;
  if (until > details.now) return { note: `locked until ${formatTime(Number(until) * 1000)}` };
  return { note: known === undefined ? "" : "unspent" };
}

function restBoxes({ fee, l1Balances }: AssetBalance): Box[] {
  const boxes: Box[] = [];
  if (l1Balances > 0n) {
    const note = "pays the continuous fee of L1 validators";
    boxes.push({ key: "l1", amount: l1Balances, tone: "l1", label: "L1 balance", owners: [], note });
  }
  if (fee > 0n) {
    const note = "burned, nobody receives it";
    boxes.push({ key: "fee", amount: fee, tone: "fee", label: "Fee", owners: [], note });
  }
  return boxes;
}

function ownersOf(owner: Owner, { network, chain }: TxContext): Pick<Box, "owners" | "rule"> {
  const { letter } = CHAINS[chain];
  const owners = owner.addresses.map((address) => `${letter}-${formatAddress(network.hrp, address)}`);
  return owners.length > 1 ? { owners, rule: `${owner.threshold} of ${owners.length}` } : { owners };
}

function ownersOfKnown(utxo: KnownUtxo | undefined, { chain }: TxContext): Pick<Box, "owners" | "rule"> {
  if (utxo === undefined) return { owners: [] };
  const owners = utxo.addresses.map((address) => `${CHAINS[chain].letter}-${address}`);
  return owners.length > 1 ? { owners, rule: `${utxo.threshold} of ${owners.length}` } : { owners };
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
  const spent = flow.inputs.filter(({ key }) => key !== "minted").length;
  return {
    inputs: spent === 0 && flow.inputs.length > 0 ? "minted" : plural(spent, "input"),
    outputs: parts.filter((part) => part !== "").join(", "),
  };
}

/** `2,524.95 AVAX in`. Undefined for rights and NFTs, which have no amount. */
export function totalOf({ balance, assetId }: Flow, { network }: TxContext): string | undefined {
  const { consumed, fee } = balance;
  const total = fee < 0n ? consumed - fee : consumed;
  return total === 0n
    ? undefined
    : `${formatAssetAmount(total, assetId, network)} ${fee < 0n ? "minted" : "in"}`;
}

/** Most boxes drawn on a side. The table has the rest. */
export const MOST_BOXES = 24;

/** A side short enough to draw: the largest boxes in their order, and one for the others. */
export function shorten(boxes: readonly Box[]): Box[] {
  if (boxes.length <= MOST_BOXES) return [...boxes];
  const drawn = new Set(
    [...boxes]
      .sort((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
      .slice(0, MOST_BOXES - 1),
  );
  const others = boxes.filter((box) => !drawn.has(box));
  const amount = others.reduce((sum, box) => sum + box.amount, 0n);
  const note = `${plural(others.length, "smaller one")}, see the table`;
  return [
    ...boxes.filter((box) => drawn.has(box)),
    { key: "others", amount, tone: "plain", owners: [], note },
  ];
}
