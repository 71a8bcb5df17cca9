import { findEvmChain } from "@/app/[chain]/evm-chain";
import { requireStatus } from "@/app/[chain]/read";
import { soon } from "@/app/part";
import { api, servedNetwork, toResult } from "@/app/server";
import { type Account, type ChainHoldings, l1RowOf, matrixOf } from "@/components/address/holdings";
import type { EvmChain } from "@/components/evm/chain";
import { CHAIN_LETTERS, CHAINS, isChain } from "@/components/ui/chains";
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
  /** EVM chain id of an L1 to include, also if the address was never seen there. */
  l1: string | undefined;
}

/** What the node says of the account's balances, which no store has. */
interface NodeBalances {
  native: Account;
  onL1s: ChainHoldings[];
}

/** Holdings, and while the node has not answered yet, those with its answer. */
export interface Holdings {
  rows: ChainHoldings[];
  complete: Promise<ChainHoldings[]> | undefined;
}

/**
 * What an address's known forms own on the three chains and on an L1, now or after the last block up to a time. @throws
 * FirnError
 */
export async function readHoldings(identity: Identity, query: HoldingsQuery): Promise<Holdings> {
  const asked = askNode(identity, query);
  const [{ node }, rowsWith] = await Promise.all([soon("node", { node: asked }), readOwned(identity, query)]);
  if (!(node instanceof Promise)) return { rows: rowsWith(node), complete: undefined };
  const waiting = { native: { reason: "Waiting for the node" }, onL1s: [] };
  return { rows: rowsWith(waiting), complete: node.then(rowsWith) };
}

/** Never rejects: what is not known has its reason. */
async function askNode({ account, chains }: Identity, { at, l1 }: HoldingsQuery): Promise<NodeBalances> {
  const known = chains.flatMap(({ chain }) => (isChain(chain) ? [] : [chain]));
  const l1s = [...new Set([...known, ...(l1 === undefined ? [] : [l1])])];
  const [native, ...onL1s] = await Promise.all([
    toResult(readAccount(account, at)),
    ...l1s.map((one) => toResult(readL1Row(account, { at, l1: one }))),
  ]);
  return {
    native: native instanceof FirnError ? { reason: native.message } : native,
    onL1s: onL1s.flatMap((row) => (row instanceof FirnError || row === undefined ? [] : [row])),
  };
}

/** Rows of what is stored, to be completed by what the node says. @throws FirnError */
async function readOwned(
  { key }: Identity,
  { at }: HoldingsQuery,
): Promise<(node: NodeBalances) => ChainHoldings[]> {
  const network = await servedNetwork();
  const { network: ids } = await requireStatus();
  const query = { addresses: key ?? "", blockTimestamp: at };
  const paramsOf = (chain: keyof typeof CHAINS) => ({ network, blockchainId: CHAINS[chain].apiName });
  const [p, x, c] =
    key === undefined
      ? []
      : await Promise.all([
          api().get(getPChainBalances, { params: paramsOf("p"), query }),
          api().get(getXChainBalances, { params: paramsOf("x"), query }),
          api().get(getCChainBalances, { params: paramsOf("c"), query }),
        ]);
  return ({ native, onL1s }) => {
    const rows = matrixOf({
      p: p?.balances,
      x: x?.balances,
      c: c?.balances,
      native,
      keyUnknown: key === undefined,
      ids,
    });
    // After AVAX on the three chains, before other assets.
    return rows.toSpliced(CHAIN_LETTERS.length, 0, ...onL1s);
  };
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
