import { fromHex } from "../../avalanche/codec/bytes";
import type { TxFailureShape } from "../../contract/data/evm";
import { InputError } from "../../errors";
import { findTransaction } from "../../store/queries/evm/transaction";
import { loadEvmRows } from "../evm/rows";
import { presentNative } from "../present/evm/transaction";
import { type Asked, type Module, ok } from "./module";

export const transaction: Module<"transaction"> = {
  getstatus: async (asked, { txhash }) => {
    const found = await find(asked, txhash);
    if (found === undefined)
      throw new InputError("NOT_FOUND", `transaction ${txhash} is not indexed: how it ended is not known`);
    const failed = found.txStatus === "0";
    return ok({ isError: failed ? "1" : "0", errDescription: failed ? describeFailure(found.failure) : "" });
  },
  gettxreceiptstatus: async (asked, { txhash }) => {
    const found = await find(asked, txhash);
    return ok({ status: found === undefined ? "" : found.txStatus === "1" ? "1" : "0" });
  },
};

function find({ readEvm, chainId }: Asked, txhash: string) {
  return readEvm(chainId, async (context) => {
    const row = await findTransaction(context.db, fromHex(txhash.toLowerCase()));
    if (row === undefined) return undefined;
    return presentNative(await loadEvmRows(context, { transactions: [row] }), row);
  });
}

/** Why it failed: a text, the error of an ABI, or that it reverted. */
function describeFailure(failure: TxFailureShape | undefined): string {
  if (failure === undefined) return "failed; no trace says why";
  return failure.text ?? failure.custom?.signature ?? (failure.reverted ? "execution reverted" : "failed");
}
