import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { formatId, PRIMARY_NETWORK_ID, parseId, parseNodeId } from "../../avalanche/ids";
import * as subnets from "../../contract/node/platform-subnets";
import { InputError } from "../../errors";
import { type Addresses, openAddresses, within } from "../go/address";
import { readCb58Id } from "../go/cb58";
import { type Answer, answers } from "../http/json2";
import type { Blockchain, PLedger } from "../ledger/p-ledger";
import { type ChainNode, nextPTxs } from "./chain";

/**
 * The P-Chain API of subnets and blockchains.
 * @source AvalancheGo vms/platformvm/service.go
 */
export function platformSubnetMethods(node: ChainNode): Answer[] {
  const { ledger, chains, hrp } = node;
  const addresses = openAddresses(chains, "P", hrp);
  return [
    answers(subnets.getBlockchains, () => ({
      blockchains: [...ledger.p.subnetIds(), PRIMARY_NETWORK_ID].flatMap((subnetId) =>
        ledger.p.blockchains(subnetId).map(presentBlockchain),
      ),
    })),
    answers(subnets.getBlockchainStatus, ({ blockchainID }) => ({ status: statusOf(node, blockchainID) })),
    answers(subnets.validates, ({ subnetID }) => {
      const subnetId = parseId(subnetID);
      checkSubnet(ledger.p, subnetID);
      return { blockchainIDs: ledger.p.blockchains(subnetId).map((each) => formatId(each.blockchainId)) };
    }),
    answers(subnets.validatedBy, ({ blockchainID }) => ({
      subnetID: formatId(subnetOf(ledger.p, blockchainID)),
    })),
    answers(subnets.getSubnet, ({ subnetID }) => presentSubnet(ledger.p, subnetID, addresses)),
    answers(subnets.getSubnets, ({ ids }) => {
      const all = ledger.p.subnetIds().map((subnetId) => formatId(subnetId));
      const requested = ids.length === 0 ? [...all, PRIMARY] : [...new Set(ids)];
      const found = requested.filter((id) => id === PRIMARY || all.includes(id));
      return { subnets: found.length === 0 ? null : found.map((id) => listed(ledger.p, id, addresses)) };
    }),
  ];
}

const PRIMARY = formatId(PRIMARY_NETWORK_ID);
const NONE = formatId(new Uint8Array(32));

/** Fields of a subnet's TransformSubnetTx. @throws InputError in the node's words if the subnet was not transformed */
export function transformationOf(p: PLedger, subnetId: Uint8Array) {
  const tx = p.transformation(subnetId);
  if (tx?.txType === "TransformSubnetTx") return tx.unsigned;
  throw new InputError(
    "NOT_FOUND",
    `failed fetching subnet transformation for ${formatId(subnetId)}: not found`,
  );
}

/**
 * This node validates a chain that it runs, or follows it (`Syncing`). Any other chain may have been created, or be
 * created by the next block. The P-Chain, which no transaction creates, never counts as validated.
 */
function statusOf(
  node: ChainNode,
  nameOrId: string,
): "Validating" | "Syncing" | "Created" | "Preferred" | "Unknown" {
  if (nameOrId === "") throw new InputError("BAD_PARAMETER", "argument 'blockchainID' not given");
  const { p } = node.ledger;
  const running = node.chains.find(nameOrId);
  const isThere = running === PRIMARY || (running && p.blockchain(parseId(running)) !== undefined);
  if (running !== undefined && isThere) return validatesHere(node, running) ? "Validating" : "Syncing";
  const id = within(`problem parsing blockchainID ${JSON.stringify(nameOrId)}`, () => readCb58Id(nameOrId));
  if (p.blockchain(id) !== undefined) return "Created";
  const preferred = nextPTxs(node).some(
    ({ txType, txId }) => txType === "CreateChainTx" && equalBytes(txId, id),
  );
  return preferred ? "Preferred" : "Unknown";
}

function validatesHere({ ledger, history }: ChainNode, blockchainId: string): boolean {
  const { state, sets } = ledger.p;
  const subnetId = ledger.p.blockchain(parseId(blockchainId))?.subnetId;
  if (subnetId === undefined) return false;
  const set = sets.at(state.chain().height).get(toHex(subnetId));
  return set?.has(toHex(parseNodeId(history.recording.network.nodeId))) ?? false;
}

function presentBlockchain({ blockchainId, name, subnetId, vmId }: Blockchain) {
  return { id: formatId(blockchainId), name, subnetID: formatId(subnetId), vmID: formatId(vmId) };
}

function checkSubnet(p: PLedger, subnetID: string): void {
  if (subnetID === PRIMARY) return;
  const tx = p.tx(parseId(subnetID))?.tx;
  if (tx === undefined)
    throw new InputError("NOT_FOUND", `problem retrieving subnet "${subnetID}": not found`);
  if (tx.txType !== "CreateSubnetTx") throw new InputError("BAD_PARAMETER", `"${subnetID}" is not a subnet`);
}

/** @source AvalancheGo vms/platformvm/validators/manager.go GetSubnetID */
function subnetOf(p: PLedger, blockchainID: string): Uint8Array {
  if (blockchainID === PRIMARY) return PRIMARY_NETWORK_ID;
  const tx = p.tx(parseId(blockchainID))?.tx;
  if (tx === undefined)
    throw new InputError("NOT_FOUND", `problem retrieving blockchain "${blockchainID}": not found`);
  if (tx.txType === "CreateChainTx") return tx.unsigned.subnetId;
  throw new InputError("BAD_PARAMETER", `"${blockchainID}" is not a blockchain`);
}

function presentSubnet(p: PLedger, subnetID: string, addresses: Addresses) {
  if (subnetID === PRIMARY) throw new InputError("BAD_PARAMETER", "the primary network isn't a subnet");
  const subnetId = parseId(subnetID);
  const { owner, conversion } = p.state.subnet(subnetId) ?? {};
  if (owner === undefined) throw new InputError("NOT_FOUND", "not found");
  const transformation = p.transformation(subnetId);
  return {
    isPermissioned: transformation === undefined && conversion === undefined,
    controlKeys: owner.addresses.map((address) => addresses.format(address)),
    threshold: String(owner.threshold),
    locktime: String(owner.locktime),
    subnetTransformationTxID: transformation ? formatId(transformation.txId) : NONE,
    conversionID: conversion ? formatId(conversion.conversionId) : NONE,
    managerChainID: conversion ? formatId(conversion.managerChainId) : NONE,
    managerAddress: conversion ? toHex(conversion.managerAddress) : null,
  };
}

/** The primary network and transformed subnets have no control keys. */
function listed(p: PLedger, subnetID: string, addresses: Addresses) {
  const subnetId = parseId(subnetID);
  const owner = p.transformation(subnetId) === undefined ? p.state.subnet(subnetId)?.owner : undefined;
  return {
    id: subnetID,
    controlKeys: (owner?.addresses ?? []).map((address) => addresses.format(address)),
    threshold: String(owner?.threshold ?? 0),
  };
}
