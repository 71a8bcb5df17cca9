import type { Container } from "../../avalanche/proposer/proposervm";
import type { StoredContainer } from "../../store/rows/container-run";

/** A container whose wrapper was parsed and whose id is the hash of its bytes. */
export interface VerifiedContainer extends StoredContainer {
  wrapper: Container;
}
