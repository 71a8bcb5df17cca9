import type { Registry } from "prom-client";
import { parseId } from "../../avalanche/ids";
import type { L1ValidatorLine } from "../../contract/firn/l1s";
import type { FirnValidator } from "../../contract/firn/validators";
import { listL1Validators } from "../../store/queries/l1-validator-list";
import type { RequestContext } from "../handler";
import { readHead } from "../page/snapshot-page";
import { presentL1ValidatorLine } from "../present/staking/l1";
import { readFees } from "../staking/ledger";
import { addGauge, avaxOf, type Sample } from "./samples";

/** Most L1 validators of followed chains that have samples: a list of labels must end somewhere. */
const MOST_L1_VALIDATORS = 500;

/** The own node as a validator of the Primary Network; without samples while it is none. */
export function addOwnValidator(registry: Registry, own: FirnValidator | undefined): void {
  const { period, uptimePercent, connected, stakePercent } = own ?? {};
  const add = (name: string, help: string, value: number | undefined) =>
    addGauge(registry, [`firn_validator_${name}`, help], [[{ node_id: own?.nodeId ?? "" }, value]]);
  const ratio = (percent: number | undefined) => (percent === undefined ? undefined : percent / 100);
  add(
    "active",
    "Whether the own node validates the Primary Network now.",
    own && Number(period?.status === "active"),
  );
  add(
    "connected",
    "Whether the node says that the validator is connected.",
    connected === undefined ? undefined : Number(connected),
  );
  add(
    "uptime_ratio",
    "Uptime of the own validator in this period, as its peers see it.",
    ratio(uptimePercent),
  );
  add("start_timestamp_seconds", "When its period began, or begins.", period?.startTimestamp);
  add("end_timestamp_seconds", "When its period ends.", period?.endTimestamp);
  add("stake_avax", "Its own stake.", avaxOf(period?.weight));
  add("delegated_avax", "What is delegated to it.", avaxOf(period?.delegatedWeight));
  add("stake_ratio", "Its share of the Primary Network's stake, with delegations.", ratio(stakePercent));
  add(
    "potential_reward_avax",
    "Reward of its own stake, if it is rewarded.",
    avaxOf(period?.potentialReward),
  );
}

/** An L1 validator that has samples. */
interface WatchedL1Validator
  extends Pick<
    L1ValidatorLine,
    "validationId" | "nodeId" | "weight" | "active" | "balanceNavax" | "runsOutTimestamp"
  > {
  subnetId: string;
}

/** L1 validators of the own node and of the followed L1s, each once. */
export function addL1Validators(
  registry: Registry,
  own: FirnValidator | undefined,
  followed: readonly WatchedL1Validator[],
): void {
  const ofOwn = (own?.l1Validations ?? [])
    .filter(({ weight }) => weight !== "0")
    .map((validation) => ({ ...validation, nodeId: own?.nodeId ?? "" }));
  const known = new Set(ofOwn.map(({ validationId }) => validationId));
  const all: WatchedL1Validator[] = [
    ...ofOwn,
    ...followed.filter(({ validationId }) => !known.has(validationId)),
  ];
  const add = (name: string, help: string, read: (validator: WatchedL1Validator) => number | undefined) =>
    addGauge(
      registry,
      [`firn_l1_validator_${name}`, help],
      all.map((validator): Sample => {
        const { validationId, subnetId, nodeId } = validator;
        const labels = { validation_id: validationId, subnet_id: subnetId, node_id: nodeId };
        return [{ ...labels, own: String(nodeId === own?.nodeId) }, read(validator)];
      }),
    );
  add("active", "Whether an L1 validator has balance left.", ({ active }) => Number(active));
  add("weight", "Its weight, in the L1's own units.", ({ weight }) => Number(weight));
  add("balance_avax", "What is left of its balance.", ({ balanceNavax }) => avaxOf(balanceNavax));
  add(
    "runs_out_timestamp_seconds",
    "When its balance is used up at the current fee.",
    ({ runsOutTimestamp }) => runsOutTimestamp,
  );
}

/** Validators of these L1s, `MOST_L1_VALIDATORS` at most. @param subnetIds cb58 */
export async function readFollowedL1s(
  context: RequestContext,
  subnetIds: readonly string[],
): Promise<WatchedL1Validator[]> {
  const now = { at: await readHead(context), fees: await readFees(context) };
  const found: WatchedL1Validator[] = [];
  for (const subnetId of new Set(subnetIds)) {
    const limit = MOST_L1_VALIDATORS - found.length;
    if (limit === 0) break;
    const list = { at: now.at, subnetId: parseId(subnetId), which: "present", limit } as const;
    for (const row of await listL1Validators(context.db, list))
      found.push({ ...presentL1ValidatorLine(row, now), subnetId });
  }
  return found;
}
