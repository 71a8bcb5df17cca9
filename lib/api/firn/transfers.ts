import type { listAddressTransfers as contract } from "../../contract/firn/transfers";
import { nextOf, takeTransferPage } from "../evm/address-page";
import type { Handler } from "../handler";

export const listAddressTransfers: Handler<typeof contract> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const { page, transfers } = await takeTransferPage(context, "transfers", { ...params, ...query });
    return { ...nextOf(page), transfers };
  });
