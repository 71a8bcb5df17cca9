import { parseId } from "../../avalanche/ids";
import { P_TXS, type PTxType } from "../../avalanche/p/txs";
import type { PChainTransaction } from "../../contract/data/p-chain";
import type { AddressSubEvent, ValidatorSubEvent } from "../../contract/data/webhooks";
import type { Message } from "../../delivery/outbox";
import { findTx, listPTxsOfBlocks } from "../../store/queries/tx";
import { CHAIN, TX_OUTCOME } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import { READ_TXS } from "../transactions/txs";
import { messageOf } from "./message";
import { P_CHAIN_ID, type WebhookSettings } from "./settings";

/** A webhook of the P-Chain, ready to be compared with what happens. */
export type PWatch = { webhookId: string } & (
  | {
      eventType: "primary_network_address_activity";
      settings: WebhookSettings["primary_network_address_activity"];
    }
  | { eventType: "validator_activity"; settings: WebhookSettings["validator_activity"] }
);

/** A validator that a transaction is about. */
interface Subject {
  nodeId: string | undefined;
  subnetId: string | undefined;
}

const REWARDS: readonly PTxType[] = ["RewardValidatorTx", "RewardAutoRenewedValidatorTx"];
const STAKES: readonly PTxType[] = [
  ...(["AddValidatorTx", "AddSubnetValidatorTx", "AddPermissionlessValidatorTx"] as const),
  "AddAutoRenewedValidatorTx",
];
const DELEGATIONS: readonly PTxType[] = ["AddDelegatorTx", "AddPermissionlessDelegatorTx"];

const REWARD_TYPE_IDS: ReadonlySet<number> = new Set(
  P_TXS.filter(({ name }) => REWARDS.includes(name)).map(({ typeId }) => typeId),
);

/**
 * Messages of a stored block by webhook; undefined while it is not decided what a proposal in it does, which the next block
 * does.
 */
export async function readPMessages(
  context: RequestContext,
  height: number,
  watches: readonly PWatch[],
): Promise<Map<string, Message[]> | undefined> {
  const rows = await listPTxsOfBlocks(context.db, { from: height, to: height });
  if (rows.some(({ tx_type, outcome }) => REWARD_TYPE_IDS.has(tx_type) && outcome === null)) return undefined;
  // Nothing is distributed by a proposal that was not accepted.
  const effective = rows.filter(
    ({ tx_type, outcome }) => !REWARD_TYPE_IDS.has(tx_type) || outcome === TX_OUTCOME.committed,
  );
  const transactions = await READ_TXS.p(
    context,
    effective.map(({ position }) => position),
  );
  const messages = new Map<string, Message[]>();
  for (const transaction of transactions) {
    const subjects = await readSubjects(context, transaction);
    for (const watch of watches)
      for (const event of eventsOf(watch, transaction, subjects)) {
        const { webhookId, eventType } = watch;
        const key = [P_CHAIN_ID, transaction.txHash, event.subEvent];
        const message = messageOf({
          webhookId,
          eventType,
          key,
          event: { network: context.network.servedAs, ...event, transaction },
        });
        messages.set(webhookId, [...(messages.get(webhookId) ?? []), message]);
      }
  }
  return messages;
}

interface PEvent {
  subEvent: AddressSubEvent | ValidatorSubEvent;
  keyType: string;
  /** The watched keys that it is about. */
  keys: string[];
}

function eventsOf(watch: PWatch, transaction: PChainTransaction, subjects: readonly Subject[]): PEvent[] {
  const { settings } = watch;
  if (watch.eventType === "primary_network_address_activity") {
    const { keyType, subEvents } = watch.settings;
    return subEvents.addressActivitySubEvents.flatMap((subEvent) => {
      const keys = watch.settings.keys.filter((key) => isMoved(key, subEvent, transaction));
      return keys.length === 0 ? [] : [{ subEvent, keyType, keys }];
    });
  }
  if (!subjects.some((subject) => isWatched(subject, watch.settings))) return [];
  const subEvent = validatorEventOf(transaction);
  const isAsked =
    subEvent !== undefined && watch.settings.subEvents.validatorActivitySubEvents.includes(subEvent);
  return isAsked ? [{ subEvent, keyType: settings.keyType, keys: settings.keys }] : [];
}

/** Whether outputs of an owner were consumed or made; of a reward, those that are a reward. */
function isMoved(
  key: string,
  subEvent: AddressSubEvent,
  { consumedUtxos, emittedUtxos, txType }: PChainTransaction,
): boolean {
  const owner = key.replace(/^P-/, "");
  if (subEvent === "reward_distribution")
    return (
      REWARDS.includes(txType as PTxType) &&
      emittedUtxos.some(({ rewardType, addresses }) => rewardType !== undefined && addresses.includes(owner))
    );
  return [...consumedUtxos, ...emittedUtxos].some(({ addresses }) => addresses.includes(owner));
}

function isWatched({ nodeId, subnetId }: Subject, settings: WebhookSettings["validator_activity"]): boolean {
  const { keyType, keys, nodeIds = [], subnetIds = [] } = settings;
  const isKey = (keyType === "nodeId" ? nodeId : subnetId) === keys[0];
  return (
    isKey &&
    (nodeIds.length === 0 || nodeIds.includes(nodeId ?? "")) &&
    (subnetIds.length === 0 || subnetIds.includes(subnetId ?? ""))
  );
}

function validatorEventOf({ txType, l1ValidatorDetails }: PChainTransaction): ValidatorSubEvent | undefined {
  const type = txType as PTxType;
  if (STAKES.includes(type)) return "validator_stake";
  if (DELEGATIONS.includes(type)) return "delegator_stake";
  if (REWARDS.includes(type)) return "reward_distribution";
  if (type === "IncreaseL1ValidatorBalanceTx") return "l1_validator_balance_increased";
  if (type === "DisableL1ValidatorTx") return "l1_validator_disabled";
  const isRemoval =
    type === "SetL1ValidatorWeightTx" && l1ValidatorDetails?.some(({ weight }) => weight === 0);
  return isRemoval ? "l1_validator_removed" : undefined;
}

/** The validators that a transaction is about: of a reward, the one whose stake it ends. */
async function readSubjects(context: RequestContext, transaction: PChainTransaction): Promise<Subject[]> {
  const { l1ValidatorDetails = [], stakingTxHash, txType } = transaction;
  const l1 = l1ValidatorDetails.map(({ nodeId, subnetId }) => ({ nodeId, subnetId }));
  if (!REWARDS.includes(txType as PTxType) || stakingTxHash === undefined)
    return [...l1, subjectOf(transaction)];
  const row = await findTx(context.db, CHAIN.p, parseId(stakingTxHash));
  const [staking] = row === undefined ? [] : await READ_TXS.p(context, [row.position]);
  return staking === undefined ? [] : [subjectOf(staking)];
}

/** Stakes of the Primary Network name no subnet. */
function subjectOf({ nodeId, subnetId = P_CHAIN_ID }: PChainTransaction): Subject {
  return { nodeId, subnetId };
}
