import { findEvmChain } from "@/app/[chain]/evm-chain";
import { requireStatus } from "@/app/[chain]/read";
import { api, servedNetwork, toResult } from "@/app/server";
import { type Account, type ChainHoldings, l1RowOf, matrixOf } from "@/components/address/holdings";
import type { EvmChain } from "@/components/evm/chain";
import { CHAIN_LETTERS, CHAINS } from "@/components/ui/chains";
import { getNativeBalance } from "@/lib/contract/data/evm-balances";
import {
  getCChainBalances,
  getPChainBalances,
  getXChainBalances,
} from "@/lib/contract/data/primary-network-balances";
import { FirnError } from "@/lib/errors";
import { heightUpTo } from "./heights";
import type { Identity } from "./identity";

interface HoldingsQuery {
  /** Unix seconds. The default is now. */
  at: number | undefined;
  /** EVM chain id of an L1 to include. */
  l1: string | undefined;
}

/**
 * What an address's known forms own on the three chains and on an L1, now or after the last block up to a time. @throws
 * FirnError
 */
export async function readHoldings(
  { key, account }: Identity,
  { at, l1 }: HoldingsQuery,
): Promise<ChainHoldings[]> {
  const network = await servedNetwork();
  const { network: ids } = await requireStatus();
  const query = { addresses: key ?? "", blockTimestamp: at };
  const paramsOf = (chain: keyof typeof CHAINS) => ({ network, blockchainId: CHAINS[chain].apiName });
  const [native, onL1, ...owned] = await Promise.all([
    readAccount(account, at),
    readL1Row(account, { at, l1 }),
    ...(key === undefined
      ? ([undefined, undefined, undefined] as const)
      : ([
          api().get(getPChainBalances, { params: paramsOf("p"), query }),
          api().get(getXChainBalances, { params: paramsOf("x"), query }),
          api().get(getCChainBalances, { params: paramsOf("c"), query }),
        ] as const)),
  ]);
  const [p, x, c] = owned;
  const rows = matrixOf({
    p: p?.balances,
    x: x?.balances,
    c: c?.balances,
    native,
    keyUnknown: key === undefined,
    ids,
  });
  // After AVAX on the three chains, before other assets.
  return onL1 === undefined ? rows : rows.toSpliced(CHAIN_LETTERS.length, 0, onL1);
}

/** AVAX of a C-Chain account as the node reports it, or why it is unknown. */
async function readAccount(address: string | undefined, at: number | undefined): Promise<Account> {
  if (address === undefined) return { reason: "The 0x form of this key is not known" };
  const evm = await findEvmChain("c");
  if (evm === undefined) return { reason: "No block of the C-Chain is indexed yet" };
  return readNative(evm, address, at === undefined ? undefined : await heightUpTo(evm, at));
}

/** The account's balance of an L1's own token. Undefined without an account, or if Firn does not index that L1. */
async function readL1Row(
  address: string | undefined,
  { at, l1 }: HoldingsQuery,
): Promise<ChainHoldings | undefined> {
  const evm = l1 === undefined ? undefined : await findEvmChain(l1);
  if (address === undefined || evm?.tag !== "L1") return undefined;
  const height = at === undefined ? undefined : await toResult(heightUpTo(evm, at));
  return l1RowOf(
    evm,
    height instanceof FirnError ? { reason: height.message } : await readNative(evm, address, height),
  );
}

async function readNative(evm: EvmChain, address: string, height: number | undefined): Promise<Account> {
  const answer = await toResult(
    api().get(getNativeBalance, {
      params: { chainId: evm.evmChainId, address },
      query: { blockNumber: height },
    }),
  );
  if (!(answer instanceof FirnError)) return { wei: BigInt(answer.nativeTokenBalance.balance) };
  return { reason: answer.message };
}
