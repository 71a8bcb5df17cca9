import { plural } from "@/components/ui/format";
import { equalBytes } from "@/lib/avalanche/bytes";
import type { Output, UtxoEffect } from "@/lib/avalanche/effects";
import { effectsOfKind, type Phrase, type Scene, type Tellers } from "./scene";
import { sayChain, sayOwner, saySums, sumByAsset, tell } from "./words";

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
  "utxo.evmInput": {
    rank: 1,
    say: (_, scene) =>
      tell(
        "Take",
        "Took",
        `${saySums(sumByAsset(effectsOfKind(scene.effects, "utxo.evmInput")), scene.network)} from an EVM account`,
      ),
  },
  "utxo.evmOutput": {
    rank: 1,
    say: (_, scene) =>
      tell(
        "Credit",
        "Credited",
        `${saySums(sumByAsset(effectsOfKind(scene.effects, "utxo.evmOutput")), scene.network)} to an EVM account`,
      ),
  },
};

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
    ? sayOwner(only, scene.network)
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
