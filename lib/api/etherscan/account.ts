import { fromHex } from "../../avalanche/codec/bytes";
import { balanceOfCall, readUint256 } from "../../avalanche/evm/calls";
import { listInternals } from "./internals";
import { type Asked, type Module, ok } from "./module";
import { heightOfTag, openClient } from "./node";
import { listTransactions } from "./transactions";
import { listTokenTransfers } from "./transfers";

export const account: Module<"account"> = {
  balance: async (asked, { address, tag }) => {
    const [balance] = await askBalances(asked, [address], tag);
    return ok(String(balance));
  },
  balancemulti: async (asked, { address, tag }) => {
    const accounts = address.split(",");
    const balances = await askBalances(asked, accounts, tag);
    return ok(accounts.map((account, i) => ({ account, balance: String(balances[i]) })));
  },
  txlist: listTransactions,
  txlistinternal: listInternals,
  tokentx: (asked, query) => listTokenTransfers(asked, "erc20", query),
  tokennfttx: (asked, query) => listTokenTransfers(asked, "erc721", query),
  token1155tx: (asked, query) => listTokenTransfers(asked, "erc1155", query),
  tokenbalance: async (asked, { contractaddress, address, tag }) => {
    const client = await openClient(asked);
    const data = balanceOfCall(bytesOf(address));
    const answer = await client.callContract(bytesOf(contractaddress), data, { height: heightOfTag(tag) });
    // What does not answer as a token has no balances.
    return ok(String(readUint256(answer) ?? 0n));
  },
};

/** In wei, in the order of the accounts. No row has them, because atomic transactions and fees change them too. */
async function askBalances(asked: Asked, accounts: readonly string[], tag: string): Promise<bigint[]> {
  const client = await openClient(asked);
  const height = heightOfTag(tag);
  return client.getBalances(accounts.map((account) => ({ account: bytesOf(account), height })));
}

function bytesOf(address: string): Uint8Array {
  return fromHex(address.toLowerCase());
}
