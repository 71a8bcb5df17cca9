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

/** Columns of the matrix. `shared` was exported to the chain and waits for its import. */
export const CATEGORIES = ["unlocked", "locked", "staked", "pending", "shared"] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Asset {
  /** cb58. */
  assetId: string;
  /** Empty when unknown. */
  symbol: string;
  /** Undefined when unknown: amounts are then in base units. */
  decimals: number | undefined;
}

/** Holdings of one asset on one chain, base units. */
export interface ChainHoldings {
  /** One of the three chains, or an L1. */
  chain: Chain | EvmChain;
  asset: Asset;
  isAvax: boolean;
  cells: Partial<Record<Category, Holding>>;
  /** Why the categories in `lacks` are not known. */
  missing?: string;
  /** Unknown categories; without it, the account's own balance. */
  lacks?: readonly Category[];
}

export interface Holding {
  amount: bigint;
  /** Number of outputs; undefined for an account. */
  utxoCount?: number;
  /** Where it comes from: `from C-Chain`. */
  remark?: string;
}

/** An account's balance from the node, or why the node gave none. */
export type Account = { wei: bigint } | { reason: string };

interface Owned {
  p: PChainBalances | undefined;
  x: XChainBalances | undefined;
  c: CChainBalances | undefined;
  native: Account | undefined;
  /** Whether the key's P- and X-Chain form is unknown, so that the API has no balances of it. */
  keyUnknown?: boolean;
  ids: Pick<FirnStatus["network"], "avaxAssetId" | "xChainId" | "cChainId">;
}

/** A balance of the API with its position in the matrix. */
interface MatrixEntry {
  chain: Chain;
  category: Category;
  balance: AggregatedAssetAmount;
  remark?: string;
}

const AVAX_DECIMALS = 9;
const WEI_DECIMALS = 18;

/**
 * Rows of the matrix: AVAX on each chain, then every other asset with a balance. The API lists atomic memory on both
 * chains it connects. Here it is listed once: on the chain that can import it, or, between X and C where the API gives
 * no direction, on the X-Chain.
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
  for (const entry of entriesOf(owned)) add(rows, entry);
  const account = rows.get(`c ${ids.avaxAssetId ?? ""}`);
  if (account !== undefined && native !== undefined) putAccount(account, native);
  if (owned.keyUnknown)
    for (const row of avax.filter(({ chain }) => chain !== "c"))
      Object.assign(row, { missing: "The P- and X-Chain form of this key is not known", lacks: CATEGORIES });
  return [...rows.values()];
}

/** Known AVAX in wei: the total, and the sum of each category. */
export function sumAvax(rows: readonly ChainHoldings[]): { total: bigint; by: Record<Category, bigint> } {
  const by = { unlocked: 0n, locked: 0n, staked: 0n, pending: 0n, shared: 0n };
  for (const { isAvax, asset, cells } of rows) {
    if (!isAvax) continue;
    const scale = scaleOf(asset);
    for (const category of CATEGORIES) by[category] += (cells[category]?.amount ?? 0n) * scale;
  }
  return { total: CATEGORIES.reduce((sum, category) => sum + by[category], 0n), by };
}

/** Sum of a row, base units. */
export function sumRow({ cells }: ChainHoldings): bigint {
  return CATEGORIES.reduce((sum, category) => sum + (cells[category]?.amount ?? 0n), 0n);
}

/** The row of an account on an L1: its native token, which is never part of a sum of AVAX. */
export function l1RowOf(chain: EvmChain, native: Account): ChainHoldings {
  const asset = { assetId: "", symbol: chain.symbol, decimals: WEI_DECIMALS };
  return {
    chain,
    asset,
    isAvax: false,
    ...("reason" in native
      ? { cells: {}, missing: native.reason }
      : { cells: { unlocked: { amount: native.wei, remark: "account" } } }),
  };
}

function entriesOf({ p, x, ids }: Owned): MatrixEntry[] {
  const put = (
    chain: Chain,
    category: Category,
    balances: readonly AggregatedAssetAmount[] = [],
    remark?: string,
  ): MatrixEntry[] =>
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

function add(rows: Map<string, ChainHoldings>, { chain, category, balance, remark }: MatrixEntry): void {
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

/** Factor from base units of AVAX to wei. */
function scaleOf({ decimals = AVAX_DECIMALS }: Asset): bigint {
  return 10n ** BigInt(WEI_DECIMALS - decimals);
}

/** An account's balance is in wei, so the whole row is converted to wei. */
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
