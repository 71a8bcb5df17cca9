import type { CChainTransaction } from "../../contract/data/c-chain";
import type { PChainTransaction } from "../../contract/data/p-chain";
import type { AssetAmount } from "../../contract/data/primary-network";
import type { XChainTransaction } from "../../contract/data/x-chain";
import { type Column, flag, isoTime, type Row, text, whole, withPoint } from "./columns";

export type PrimaryTransaction = PChainTransaction | XChainTransaction | CChainTransaction;

const PLACE = [
  text("chain"),
  text("blockNumber"),
  text("blockTime"),
  text("transactionHash"),
  text("transactionType"),
];
const ASSET = [text("assetId"), text("symbol"), whole("decimals")];

/** One row for each input and output of a transaction, also those of others. */
export const MOVEMENT_COLUMNS: readonly Column[] = [
  ...PLACE,
  text("direction"),
  flag("isOwn"),
  text("owners"),
  text("utxoId"),
  text("utxoType"),
  ...ASSET,
  text("rawAmount"),
  text("amount"),
  text("memo"),
];

/** One row for each transaction and asset: what the addresses gave and got. */
export const NET_COLUMNS: readonly Column[] = [
  ...PLACE,
  ...ASSET,
  text("rawReceived"),
  text("received"),
  text("rawSent"),
  text("sent"),
  text("rawNet"),
  text("net"),
  text("rawBurned"),
  text("burned"),
];

/** One row for each transaction that begins, ends or changes a stake. */
export const STAKING_COLUMNS: readonly Column[] = [
  ...PLACE,
  text("nodeId"),
  text("subnetId"),
  text("stakeStart"),
  text("stakeEnd"),
  ...ASSET,
  text("rawStaked"),
  text("staked"),
  text("rawEstimatedReward"),
  text("estimatedReward"),
  text("delegationFeePercent"),
  text("rewardOwners"),
  text("rawRewarded"),
  text("rewarded"),
  text("stakingTransactionHash"),
];

/** What goes into a transaction (from owners) or out of it. */
interface Movement {
  isInput: boolean;
  owners: readonly string[];
  utxoId?: string;
  utxoType?: string;
  asset: AssetAmount;
  rewardType?: string | undefined;
}

/** Unix seconds; undefined where the chain kept no time. */
export function primaryTime(transaction: PrimaryTransaction): number | undefined {
  return "blockTimestamp" in transaction || !("timestamp" in transaction)
    ? (transaction as PChainTransaction).blockTimestamp
    : transaction.timestamp;
}

/** @param own the addresses of the export, bech32 without a chain or `0x` in lower case */
export function movementRows(
  chain: string,
  transaction: PrimaryTransaction,
  own: ReadonlySet<string>,
): Row[] {
  const memo = "memo" in transaction && transaction.memo !== "0x" ? (transaction.memo ?? null) : null;
  return movementsOf(transaction).map(({ isInput, owners, utxoId, utxoType, asset }) => [
    ...placeOf(chain, transaction),
    isInput ? "in" : "out",
    owners.some((owner) => own.has(owner.toLowerCase())),
    owners.join(" "),
    utxoId ?? null,
    utxoType ?? null,
    ...assetOf(asset),
    asset.amount,
    withPoint(asset.amount, asset.denomination),
    memo,
  ]);
}

/** What the addresses burned is what a transaction burned that they paid for. @param own as for `movementRows` */
export function netRows(chain: string, transaction: PrimaryTransaction, own: ReadonlySet<string>): Row[] {
  const burned = burnedBy(transaction);
  const assets = new Map<string, Sums>();
  for (const { isInput, owners, asset } of movementsOf(transaction)) {
    const sums = assets.get(asset.assetId) ?? { asset, isOwn: false, received: 0n, sent: 0n };
    assets.set(asset.assetId, sums);
    const amount = BigInt(asset.amount);
    if (!owners.some((owner) => own.has(owner.toLowerCase()))) continue;
    sums.isOwn = true;
    if (isInput) sums.sent += amount;
    else sums.received += amount;
  }
  return [...assets.values()]
    .filter(({ isOwn }) => isOwn)
    .map(({ asset, received, sent }) => {
      const paid = sent > 0n ? (burned.get(asset.assetId) ?? 0n) : 0n;
      const sums = [received, sent, received - sent, paid];
      return [
        ...placeOf(chain, transaction),
        ...assetOf(asset),
        ...sums.flatMap((amount) => amounts(amount, asset)),
      ];
    });
}

interface Sums {
  asset: AssetAmount;
  isOwn: boolean;
  received: bigint;
  sent: bigint;
}

/** What a transaction burned, by asset. */
function burnedBy(transaction: PrimaryTransaction): Map<string, bigint> {
  if ("amountBurned" in transaction)
    return new Map(transaction.amountBurned.map(({ assetId, amount }) => [assetId, BigInt(amount)]));
  const { amountUnlocked, amountCreated } = transaction;
  const burned = new Map(amountUnlocked.map(({ assetId, amount }) => [assetId, BigInt(amount)]));
  for (const { assetId, amount } of amountCreated)
    burned.set(assetId, (burned.get(assetId) ?? 0n) - BigInt(amount));
  // What is made (NFTs, minted assets) is not paid for in its own kind.
  return new Map([...burned].filter(([, amount]) => amount > 0n));
}

/** Empty for a transaction that is none of staking. */
export function stakingRows(chain: string, transaction: PrimaryTransaction): Row[] {
  if (!("amountStaked" in transaction)) return [];
  const { amountStaked, nodeId, subnetId, txType, stakingTxHash, emittedUtxos } = transaction;
  const rewards = emittedUtxos.filter(({ rewardType }) => rewardType !== undefined);
  const [stake] = amountStaked;
  const asset = stake ?? rewards[0]?.asset;
  if (stake === undefined && rewards.length === 0 && !STAKING_TYPES.test(txType)) return [];
  const rewarded = rewards.reduce((sum, { asset }) => sum + BigInt(asset.amount), 0n);
  const { estimatedReward, delegationFeePercent, rewardAddresses } = transaction;
  return [
    [
      ...placeOf(chain, transaction),
      nodeId ?? null,
      subnetId ?? null,
      isoTime(transaction.startTimestamp),
      isoTime(transaction.endTimestamp),
      ...(asset === undefined ? [null, null, null] : assetOf(asset)),
      ...(stake === undefined ? [null, null] : amounts(BigInt(stake.amount), stake)),
      ...(estimatedReward === undefined || asset === undefined
        ? [null, null]
        : amounts(BigInt(estimatedReward), asset)),
      delegationFeePercent ?? null,
      rewardAddresses?.join(" ") ?? null,
      ...(rewards.length === 0 || asset === undefined ? [null, null] : amounts(rewarded, asset)),
      stakingTxHash ?? null,
    ],
  ];
}

const STAKING_TYPES = /Validator|Delegator/;

function placeOf(chain: string, transaction: PrimaryTransaction): Row {
  const { txHash, txType } = transaction;
  return [chain, heightOf(transaction), isoTime(primaryTime(transaction)), txHash, txType];
}

function heightOf(transaction: PrimaryTransaction): string | null {
  if ("blockNumber" in transaction) return transaction.blockNumber;
  return "blockHeight" in transaction ? String(transaction.blockHeight) : null;
}

function assetOf({ assetId, symbol, denomination }: AssetAmount): Row {
  return [assetId, symbol ?? null, denomination ?? null];
}

function amounts(amount: bigint, { denomination }: AssetAmount): Row {
  return [String(amount), withPoint(String(amount), denomination)];
}

function movementsOf(transaction: PrimaryTransaction): Movement[] {
  const movements: Movement[] = [];
  if ("evmInputs" in transaction)
    for (const { fromAddress, asset } of transaction.evmInputs)
      movements.push({ isInput: true, owners: [fromAddress], asset });
  if ("consumedUtxos" in transaction)
    for (const utxo of transaction.consumedUtxos)
      movements.push({ ...utxo, isInput: true, owners: utxo.addresses });
  if ("emittedUtxos" in transaction)
    for (const utxo of transaction.emittedUtxos)
      movements.push({ ...utxo, isInput: false, owners: utxo.addresses });
  if ("evmOutputs" in transaction)
    for (const { toAddress, asset } of transaction.evmOutputs)
      movements.push({ isInput: false, owners: [toAddress], asset });
  return movements;
}
