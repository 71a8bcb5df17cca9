import { formatUnits } from "viem";
import { genesisCoin } from "../../avalanche/c/genesis";
import { toHex } from "../../avalanche/codec/bytes";
import { effectsOfKind } from "../../avalanche/effects";
import { evmChainIdOf } from "../../avalanche/genesis/evm-genesis";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { effectsOf } from "../../avalanche/p/txs";
import type * as contract from "../../contract/data/avax-supply";
import { METRICS } from "../../contract/metrics/metrics";
import { NodeError } from "../../errors";
import { findAsset } from "../../store/queries/asset";
import { sumLocked } from "../../store/queries/burned";
import { listActivity } from "../../store/queries/evm/series";
import { sumRunning } from "../../store/queries/stake-list";
import { activityOfRow } from "../../store/rows/chain-activity";
import { requireWhole } from "../evm/history";
import type { EvmContext, Handler, RequestContext } from "../handler";
import { readHead } from "../page/snapshot-page";
import { chainOfCode } from "../request/chains";
import { readFeeDays } from "../staking/l1-fees";
import { ledgerMissing } from "../staking/ledger";
import { sum } from "../sum";

const WEI_PER_NAVAX = 1_000_000_000n;

export const getAvaxSupply: Handler<typeof contract.getAvaxSupply> = async ({ service, read, readEvm }) => {
  const store = await read(async (context) => {
    await requireHistory(context);
    return toHex(context.pageTokenKey);
  });
  // Almost everything in parts, and the rest in the snapshot of the answer.
  await service.burnedSums.catchUp(store, (work) => read(({ db }) => work(db)));
  const { burned, ...known } = await read(async (context) => ({
    ...(await readPChain(context)),
    burned: await service.burnedSums.read(toHex(context.pageTokenKey), context.db),
  }));
  const executed = await readEvm(String(known.cEvmChainId), readFees);
  const p = (burned.p.burned - burned.p.l1_balance + known.l1Fees) * WEI_PER_NAVAX;
  const x = burned.x.burned * WEI_PER_NAVAX;
  const c = burned.c.burned * WEI_PER_NAVAX + executed;
  const total = known.genesis + known.rewards * WEI_PER_NAVAX - p - x - c;
  return {
    circulatingSupply: inAvax(total),
    totalSupply: inAvax(total),
    totalPBurned: inAvax(p),
    totalCBurned: inAvax(c),
    totalXBurned: inAvax(x),
    totalStaked: inAvax(known.staked * WEI_PER_NAVAX),
    totalLocked: inAvax(known.locked * WEI_PER_NAVAX),
    totalRewards: inAvax(known.rewards * WEI_PER_NAVAX),
    lastUpdated: new Date(known.time * 1_000).toISOString(),
    genesisUnlock: inAvax(known.genesis),
    l1ValidatorFees: inAvax(known.l1Fees * WEI_PER_NAVAX),
  };
};

/** The head and the genesis of a store that has all blocks. @throws NodeError NOTHING_INDEXED for others */
async function requireHistory(context: RequestContext) {
  const { genesis, gaps } = context;
  const at = await readHead(context);
  if (genesis === undefined || at.supply === null) throw ledgerMissing(context);
  const [gap] = gaps;
  if (gap === undefined) return { at, genesis, supply: at.supply };
  throw new NodeError(
    "NOTHING_INDEXED",
    `what the ${chainOfCode(gap.chain).title} burned before block ${gap.before} is not known, so neither is the supply`,
    { hint: "the operator runs firn reset --yes with a node that has every block" },
  );
}

/** What the P-Chain says, nAVAX; what the genesis made on all chains, wei. @throws NodeError NOTHING_INDEXED */
async function readPChain(context: RequestContext) {
  const { db, network } = context;
  const { at, genesis, supply } = await requireHistory(context);
  const cGenesis = genesis.chains
    .flatMap((tx) => effectsOfKind(effectsOf(tx), "blockchain.created"))
    .map(({ genesisData }) => genesisData)
    .find((data) => evmChainIdOf(data) !== undefined);
  const cEvmChainId = cGenesis && evmChainIdOf(cGenesis);
  const avax = network.avaxAssetId && (await findAsset(db, network.avaxAssetId));
  if (cGenesis === undefined || cEvmChainId === undefined || !avax)
    throw new NodeError("NOTHING_INDEXED", "the supply is not known: the genesis has no C-Chain");
  const running = await sumRunning(db, { at, subnetId: PRIMARY_NETWORK_ID });
  const fees = await readFeeDays(context, {});
  return {
    time: at.time,
    cEvmChainId,
    genesis: genesis.initialSupply * WEI_PER_NAVAX + genesisCoin(cGenesis),
    // The P-Chain adds a reward when its stake begins.
    rewards: supply - genesis.initialSupply - running.potentialReward,
    staked: running.weight,
    locked: await sumLocked(db, { asset: avax.id, time: at.time }),
    l1Fees: fees.at(-1)?.cumulative ?? 0n,
  };
}

const MOST_DAYS = 100_000;

/** Fees of all transactions that the C-Chain executed, wei: they go to an account that nobody has. */
async function readFees(context: EvmContext): Promise<bigint> {
  requireWhole(context, "fees since the genesis");
  const all = { hours: 24, from: 0, before: Number.MAX_SAFE_INTEGER, limit: MOST_DAYS };
  const days = await listActivity(context.db, all);
  return sum(days.map((day) => METRICS.feesPaid.of(activityOfRow(day))));
}

/** Exact, without zeros at the end. */
function inAvax(wei: bigint): string {
  return formatUnits(wei, 18);
}
