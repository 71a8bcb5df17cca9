import type { z } from "zod";
import { equalBytes, fromHex } from "../../avalanche/codec/bytes";
import { formatId, PRIMARY_NETWORK_ID, parseId, parseNodeId } from "../../avalanche/ids";
import {
  type AddressMetadata,
  addressMetadata,
  type EvmMetadata,
  evmMetadata,
  type newWebhook,
  type ValidatorMetadata,
  validatorMetadata,
  type WebhookEventType,
} from "../../contract/data/webhooks";
import { parseMembers } from "../../contract/route";
import { InputError } from "../../errors";
import { CHAINS } from "../request/chains";
import { readOwners, requireNetwork, type ServedNetwork } from "../request/network";

/** What a webhook watches, as the store keeps it. The addresses of an EVM webhook are rows of their own. */
export interface WebhookSettings {
  address_activity: {
    eventSignatures?: string[] | undefined;
    includeInternalTxs: boolean;
    includeLogs: boolean;
  };
  primary_network_address_activity: AddressMetadata;
  validator_activity: ValidatorMetadata;
}

type Sent = z.output<typeof newWebhook>;

/** A webhook's settings by its event type, and where its blocks are. */
export type CheckedWebhook =
  | {
      eventType: "address_activity";
      settings: WebhookSettings["address_activity"];
      chainId: string;
      addresses: Uint8Array[];
    }
  | { eventType: "primary_network_address_activity"; settings: AddressMetadata }
  | { eventType: "validator_activity"; settings: ValidatorMetadata };

/** The P-Chain's blockchain id, which answers name. */
export const P_CHAIN_ID = formatId(PRIMARY_NETWORK_ID);

/** Thresholds depend on what happens between blocks, and are no transactions: Firn does not tell them. */
const UNTOLD = ["balanceThresholdFilter", "l1ValidatorFeeBalanceThreshold"];

/** Checks what depends on the event type. @throws InputError BAD_PARAMETER, NOT_FOUND for another network */
export function checkSent(sent: Sent, network: ServedNetwork): CheckedWebhook {
  const untold = UNTOLD.find((name) => name in sent.metadata);
  if (untold !== undefined)
    throw new InputError(
      "BAD_PARAMETER",
      `metadata.${untold} is not possible: this Firn tells no thresholds`,
      {
        hint: "watch balance_change, or l1_validator_balance_increased, and compare the balance there",
      },
    );
  if (sent.eventType === "address_activity") {
    const metadata = inMetadata<EvmMetadata>(evmMetadata, sent.metadata);
    if (sent.chainId === undefined)
      throw new InputError("BAD_PARAMETER", "chainId must be the id of an EVM chain, not nothing");
    const { includeInternalTxs = false, includeLogs = false } = sent;
    return {
      eventType: sent.eventType,
      chainId: sent.chainId,
      addresses: addressBytes(metadata.addresses),
      settings: { eventSignatures: metadata.eventSignatures, includeInternalTxs, includeLogs },
    };
  }
  refuseEvmOptions(sent);
  if (sent.network === undefined)
    throw new InputError("BAD_PARAMETER", "network must be mainnet or fuji, not nothing");
  requireNetwork(network, sent.network);
  requirePChain(sent);
  if (sent.eventType === "primary_network_address_activity") {
    const settings = inMetadata<AddressMetadata>(addressMetadata, sent.metadata);
    for (const key of settings.keys) readOwners(network, key); // an address of another network or chain
    return { eventType: sent.eventType, settings };
  }
  const settings = inMetadata<ValidatorMetadata>(validatorMetadata, sent.metadata);
  checkKey(settings);
  return { eventType: sent.eventType, settings };
}

/** 20 bytes each, without repetitions. */
export function addressBytes(addresses: readonly string[]): Uint8Array[] {
  return [...new Set(addresses.map((address) => address.toLowerCase()))].map((address) => fromHex(address));
}

export function readSettings<T extends WebhookEventType>(text: string): WebhookSettings[T] {
  return JSON.parse(text) as WebhookSettings[T];
}

/** @throws InputError BAD_PARAMETER naming the member */
function inMetadata<T>(schema: z.ZodObject, metadata: Record<string, unknown>): T {
  try {
    return parseMembers(schema, metadata) as T;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError("BAD_PARAMETER", `metadata: ${error.message}`);
  }
}

/** @throws InputError BAD_PARAMETER */
function checkKey({ keyType, keys }: ValidatorMetadata): void {
  try {
    for (const key of keys) keyType === "nodeId" ? parseNodeId(key) : parseId(key);
  } catch (cause) {
    const form = keyType === "nodeId" ? "a node id such as NodeID-…" : "a subnet id";
    throw new InputError("BAD_PARAMETER", `metadata: keys must hold ${form}`, { cause });
  }
}

function refuseEvmOptions(sent: Sent): void {
  const given = (["includeInternalTxs", "includeLogs"] as const).find((name) => sent[name] !== undefined);
  if (given !== undefined)
    throw new InputError("BAD_PARAMETER", `${given} goes with address_activity only, not ${sent.eventType}`);
}

/** @throws InputError BAD_PARAMETER for another chain than P */
function requirePChain({ chainId }: Sent): void {
  if (chainId === undefined || chainId === CHAINS.p.name || chainId === "P") return;
  try {
    if (equalBytes(parseId(chainId), PRIMARY_NETWORK_ID)) return;
  } catch {
    // said below
  }
  throw new InputError("BAD_PARAMETER", `chainId must be p-chain or its id here: other chains are not told`);
}
