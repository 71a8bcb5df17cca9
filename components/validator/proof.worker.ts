import { fromHex } from "@/lib/avalanche/codec/bytes";
import { isProofOfPossession } from "@/lib/avalanche/crypto/bls";

/** A BLS key and its proof of possession, 0x hex. */
export interface BlsCredentials {
  publicKey: string;
  proofOfPossession: string;
}

/** Pairings take a good part of a second on a phone: they have a thread, and a chunk, of their own. */
addEventListener("message", ({ data }: MessageEvent<BlsCredentials>) => {
  postMessage(isProofOfPossession(fromHex(data.publicKey), fromHex(data.proofOfPossession)));
});
