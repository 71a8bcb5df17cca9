import { isSignedBy } from "#signature";
import { concatBytes } from "../codec/bytes";
import { readCertificateKey } from "./certificate";
import type { Container } from "./proposervm";

/**
 * Whether a container is signed by the key in its certificate; false if it is unsigned.
 * @param blockchainId 32 bytes, of the inner block's chain
 * @throws DataError if the certificate has no key that the node allows
 * @source avalanchego vms/proposervm/block/header.go, staking/verify.go
 */
export function isSignedByProposer(container: Container, blockchainId: Uint8Array): boolean {
  const { certificate, signature, parentId, containerId } = container;
  if (certificate === undefined || signature === undefined || parentId === undefined) return false;
  const header = concatBytes(CODEC_VERSION, blockchainId, parentId, containerId);
  return isSignedBy(readCertificateKey(certificate), header, signature);
}

const CODEC_VERSION = new Uint8Array(2);
