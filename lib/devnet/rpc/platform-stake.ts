import type { z } from "zod";
import { concatBytes, fromHex, toHex } from "../../avalanche/codec/bytes";
import type { Output } from "../../avalanche/effects";
import { formatId, formatNodeId, PRIMARY_NETWORK_ID, parseId } from "../../avalanche/ids";
import { encodeUtxo } from "../../avalanche/utxo/utxo";
import { type SetMember, warpSetOf } from "../../avalanche/warp-set";
import * as stakers from "../../contract/node/platform-stakers";
import { InputError } from "../../errors";
import { openAddresses } from "../go/address";
import { encodeBytes } from "../go/hex";
import { type Answer, answers } from "../http/json2";
import type { PLedger } from "../ledger/p-ledger";
import type { ValidatorSet } from "../ledger/validator-sets";
import type { ChainNode } from "./chain";
import { transformationOf } from "./platform-subnets";
import { amountsByAsset } from "./utxos";

/**
 * The P-Chain API of stake, supply and validator sets.
 * @source AvalancheGo vms/platformvm/service.go
 */
export function platformStakeMethods(node: ChainNode): Answer[] {
  const { ledger, recorded } = node;
  return [
    answers(stakers.getCurrentSupply, ({ subnetID }) => {
      const supply = ledger.p.state.subnet(parseId(subnetID))?.supply;
      if (supply === undefined)
        throw new InputError("NOT_FOUND", "fetching current supply failed: not found");
      return { supply: String(supply), height: String(ledger.p.state.chain().height) };
    }),
    answers(stakers.getTotalStake, ({ subnetID }) => {
      const weight = String(weightOf(setsAt(ledger.p, "proposed").get(toHex(parseId(subnetID)))));
      return { stake: weight, weight };
    }),
    answers(stakers.getMinStake, ({ subnetID }) => {
      const subnetId = parseId(subnetID);
      const { minValidatorStake, minDelegatorStake } =
        subnetID === PRIMARY ? ledger.rules.staking : transformationOf(ledger.p, subnetId);
      return {
        minValidatorStake: String(minValidatorStake),
        minDelegatorStake: String(minDelegatorStake),
      };
    }),
    answers(stakers.getStake, (params) => presentStake(node, params)),
    answers(stakers.getValidatorsAt, ({ height, subnetID }) => {
      const set = setsAt(ledger.p, height, subnetID).get(toHex(parseId(subnetID)));
      return byText(
        [...(set?.values() ?? [])].map((member) => [formatNodeId(member.nodeId), presentMember(member)]),
      );
    }),
    answers(stakers.getAllValidatorsAt, ({ height }) => {
      const sets = [...setsAt(ledger.p, height)].map(
        ([subnetId, set]) => [formatId(fromHex(subnetId)), presentSigners(set)] as const,
      );
      return { validatorSets: byText(sets) };
    }),
    // Samples are random: they are answered only as recorded.
    answers(stakers.sampleValidators, ({ size, subnetID }) => {
      const params = subnetID === PRIMARY ? { size: Number(size) } : { size: Number(size), subnetID };
      const outcome = recorded.find("/ext/bc/P", stakers.sampleValidators.name, params);
      if (outcome !== undefined && "result" in outcome) return outcome.result as SampleResult;
      throw new InputError("NOT_FOUND", outcome?.error.message ?? "not in this recording");
    }),
  ];
}

type SampleResult = z.input<typeof stakers.sampleValidators.result>;
type StakeParams = z.output<typeof stakers.getStake.params>;

const PRIMARY = formatId(PRIMARY_NETWORK_ID);
const MAX_STAKE_ADDRESSES = 256;

/** The sets at a height, which must be accepted. `proposed` is the last height. */
function setsAt(
  p: PLedger,
  height: bigint | "proposed",
  subnetID = PRIMARY,
): ReadonlyMap<string, ValidatorSet> {
  const { height: last } = p.state.chain();
  if (height === "proposed") return p.sets.at(last);
  if (height <= last) return p.sets.at(height);
  throw new InputError(
    "BAD_PARAMETER",
    `failed to get validator set: failed to fetch validator set at unfinalized height with SubnetID = ${subnetID}: current P-chain height (${last}) < requested P-Chain height (${height})`,
  );
}

function weightOf(set: ValidatorSet | undefined): bigint {
  return [...(set?.values() ?? [])].reduce((sum, { weight }) => sum + weight, 0n);
}

function presentMember({ publicKey, weight }: SetMember) {
  return { publicKey: publicKey ? toHex(publicKey) : null, weight: String(weight) };
}

/** Who can sign warp messages. */
function presentSigners(set: ValidatorSet) {
  const { signers, totalWeight } = warpSetOf(set.values());
  return {
    validators: signers.map(({ publicKey, weight, nodeIds }) => ({
      publicKey: toHex(publicKey),
      weight: String(weight),
      nodeIDs: nodeIds.map(formatNodeId),
    })),
    totalWeight: String(totalWeight),
  };
}

function presentStake(
  { ledger, chains, hrp }: ChainNode,
  { addresses: texts, validatorsOnly, encoding }: StakeParams,
): z.input<typeof stakers.getStake.result> {
  if (texts.length > MAX_STAKE_ADDRESSES) {
    throw new InputError(
      "BAD_PARAMETER",
      `${texts.length} addresses provided but this method can take at most ${MAX_STAKE_ADDRESSES}`,
    );
  }
  const addresses = openAddresses(chains, "P", hrp);
  const owners = new Set(texts.map((text) => toHex(addresses.parse(text))));
  const { state } = ledger.p;
  const outputs = [...state.stakers("current"), ...state.stakers("pending")]
    .filter(({ role }) => !validatorsOnly || role === "validator")
    .flatMap(({ stake }) => stake.map(({ output }) => output))
    .filter(({ owner }) => owner.addresses.some((address) => owners.has(toHex(address))));
  const staked = new Map<string, bigint>();
  for (const { assetId, amount } of outputs) {
    const asset = formatId(assetId);
    staked.set(asset, (staked.get(asset) ?? 0n) + amount);
  }
  return {
    staked: String(staked.get(formatId(ledger.p.avaxAssetId)) ?? 0n),
    stakeds: amountsByAsset(staked),
    stakedOutputs: outputs.map((output) => encodeBytes(encodeOutput(output), encoding)),
    encoding,
  };
}

/** An output as in transactions: a UTXO without the id between codec version and asset. */
function encodeOutput(output: Output): Uint8Array {
  const bytes = encodeUtxo({ txId: PRIMARY_NETWORK_ID, outputIndex: 0, output });
  return concatBytes(bytes.subarray(0, 2), bytes.subarray(2 + 32 + 4));
}

/** Members in the order of their keys, as Go writes maps. */
function byText<T>(members: (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}
