import { cache } from "react";
import { api, toResult } from "@/app/server";
import { getNodeTx, type NodeTx } from "@/lib/contract/firn/node-txs";
import type { FirnError } from "@/lib/errors";

/** What the node says about a transaction, or why it could not be asked. Asked once per page. */
export const readNodeTx: (chain: string, txId: string) => Promise<NodeTx | FirnError> = cache((chain, txId) =>
  toResult(api().get(getNodeTx, { params: { chain, txId } })),
);
