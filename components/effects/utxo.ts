import { balancesOf } from "@/components/tx/amounts";
import { equalBytes } from "@/lib/avalanche/codec/bytes";
import { type EffectOf, effectsOfKind, type Output, type UtxoEffect } from "@/lib/avalanche/effects";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import { headTail, plural } from "@/lib/words/format";
import {
  formatAsset,
  formatAssetAmount,
  formatAssetSums,
  formatChain,
  formatOwner,
  sumByAsset,
} from "./format";
import type { Describers, TxContext } from "./tx-context";

/** Sentences about moving assets. Crossing chains outranks spending. Whatever the assets were moved for outranks both. */
export const utxoDescribers: Describers<UtxoEffect> = {
  "utxo.consumed": { rank: 0, describe: (_, context) => describeMove(context) },
  "utxo.produced": { rank: 0, describe: (_, context) => describeMove(context) },
  "utxo.staked": { rank: 0, describe: (_, context) => describeMove(context) },
  "utxo.exported": {
    rank: 2,
    describe(effect, context) {
      const sums = sumByAsset(effectsOfKind(context.effects, "utxo.exported").map(({ output }) => output));
      return `Exported ${formatAssetSums(sums, context.network)} to ${formatChain(effect.destinationChain, context.network)}`;
    },
  },
  "utxo.evmInput": { rank: 1, describe: (_, context) => describeAccounts("utxo.evmInput", context) },
  "utxo.evmOutput": { rank: 1, describe: (_, context) => describeAccounts("utxo.evmOutput", context) },
};

/** What EVM accounts give and get. An atomic transaction is described by what it brings from another chain. */
function describeAccounts(kind: "utxo.evmInput" | "utxo.evmOutput", context: TxContext): string {
  if (context.effects.some((effect) => effect.kind === "utxo.consumed")) return describeMove(context);
  const moved = effectsOfKind(context.effects, kind);
  const sums = formatAssetSums(sumByAsset(moved), context.network);
  const [account, ...others] = new Set(moved.map(({ address }) => formatEvmAddress(address)));
  const whose =
    account === undefined || others.length > 0 ? plural(others.length + 1, "EVM account") : headTail(account);
  return kind === "utxo.evmInput" ? `Took ${sums} from ${whose}` : `Credited ${sums} to ${whose}`;
}

function describeMove(context: TxContext): string {
  const consumed = effectsOfKind(context.effects, "utxo.consumed");
  const imported = consumed.filter((input) => input.sourceChain !== undefined);
  const source = imported[0]?.sourceChain;
  if (source !== undefined) {
    return `Imported ${formatAssetSums(sumByAsset(imported), context.network)} from ${formatChain(source, context.network)}`;
  }
  const produced = effectsOfKind(context.effects, "utxo.produced").map(({ output }) => output);
  const [operated, ...others] = consumed.filter(({ outputType }) => outputType !== undefined);
  if (operated !== undefined)
    return describeOperation(operated, { others: others.length, produced, context });
  if (produced.length === 0) return `Burned ${formatAssetSums(sumByAsset(consumed), context.network)}`;
  const signers = context.signers();
  const sent = produced.filter((output) => !isOwn(output, signers));
  if (sent.length > 0)
    return `Sent ${formatAssetSums(sumByAsset(sent), context.network)} to ${formatRecipients(sent, context)}`;
  return describeReshape(consumed.length, produced, context);
}

type Consumed = EffectOf<"utxo.consumed">;

/** What a minting right or an NFT was used for: the first operation gives the sentence, the others are counted. */
function describeOperation(
  { assetId, outputType }: Consumed,
  rest: { others: number; produced: readonly Output[]; context: TxContext },
): string {
  const { others, produced, context } = rest;
  const outputs = produced.filter((output) => equalBytes(output.assetId, assetId));
  const ofType = (type: Output["outputType"]) => outputs.filter((output) => output.outputType === type);
  const asset = formatAsset(assetId, context.network);
  const more = others === 0 ? "" : `, and ${plural(others, "more operation")}`;
  const to = (outputs: readonly Output[]) =>
    outputs.length === 0 ? more : ` to ${formatRecipients(outputs, context)}${more}`;
  if (outputType === "nft.transfer") {
    const sent = ofType("nft.transfer");
    return `Sent an NFT of ${asset}${to(sent.slice(0, 1))}`;
  }
  if (outputType === "property.owned") return `Burned a property of ${asset}${more}`;
  if (outputType === "nft.mint") {
    const minted = ofType("nft.transfer");
    return `Minted ${plural(minted.length, "NFT")} of ${asset}${to(minted)}`;
  }
  if (outputType === "property.mint") return `Minted a property of ${asset}${to(ofType("property.owned"))}`;
  const minted = balancesOf(context.effects).find((balance) => equalBytes(balance.assetId, assetId));
  const amount = formatAssetAmount(-(minted?.fee ?? 0n), assetId, context.network);
  return `Minted ${amount}${to(ofType("secp256k1.transfer"))}`;
}

/** Everything went back to the signers; only the number of outputs may have changed. */
function describeReshape(inputs: number, produced: readonly Output[], context: TxContext): string {
  const sums = formatAssetSums(sumByAsset(produced), context.network);
  if (produced.length > inputs) return `Split ${sums} into ${plural(produced.length, "output")}`;
  if (produced.length < inputs) return `Joined ${plural(inputs, "output")} into ${sums}`;
  return `Returned ${sums} to its owner`;
}

function formatRecipients(sent: readonly Output[], context: TxContext): string {
  const recipients = new Map(
    sent.map(({ owner }) => [`${owner.threshold} of ${owner.addresses.join()}`, owner]),
  );
  const [only, ...more] = recipients.values();
  return only !== undefined && more.length === 0
    ? formatOwner(only, context.network, context.chain)
    : plural(recipients.size, "recipient");
}

/** Whether an output goes back to the signers: everyone who may spend it signed for the inputs. */
export function isOwn(output: Output, signers: readonly Uint8Array[]): boolean {
  const { addresses } = output.owner;
  return (
    addresses.length > 0 &&
    addresses.every((address) => signers.some((signer) => equalBytes(signer, address)))
  );
}
