import { z } from "zod";
import { evmBlockIdParameter, evmChainIdParameter } from "../data/evm";
import { route } from "../route";

/** Bytes with which anybody can check a block: its hashes and roots follow from them. Bytes are 0x hex. */
export const evmBlockProof = z
  .object({
    /** RLP of the header, whose keccak256 is the block's hash; absent if it was not available. */
    header: z.string().optional(),
    /** Signed bytes, in order. */
    transactions: z.array(z.string()),
    /** What proves the block's receipts; absent while nothing does, or if it was not available. */
    execution: z
      .object({
        /** Height of the block whose header commits to them. Since Helicon it is a later block, which settles several. */
        height: z.int(),
        header: z.string(),
        /** In the form of the receipts' trie, for all blocks that it covers. */
        receipts: z.array(z.string()),
        /** Index of the block's own first receipt. */
        first: z.int(),
      })
      .optional(),
  })
  .meta({ id: "FirnEvmBlockProof" });
export type EvmBlockProof = z.infer<typeof evmBlockProof>;

export const getEvmBlockProof = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/blocks/{blockId}/proof",
  operationId: "firnEvmBlockProof",
  tag: "Firn",
  summary: "Bytes that prove an EVM block, its transactions and their receipts",
  params: z.object({ chainId: evmChainIdParameter, blockId: evmBlockIdParameter }),
  query: z.object({}),
  response: evmBlockProof,
});
