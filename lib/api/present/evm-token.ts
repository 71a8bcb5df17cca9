import type { z } from "zod";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type { erc20Token, erc721Token, erc1155Token } from "../../contract/data/evm-tokens";
import { amountOf } from "../../store/columns";
import type { Party } from "../../store/queries/evm/address";
import { NOBODY } from "./evm-party";

/** A token: its contract, and which of the contract's tokens as `token_number` holds it. */
export interface TokenFacts {
  contract: Party | undefined;
  number: Uint8Array | null;
}

/** Facts a contract does not answer are empty, and its decimals 0: clients refuse a token without them. */
export function presentErc20({ contract = NOBODY }: TokenFacts): z.infer<typeof erc20Token> {
  return {
    address: formatEvmAddress(contract.address),
    name: contract.contract?.name ?? "",
    symbol: contract.contract?.symbol ?? "",
    decimals: contract.contract?.decimals ?? 0,
    ercType: "ERC-20",
  };
}

/** `ownerAddress` is added where it is known. Metadata are not read yet. */
export function presentErc721({ contract = NOBODY, number }: TokenFacts): z.infer<typeof erc721Token> {
  return {
    address: formatEvmAddress(contract.address),
    name: contract.contract?.name ?? "",
    symbol: contract.contract?.symbol ?? "",
    ercType: "ERC-721",
    tokenId: presentTokenNumber(number),
    tokenUri: "",
    metadata: { indexStatus: "UNINDEXED" },
  };
}

export function presentErc1155({ contract = NOBODY, number }: TokenFacts): z.infer<typeof erc1155Token> {
  return {
    address: formatEvmAddress(contract.address),
    ercType: "ERC-1155",
    tokenId: presentTokenNumber(number),
    tokenUri: "",
    metadata: { indexStatus: "UNINDEXED" },
  };
}

function presentTokenNumber(number: Uint8Array | null): string {
  return number === null ? "0" : String(amountOf(number));
}
