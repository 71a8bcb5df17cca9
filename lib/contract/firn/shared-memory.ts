import { z } from "zod";
import { idParameter } from "../data/parameters";
import { route } from "../route";

/** What a node says of an output that went to another chain. */
const exportedOutput = z
  .object({
    outputIndex: z.int(),
    /** Whether it is still in shared memory; absent if the node did not say. */
    isWaiting: z.boolean().optional(),
  })
  .meta({ id: "FirnExportedOutput" });

/**
 * Whether the outputs of an export whose import Firn does not have are still in shared memory, as the node says now. For
 * a store that lacks the beginning of the chain they went to.
 */
export const getSharedMemory = route({
  method: "get",
  path: "/firn/v1/shared-memory/{txHash}",
  operationId: "firnSharedMemory",
  tag: "Firn",
  summary: "Which outputs of an export the node still has in shared memory",
  params: z.object({ txHash: idParameter("a transaction id") }),
  query: z.object({}),
  response: z.object({ outputs: z.array(exportedOutput) }),
});
