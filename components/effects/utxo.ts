import { balancesOf } from "@/components/tx/amounts";
import { plural } from "@/components/ui/format";
import { equalBytes } from "@/lib/avalanche/codec/bytes";
import { type EffectOf, effectsOfKind, type Output, type UtxoEffect } from "@/lib/avalanche/effects";
import type { Phrase, Scene, Tellers } from "./scene";
import { sayAmount, sayAsset, sayChain, sayOwner, saySums, sumByAsset, tell } from "./words";

/** Words of moving money. Crossing chains outranks spending; both give way to whatever the money was moved for. */
export const utxoTellers: Tellers<UtxoEffect> = {
  "utxo.consumed": { rank: 0, say: (_, scene) => sayMove(scene) },
  "utxo.produced": { rank: 0, say: (_, scene) => sayMove(scene) },
  "utxo.staked": { rank: 0, say: (_, scene) => sayMove(scene) },
  "utxo.exported": {
    rank: 2,
    say(effect, scene) {
      const sums = sumByAsset(effectsOfKind(scene.effects, "utxo.exported").map(({ output }) => output));
      return tell(
        "Export",
        "Exported",
        `${saySums(sums, scene.network)} to ${sayChain(effect.destinationChain, scene.network)}`,
      );
    },
  },
  "utxo.evmInput": { rank: 1, say: (_, scene) => sayAccounts("utxo.evmInput", scene) },
  "utxo.evmOutput": { rank: 1, say: (_, scene) => sayAccounts("utxo.evmOutput", scene) },
};

/** What accounts give and get; an atomic transaction is told by what it brings from another chain. */
function sayAccounts(kind: "utxo.evmInput" | "utxo.evmOutput", scene: Scene): Phrase {
  if (scene.effects.some((effect) => effect.kind === "utxo.consumed")) return sayMove(scene);
  const sums = saySums(sumByAsset(effectsOfKind(scene.effects, kind)), scene.network);
  return kind === "utxo.evmInput"
    ? tell("Take", "Took", `${sums} from an EVM account`)
    : tell("Credit", "Credited", `${sums} to an EVM account`);
}

function sayMove(scene: Scene): Phrase {
  const consumed = effectsOfKind(scene.effects, "utxo.consumed");
  const imported = consumed.filter((input) => input.sourceChain !== undefined);
  const source = imported[0]?.sourceChain;
  if (source !== undefined) {
    return tell(
      "Import",
      "Imported",
      `${saySums(sumByAsset(imported), scene.network)} from ${sayChain(source, scene.network)}`,
    );
  }
  const produced = effectsOfKind(scene.effects, "utxo.produced").map(({ output }) => output);
  const [operated, ...others] = consumed.filter(({ outputType }) => outputType !== undefined);
  if (operated !== undefined) return sayOperation(operated, { others: others.length, produced, scene });
  if (produced.length === 0) return tell("Burn", "Burned", saySums(sumByAsset(consumed), scene.network));
  const signers = scene.signers();
  const sent = produced.filter((output) => !isOwn(output, signers));
  if (sent.length > 0)
    return tell(
      "Send",
      "Sent",
      `${saySums(sumByAsset(sent), scene.network)} to ${sayRecipients(sent, scene)}`,
    );
  return sayReshape(consumed.length, produced, scene);
}

type Consumed = EffectOf<"utxo.consumed">;

/** What a right or an NFT was used for: the first operation speaks, more are counted. */
function sayOperation(
  { assetId, outputType }: Consumed,
  around: { others: number; produced: readonly Output[]; scene: Scene },
): Phrase {
  const { others, produced, scene } = around;
  const made = produced.filter((output) => equalBytes(output.assetId, assetId));
  const ofType = (type: Output["outputType"]) => made.filter((output) => output.outputType === type);
  const asset = sayAsset(assetId, scene.network);
  const more = others === 0 ? "" : `, and ${plural(others, "operation")} more`;
  const to = (outputs: readonly Output[]) =>
    outputs.length === 0 ? more : ` to ${sayRecipients(outputs, scene)}${more}`;
  if (outputType === "nft.transfer") {
    const sent = ofType("nft.transfer");
    return tell("Send", "Sent", `an NFT of ${asset}${to(sent.slice(0, 1))}`);
  }
  if (outputType === "property.owned") return tell("Burn", "Burned", `a property of ${asset}${more}`);
  if (outputType === "nft.mint") {
    const minted = ofType("nft.transfer");
    return tell("Mint", "Minted", `${plural(minted.length, "NFT")} of ${asset}${to(minted)}`);
  }
  if (outputType === "property.mint")
    return tell("Mint", "Minted", `a property of ${asset}${to(ofType("property.owned"))}`);
  const minted = balancesOf(scene.effects).find((balance) => equalBytes(balance.assetId, assetId));
  const amount = sayAmount(-(minted?.fee ?? 0n), assetId, scene.network);
  return tell("Mint", "Minted", `${amount}${to(ofType("secp256k1.transfer"))}`);
}

/** Nothing left the signers' hands: only the number of outputs changed. */
function sayReshape(inputs: number, produced: readonly Output[], scene: Scene): Phrase {
  const sums = saySums(sumByAsset(produced), scene.network);
  if (produced.length > inputs)
    return tell("Split", "Split", `${sums} into ${plural(produced.length, "output")}`);
  if (produced.length < inputs) return tell("Join", "Joined", `${plural(inputs, "output")} into ${sums}`);
  return tell("Keep", "Kept", `${sums} with its owner`);
}

function sayRecipients(sent: readonly Output[], scene: Scene): string {
  const recipients = new Map(
    sent.map(({ owner }) => [`${owner.threshold} of ${owner.addresses.join()}`, owner]),
  );
  const [only, ...more] = recipients.values();
  return only !== undefined && more.length === 0
    ? sayOwner(only, scene.network, scene.chain)
    : plural(recipients.size, "recipient");
}

/** An output goes back when everyone who may spend it signed for the inputs. */
export function isOwn(output: Output, signers: readonly Uint8Array[]): boolean {
  const { addresses } = output.owner;
  return (
    addresses.length > 0 &&
    addresses.every((address) => signers.some((signer) => equalBytes(signer, address)))
  );
}
