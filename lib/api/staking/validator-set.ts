import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { effectsOfKind } from "../../avalanche/effects";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { effectsOf } from "../../avalanche/p/txs";
import type { SetMember } from "../../avalanche/warp-set";
import { listL1Validators } from "../../store/queries/l1-validator-list";
import { listStakes, type Moment, type StakeAt, sumDelegations } from "../../store/queries/stake-list";
import { STAKE_ROLE } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import { decodePTxs } from "../transactions/p-facts";
import { MOST_VALIDATORS } from "./l1s";

/** BLS keys of stakes, by the position of their transaction; undefined for one without. */
export type StakeKeys = Map<number, Uint8Array | undefined>;

/**
 * The validators of a subnet at a moment, as the node has them.
 * @param keys those that are known already; others are added
 * @source avalanchego vms/platformvm/validators/manager.go
 */
export async function readValidatorSet(
  context: RequestContext,
  { subnetId, at, keys }: { subnetId: Uint8Array; at: Moment; keys: StakeKeys },
): Promise<SetMember[]> {
  const { db } = context;
  const running = { role: STAKE_ROLE.validator, statuses: ["active"] } as const;
  const list = { ...running, at, order: "asc", limit: MOST_VALIDATORS } as const;
  const stakes = await listStakes(db, { ...list, subnetId });
  const isPrimary = equalBytes(subnetId, PRIMARY_NETWORK_ID);
  // A subnet's validator signs with the key that it registered for the primary network.
  const nodeIds = stakes.map(({ node_id }) => node_id);
  const signing =
    isPrimary || stakes.length === 0
      ? stakes
      : await listStakes(db, { ...list, subnetId: PRIMARY_NETWORK_ID, nodeIds });
  await addKeys(context, signing, keys);
  const keyOf = new Map(signing.map(({ node_id, position }) => [toHex(node_id), keys.get(position)]));
  const delegated = new Map(
    (stakes.length === 0 ? [] : await sumDelegations(db, { at, subnetId }))
      .filter(({ status }) => status === "active")
      .map(({ node_id, weight }) => [toHex(node_id), weight]),
  );
  const validations = await listL1Validators(db, { at, subnetId, which: "present", limit: MOST_VALIDATORS });
  return [
    ...stakes.map(({ node_id: nodeId, weight }) => {
      const publicKey = keyOf.get(toHex(nodeId));
      const all = weight + (delegated.get(toHex(nodeId)) ?? 0n);
      return { nodeId, weight: all, ...(publicKey && { publicKey }) };
    }),
    ...validations.map(({ node_id, weight, balance, public_key: publicKey }) =>
      balance === 0n ? { nodeId: INACTIVE, weight } : { nodeId: node_id, weight, publicKey },
    ),
  ];
}

const INACTIVE = new Uint8Array(20);

async function addKeys(context: RequestContext, stakes: readonly StakeAt[], keys: StakeKeys): Promise<void> {
  const unknown = stakes.map(({ position }) => position).filter((position) => !keys.has(position));
  if (unknown.length === 0) return;
  for (const [position, { tx }] of await decodePTxs(context, unknown))
    keys.set(position, effectsOfKind(effectsOf(tx), "staker.added")[0]?.bls?.publicKey);
}
