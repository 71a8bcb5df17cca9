import { toHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/firn/contract-abis";
import { abiEntry, abiFile } from "../../contract/labels";
import { InputError } from "../../errors";
import { addressOf } from "../evm/address-page";
import type { Handler } from "../handler";

export const listGivenAbis: Handler<typeof contract.listGivenAbis> = async ({ service }) => ({
  abis: await service.sources.listAbis(),
});

export const addGivenAbi: Handler<typeof contract.addGivenAbi> = async ({
  params,
  sent,
  service,
  readEvm,
}) => {
  const evmChainId = await readEvm(params.chainId, async (chain) => chain.evmChainId);
  const abi = readAbi(sent.abi);
  await service.sources.saveAbi(evmChainId, toHex(addressOf(params.address)), abi, service.nowMs());
  return { entries: abi.length };
};

export const removeGivenAbi: Handler<typeof contract.removeGivenAbi> = async ({
  params,
  service,
  readEvm,
}) => {
  const evmChainId = await readEvm(params.chainId, async (chain) => chain.evmChainId);
  if (!(await service.sources.removeAbi(evmChainId, toHex(addressOf(params.address)))))
    throw new InputError("NOT_FOUND", `no ABI was added for ${params.address}`);
  return {};
};

/** @throws InputError BAD_PARAMETER if the text has no function, event or error */
function readAbi(text: string): unknown[] {
  const { abi } = abiFile.safeParse(readJson(text)).data ?? { abi: [] };
  if (abi.some((entry) => abiEntry.safeParse(entry).success)) return abi;
  throw new InputError("BAD_PARAMETER", "the ABI has no function, event or error", {
    hint: "paste the list that the compiler writes, [{…}, …], or the artifact that has it as abi",
  });
}

/** @throws InputError BAD_PARAMETER */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError("BAD_PARAMETER", "the ABI must be JSON", { cause });
  }
}
