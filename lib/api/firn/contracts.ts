import { fromHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/firn/contracts";
import type { Handler } from "../handler";

export const getCode: Handler<typeof contract.getCode> = async ({ params, service, readEvm }) => {
  const chain = await readEvm(params.chainId, async ({ nodes, facts, evmChainId }) => ({
    ...{ nodes, facts, evmChainId },
  }));
  const [codeSize] = await service.codeSizes.of(chain, [fromHex(params.address.toLowerCase())]);
  return codeSize === undefined ? {} : { codeSize };
};
