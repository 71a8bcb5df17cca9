import type { z } from "zod";
import { formatId, PRIMARY_NETWORK_ID, parseId } from "../../avalanche/ids";
import type { Utxo } from "../../avalanche/utxo/utxo";
import * as utxos from "../../contract/node/utxos";
import { openAddresses } from "../go/address";
import { type Answer, answers } from "../http/json2";
import type { ChainNode } from "./chain";
import { amountsByAsset, answerUtxos, checkCount, encodeUtxos, referenceOf } from "./utxos";

/**
 * The P-Chain API of UTXOs and balances.
 * @source AvalancheGo vms/platformvm/service.go
 */
export function platformUtxoMethods({ ledger, chains, hrp }: ChainNode): Answer[] {
  const addresses = openAddresses(chains, "P", hrp);
  const own = formatId(PRIMARY_NETWORK_ID);
  return [
    answers(getUTXOs, (params) =>
      answerUtxos(
        {
          addresses,
          chains,
          own,
          from: (id) =>
            id === own ? ledger.p.utxos : ledger.memory.between(parseId(id), PRIMARY_NETWORK_ID),
        },
        params,
      ),
    ),
    answers(utxos.getPlatformBalance, (params) => {
      // The real node accepts any number, and is busy for as long as that takes.
      checkCount(params.addresses);
      const owned = ledger.p.utxos.ownedBy(params.addresses.map((text) => addresses.parse(text)));
      return balanceOf(owned, { now: ledger.now(), avax: formatId(ledger.p.avaxAssetId) });
    }),
    answers(utxos.getRewardUTXOs, ({ txID, encoding }) => {
      const rewards = encodeUtxos(ledger.p.rewards(parseId(txID)), encoding);
      return { numFetched: String(rewards.length), utxos: rewards, encoding };
    }),
  ];
}

const getUTXOs = utxos.getUtxosOf("platform");

const MAX_AMOUNT = 2n ** 64n - 1n;

type LockKind = "unlocked" | "lockedStakeable" | "lockedNotStakeable";

/** Sums are capped at 2^64 − 1. */
function balanceOf(
  owned: readonly Utxo[],
  { now, avax }: { now: bigint; avax: string },
): z.input<typeof utxos.getPlatformBalance.result> {
  const totals = new Map<string, bigint>();
  const byKind = { unlocked: new Map(), lockedStakeable: new Map(), lockedNotStakeable: new Map() };
  const add = (amounts: Map<string, bigint>, asset: string, amount: bigint) => {
    const sum = (amounts.get(asset) ?? 0n) + amount;
    amounts.set(asset, sum > MAX_AMOUNT ? MAX_AMOUNT : sum);
  };
  for (const { output } of owned) {
    const asset = formatId(output.assetId);
    add(byKind[lockOf(output, now)], asset, output.amount);
    add(totals, asset, output.amount);
  }
  const ofAvax = (amounts: ReadonlyMap<string, bigint>) => String(amounts.get(avax) ?? 0n);
  return {
    balance: ofAvax(totals),
    unlocked: ofAvax(byKind.unlocked),
    lockedStakeable: ofAvax(byKind.lockedStakeable),
    lockedNotStakeable: ofAvax(byKind.lockedNotStakeable),
    balances: amountsByAsset(totals),
    unlockeds: amountsByAsset(byKind.unlocked),
    lockedStakeables: amountsByAsset(byKind.lockedStakeable),
    lockedNotStakeables: amountsByAsset(byKind.lockedNotStakeable),
    utxoIDs: owned.length === 0 ? null : owned.map(referenceOf),
  };
}

/** The owner's lock takes precedence: what cannot be spent yet cannot be staked either. */
function lockOf({ owner, stakeableLocktime = 0n }: Utxo["output"], now: bigint): LockKind {
  if (owner.locktime > now) return "lockedNotStakeable";
  return stakeableLocktime > now ? "lockedStakeable" : "unlocked";
}
