import type { EvmChain } from "@/components/evm/chain";
import { CHAIN_LETTERS, type Chain } from "@/components/ui/chains";
import { formatId, PRIMARY_NETWORK_ID } from "@/lib/avalanche/ids";
import type {
  AggregatedAssetAmount,
  CChainBalances,
  PChainBalances,
  XChainBalances,
} from "@/lib/contract/data/primary-network-balances";
import type { FirnStatus } from "@/lib/contract/firn/status";

/** The columns of the matrix. `shared` is what was exported to the chain and waits there for its import. */
export const CATEGORIES = ["unlocked", "locked", "staked", "pending", "shared"] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Asset {
  /** cb58. */
  assetId: string;
  /** Empty when Firn does not know it. */
  symbol: string;
  /** Undefined then: amounts are in base units. */
  decimals: number | undefined;
}

/** What is owned of one asset on one chain, in base units. */
export interface ChainHoldings {
  /** One of the three, or an L1. */
  chain: Chain | EvmChain;
  asset: Asset;
  isAvax: boolean;
  cells: Partial<Record<Category, Holding>>;
  /** Why what stands in `lacks` is not known. */
  missing?: string;
  /** Categories that are not known; without it what the account itself has. */
  lacks?: readonly Category[];
}

export interface Holding {
  amount: bigint;
  /** Outputs it stands in; undefined of an account. */
  utxoCount?: number;
  /** Said of it: `from C-Chain`. */
  remark?: string;
}

/** What the node says of an account, or why it says nothing. */
export type Account = { wei: bigint } | { reason: string };

interface Owned {
  p: PChainBalances | undefined;
  x: XChainBalances | undefined;
  c: CChainBalances | undefined;
  native: Account | undefined;
  /** Whether nobody knows the key's P- and X-Chain form, so that nothing could be asked of it. */
  keyUnknown?: boolean;
  ids: Pick<FirnStatus["network"], "avaxAssetId" | "xChainId" | "cChainId">;
}

/** One part of a row: a balance of the API and where it stands in the matrix. */
interface Part {
  chain: Chain;
  category: Category;
  balance: AggregatedAssetAmount;
  remark?: string;
}

const AVAX_DECIMALS = 9;
const WEI_DECIMALS = 18;

/**
 * Rows of the matrix: AVAX on each chain, then every other asset where there is any. The API gives what is in atomic
 * memory on both chains it lies between; here it stands on one: where it can be imported, or for what lies between X and
 * C, of which the API names no direction, on the X-Chain.
 */
export function matrixOf(owned: Owned): ChainHoldings[] {
  const { native, ids } = owned;
  const avax: ChainHoldings[] = CHAIN_LETTERS.map((chain) => ({
    chain,
    asset: { assetId: ids.avaxAssetId ?? "", symbol: "AVAX", decimals: AVAX_DECIMALS },
    isAvax: true,
    cells: {},
  }));
  const rows = new Map(avax.map((row) => [`${row.chain} ${row.asset.assetId}`, row]));
  for (const part of partsOf(owned)) add(rows, part);
  const account = rows.get(`c ${ids.avaxAssetId ?? ""}`);
  if (account !== undefined && native !== undefined) putAccount(account, native);
  if (owned.keyUnknown)
    for (const row of avax.filter(({ chain }) => chain !== "c"))
      Object.assign(row, { missing: "The P- and X-Chain form of this key is not known", lacks: CATEGORIES });
  return [...rows.values()];
}

/** Of AVAX, in wei: everything that is known, and the part of each category. */
export function sumAvax(rows: readonly ChainHoldings[]): { total: bigint; by: Record<Category, bigint> } {
  const by = { unlocked: 0n, locked: 0n, staked: 0n, pending: 0n, shared: 0n };
  for (const { isAvax, asset, cells } of rows) {
    if (!isAvax) continue;
    const scale = scaleOf(asset);
    for (const category of CATEGORIES) by[category] += (cells[category]?.amount ?? 0n) * scale;
  }
  return { total: CATEGORIES.reduce((sum, category) => sum + by[category], 0n), by };
}

/** Everything in a row, base units. */
export function sumRow({ cells }: ChainHoldings): bigint {
  return CATEGORIES.reduce((sum, category) => sum + (cells[category]?.amount ?? 0n), 0n);
}

/** The row of an account on an L1: the chain's own token, which no sum of AVAX counts. */
export function l1RowOf(chain: EvmChain, native: Account): ChainHoldings {
  const asset = { assetId: "", symbol: chain.symbol, decimals: WEI_DECIMALS };
  return {
    ...{ chain, asset, isAvax: false },
    ...("reason" in native
      ? { cells: {}, missing: native.reason }
      : { cells: { unlocked: { amount: native.wei, remark: "account" } } }),
  };
}

function partsOf({ p, x, ids }: Owned): Part[] {
  const put = (
    chain: Chain,
    category: Category,
    balances: readonly AggregatedAssetAmount[] = [],
    remark?: string,
  ): Part[] =>
    balances.map((balance) => ({ chain, category, balance, ...(remark === undefined ? {} : { remark }) }));
  const between = [...(p?.atomicMemoryUnlocked ?? []), ...(p?.atomicMemoryLocked ?? [])];
  const withX = [...(x?.atomicMemoryUnlocked ?? []), ...(x?.atomicMemoryLocked ?? [])];
  const pChainId = formatId(PRIMARY_NETWORK_ID);
  const names = { [ids.xChainId ?? ""]: "X-Chain", [ids.cChainId ?? ""]: "C-Chain" };
  return [
    ...put("p", "unlocked", p?.unlockedUnstaked),
    ...put("p", "locked", [...(p?.lockedPlatform ?? []), ...(p?.lockedStakeable ?? [])]),
    ...put("p", "staked", [...(p?.unlockedStaked ?? []), ...(p?.lockedStaked ?? [])]),
    ...put("p", "pending", p?.pendingStaked),
    ...put("x", "unlocked", x?.unlocked),
    ...put("x", "locked", x?.locked),
    ...between.flatMap((balance) => {
      const other = balance.sharedWithChainId;
      if (balance.status === "pendingImport")
        return put("p", "shared", [balance], `from ${names[other] ?? "another chain"}`);
      return put(other === ids.xChainId ? "x" : "c", "shared", [balance], "from P-Chain");
    }),
    ...withX
      .filter(({ sharedWithChainId }) => sharedWithChainId !== pChainId)
      .flatMap((balance) => put("x", "shared", [balance], "between X and C")),
  ];
}

function add(rows: Map<string, ChainHoldings>, { chain, category, balance, remark }: Part): void {
  const { assetId, symbol = "", denomination } = balance;
  const name = `${chain} ${assetId}`;
  const asset = { assetId, symbol, decimals: denomination };
  const row: ChainHoldings = rows.get(name) ?? { chain, asset, isAvax: false, cells: {} };
  const before = row.cells[category];
  const remarks = new Set([before?.remark, remark].filter((text) => text !== undefined));
  row.cells[category] = {
    amount: (before?.amount ?? 0n) + BigInt(balance.amount),
    utxoCount: (before?.utxoCount ?? 0) + balance.utxoCount,
    ...(remarks.size === 0 ? {} : { remark: [...remarks].join(", ") }),
  };
  rows.set(name, row);
}

/** From an asset's units to wei, of AVAX, whose decimals everybody knows. */
function scaleOf({ decimals = AVAX_DECIMALS }: Asset): bigint {
  return 10n ** BigInt(WEI_DECIMALS - decimals);
}

/** An account counts in wei: the whole row does then. */
function putAccount(row: ChainHoldings, native: Account): void {
  if ("reason" in native) {
    row.missing = native.reason;
    return;
  }
  const scale = scaleOf(row.asset);
  for (const cell of Object.values(row.cells)) cell.amount *= scale;
  row.asset = { ...row.asset, decimals: WEI_DECIMALS };
  row.cells.unlocked = { amount: native.wei, remark: "account" };
}
