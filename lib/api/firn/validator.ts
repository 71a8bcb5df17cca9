import { equalBytes } from "../../avalanche/codec/bytes";
import { formatId, formatNodeId, PRIMARY_NETWORK_ID, parseNodeId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/validators";
import { countBlocksOfNode } from "../../store/queries/block";
import { listL1Validators } from "../../store/queries/l1-validator-list";
import { listCycles } from "../../store/queries/stake";
import { listStakes, type StakeAt, sumRunning } from "../../store/queries/stake-list";
import { readTxs } from "../../store/queries/tx";
import { CHAIN, STAKE_ROLE } from "../../store/rows/columns";
import type { Handler, RequestContext, Service } from "../handler";
import { type PMoment, readHead } from "../page/snapshot-page";
import { runsOutAt } from "../present/staking/l1";
import { balanceAt } from "../present/staking/l1-validator";
import { percentage } from "../present/staking/stake";
import { presentValidatorPeriod } from "../present/staking/validator-period";
import { CHAINS } from "../request/chains";
import { type FeesNow, readFees, readStakerRecord } from "../staking/ledger";
import { uptimeOf } from "../staking/node-uptime";
import { readValidatorFacts, weightLimitOf } from "../staking/stake-facts";

const MOST = 100;

export const getValidator: Handler<typeof contract.getValidator> = ({ params, service, read }) =>
  readValidator({ service, read }, params.nodeId);

interface ValidatorSource {
  service: Pick<Service, "nodeUptimes">;
  read<T>(work: (context: RequestContext) => Promise<T>): Promise<T>;
}

/** A node as a validator, with all details. @param nodeIdText `NodeID-…` */
export async function readValidator(
  { service, read }: ValidatorSource,
  nodeIdText: string,
): Promise<contract.FirnValidator> {
  const observations = await service.nodeUptimes();
  return read(async (context) => {
    const nodeId = parseNodeId(nodeIdText);
    const at = await readHead(context);
    const stake = await findPeriod(context, nodeId, at);
    const others = await listStakes(context.db, {
      at,
      nodeIds: [nodeId],
      role: STAKE_ROLE.validator,
      order: "desc",
      limit: MOST,
    });
    return {
      height: at.height,
      time: at.time,
      nodeId: formatNodeId(nodeId),
      isOwnNode: context.facts.nodeId === formatNodeId(nodeId),
      ...(stake && (await presentPeriod(context, stake, at))),
      ...(stake?.status === "active" && uptimeOf(observations, nodeId)),
      blocksProposed: await countProposed(context, nodeId, stake),
      subnetPeriods: await presentSubnetPeriods(
        context,
        others.filter(({ subnet_id }) => !equalBytes(subnet_id, PRIMARY_NETWORK_ID)),
      ),
      l1Validations: await presentValidations(context, nodeId, at),
    };
  });
}

/** On the Primary Network: the running period, else the next, else the last. */
async function findPeriod(
  { db }: RequestContext,
  nodeId: Uint8Array,
  at: PMoment,
): Promise<StakeAt | undefined> {
  const list = {
    at,
    nodeIds: [nodeId],
    subnetId: PRIMARY_NETWORK_ID,
    role: STAKE_ROLE.validator,
    ...({ order: "desc", limit: 1 } as const),
  };
  for (const statuses of [["active"], ["pending"], undefined] as const) {
    const [found] = await listStakes(db, { ...list, statuses });
    if (found !== undefined) return found;
  }
  return undefined;
}

async function presentPeriod(
  context: RequestContext,
  stake: StakeAt,
  at: PMoment,
): Promise<Pick<contract.FirnValidator, "period" | "stakePercent">> {
  const [facts] = await readValidatorFacts(context, [stake], at);
  if (facts === undefined) return {};
  const cycles = await listCycles(context.db, { position: stake.position, at, limit: MOST });
  const { weight } = await sumRunning(context.db, { at, subnetId: stake.subnet_id });
  return {
    period: presentValidatorPeriod(facts, {
      network: context.network,
      weightLimit: weightLimitOf(context, stake),
      record: await readStakerRecord(context, facts.txId),
      cycles,
    }),
    ...(stake.status === "active" && {
      stakePercent: percentage(stake.weight + facts.delegated.weight, weight),
    }),
  };
}

/** Blocks proposed within the period, or at any time without one. */
async function countProposed(context: RequestContext, nodeId: Uint8Array, stake: StakeAt | undefined) {
  const times = { start: stake?.start_time, end: stake?.end_time == null ? undefined : stake.end_time + 1 };
  const counts: contract.FirnValidator["blocksProposed"] = [];
  for (const { letter, code } of Object.values(CHAINS))
    counts.push({ chain: letter, count: await countBlocksOfNode(context.db, code, { nodeId, ...times }) });
  return counts;
}

async function presentSubnetPeriods({ db }: RequestContext, stakes: readonly StakeAt[]) {
  const txs = await readTxs(
    db,
    CHAIN.p,
    stakes.map(({ position }) => position),
  );
  return stakes.map((stake) => {
    const txId = txs.get(stake.position)?.tx_id;
    return {
      txHash: txId === undefined ? "" : formatId(txId),
      subnetId: formatId(stake.subnet_id),
      status: stake.status,
      weight: stake.weight.toString(),
      startTimestamp: stake.start_time,
      ...(stake.end_time !== null && { endTimestamp: stake.end_time }),
    };
  });
}

async function presentValidations(context: RequestContext, nodeId: Uint8Array, at: PMoment) {
  const rows = await listL1Validators(context.db, { at, nodeId, which: "all", limit: MOST });
  const fees: FeesNow | undefined = rows.length === 0 ? undefined : await readFees(context);
  return rows.map((row) => {
    const balance = balanceAt(row, at);
    const ends = runsOutAt(balance, { at, fees });
    return {
      validationId: formatId(row.validation_id),
      subnetId: formatId(row.subnet_id),
      weight: row.weight.toString(),
      ...(balance !== undefined && { balanceNavax: balance.toString() }),
      active: row.weight !== 0n && balance !== 0n,
      ...(ends !== undefined && { runsOutTimestamp: ends }),
    };
  });
}
