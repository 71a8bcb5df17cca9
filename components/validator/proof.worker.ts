import { fromHex } from "@/lib/avalanche/codec/bytes";
import { isProofOfPossession } from "@/lib/avalanche/crypto/bls";

/** A BLS key and its proof of possession, 0x hex. */
export interface BlsCredentials {
  publicKey: string;
  proofOfPossession: string;
}

/** Pairings take most of a second on a phone, so they have their own thread and chunk. */
addEventListener("message", ({ data }: MessageEvent<BlsCredentials>) => {
  postMessage(isProofOfPossession(fromHex(data.publicKey), fromHex(data.proofOfPossession)));
});
