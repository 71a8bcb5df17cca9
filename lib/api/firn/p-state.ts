import type * as contract from "../../contract/firn/p-state";
import { StoreError } from "../../errors";
import { readBlock } from "../../store/queries/block";
import { CHAIN } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { readHead } from "../page/snapshot-page";
import { ledgerMissing, readFees } from "../staking/ledger";

export const getPState: Handler<typeof contract.getPState> = ({ read }) =>
  read(async (context) => {
    const at = await readHead(context);
    const fees = await readFees(context);
    if (fees === undefined) throw ledgerMissing(context);
    const activeValidators = await readActiveValidators(context, at.height);
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
        activeValidators,
        accruedNavax: fees.validatorFee.accrued.toString(),
      },
    };
  });

/** The ledger counts active validators at every block from the genesis on. Before the first block there are none. */
async function readActiveValidators({ db }: Pick<RequestContext, "db">, height: number): Promise<number> {
  if (height === 0) return 0;
  const active = (await readBlock(db, CHAIN.p, height))?.active_l1_validators;
  if (active != null) return active;
  throw new StoreError("STORE_FAILED", `P-Chain block ${height} has no validator count`);
}
