import { NodeError } from "../errors";
import type { EvmContext } from "./handler";

/** An empty list would say that there is nothing. @throws NodeError DEBUG_DISABLED when the chain's node does not trace */
export function requireTraces({ facts, evmChainId }: EvmContext): void {
  if (facts.traces !== "no") return;
  throw new NodeError(
    "DEBUG_DISABLED",
    `the node of chain ${evmChainId} has no debug API, so internal transactions are not known`,
    {
      hint: 'let the chain serve it ("eth-apis" with "debug-tracer" in its config.json): Firn notices, and traces what it has',
    },
  );
}
