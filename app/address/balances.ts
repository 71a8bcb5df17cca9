import { readBlocks } from "@/app/[chain]/blocks/blocks";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { requireStatus } from "@/app/[chain]/read";
import { api, servedNetwork, settle } from "@/app/server";
import { type Account, type ChainHoldings, matrixOf } from "@/components/address/holdings";
import { CHAINS } from "@/components/ui/chains";
import { getNativeBalance } from "@/lib/contract/data/evm-balances";
import {
  getCChainBalances,
  getPChainBalances,
  getXChainBalances,
} from "@/lib/contract/data/primary-network-balances";
import { FirnError } from "@/lib/errors";
import type { Identity } from "./identity";

/**
 * What the forms of an address that are known own on the three chains: now, or after the last block up to `at` (unix
 * seconds). @throws FirnError
 */
export async function readHoldings(
  { key, account }: Identity,
  at: number | undefined,
): Promise<ChainHoldings[]> {
  const network = await servedNetwork();
  const { network: ids } = await requireStatus();
  const query = { addresses: key ?? "", blockTimestamp: at };
  const paramsOf = (chain: keyof typeof CHAINS) => ({ network, blockchainId: CHAINS[chain].apiName });
  const [native, ...owned] = await Promise.all([
    readAccount(account, at),
    ...(key === undefined
      ? ([undefined, undefined, undefined] as const)
      : ([
          api().get(getPChainBalances, { params: paramsOf("p"), query }),
          api().get(getXChainBalances, { params: paramsOf("x"), query }),
          api().get(getCChainBalances, { params: paramsOf("c"), query }),
        ] as const)),
  ]);
  const [p, x, c] = owned;
  return matrixOf({ p: p?.balances, x: x?.balances, c: c?.balances, native, ids });
}

/** AVAX of an account of the C-Chain as the node says; undefined without an account, the reason when it can't be had. */
async function readAccount(
  address: string | undefined,
  at: number | undefined,
): Promise<Account | undefined> {
  if (address === undefined) return undefined;
  const evm = await findEvmChain("c");
  if (evm === undefined) return { reason: "No block of the C-Chain is indexed yet" };
  const height = at === undefined ? undefined : await heightAt(at);
  const answer = await settle(
    api().get(getNativeBalance, {
      params: { chainId: evm.evmChainId, address },
      query: { blockNumber: height },
    }),
  );
  if (!(answer instanceof FirnError)) return { wei: BigInt(answer.nativeTokenBalance.balance) };
  return { reason: answer.message };
}

/** Height of the C-Chain's last block up to `at`; 0, the genesis, before the first. */
async function heightAt(at: number): Promise<number> {
  const { page } = await readBlocks("c", { to: at + 1 }, { pageSize: 1 });
  return Number(page.blocks[0]?.blockNumber ?? 0);
}
