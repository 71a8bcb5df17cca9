import type * as contract from "../../contract/firn/p-state";
import { InputError } from "../../errors";
import { CHAIN } from "../../store/columns";
import { readBlock } from "../../store/queries/block";
import { readFees } from "../books";
import type { Handler } from "../handler";
import { readHead } from "../snapshot-page";

export const getPState: Handler<typeof contract.getPState> = ({ read }) =>
  read(async (context) => {
    const at = await readHead(context);
    const fees = await readFees(context);
    if (fees === undefined)
      throw new InputError("NOT_FOUND", "no books are kept of this network: its genesis is not known", {
        hint: "the operator sets FIRN_GENESIS",
      });
    const block = await readBlock(context.db, CHAIN.p, at.height);
    return {
      height: at.height,
      time: at.time,
      ...(at.supply !== null && { supplyNavax: at.supply.toString() }),
      gas: {
        capacity: fees.gas.capacity.toString(),
        excess: fees.gas.excess.toString(),
        priceNavax: fees.gasPrice.toString(),
      },
      validatorFee: {
        excess: fees.validatorFee.excess.toString(),
        priceNavax: fees.validatorPrice.toString(),
        activeValidators: block?.active_l1_validators ?? 0,
        accruedNavax: fees.validatorFee.accrued.toString(),
      },
    };
  });
