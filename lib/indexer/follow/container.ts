import type { Container } from "../../avalanche/proposer/proposervm";
import type { NodeContainer } from "../../client/node";

/** A container whose wrapper was parsed and whose id is the hash of its bytes. */
export interface VerifiedContainer extends NodeContainer {
  wrapper: Container;
}
