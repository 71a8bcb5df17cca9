import { fromHex } from "../../avalanche/codec/bytes";
import { readUint256, TOTAL_SUPPLY_CALL } from "../../avalanche/evm/calls";
import { InputError } from "../../errors";
import { type Module, notOk, ok } from "./module";
import { openClient } from "./node";

export const stats: Module<"stats"> = {
  ethsupply: async () =>
    notOk(
      "Firn does not know how much of an EVM chain's coin there is: no node counts it, and fees burn some of it",
    ),
  ethprice: async () =>
    notOk("Firn has no price in coins of Ethereum: prices that its operator provides are at /v1/chains"),
  tokensupply: async (asked, { contractaddress }) => {
    const client = await openClient(asked);
    const answer = await client.callContract(fromHex(contractaddress.toLowerCase()), TOTAL_SUPPLY_CALL);
    const supply = readUint256(answer);
    if (supply !== undefined) return ok(String(supply));
    throw new InputError(
      "BAD_PARAMETER",
      `${contractaddress} has no totalSupply(): it is no token that counts it`,
    );
  },
};
