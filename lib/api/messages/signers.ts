import { concatBytes, equalBytes, toHex } from "../../avalanche/codec/bytes";
import { openSignature } from "../../avalanche/crypto/bls";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { type WarpSet, warpSetOf } from "../../avalanche/warp-set";
import type { PrimaryDb } from "../../store/db";
import { rangeOfTimes, readBlock } from "../../store/queries/block";
import { findBlockchain } from "../../store/queries/subnet";
import { listValidatorChanges } from "../../store/queries/validator-changes";
import { CHAIN, heightOf } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import { type PMoment, readHead, readMoment } from "../page/snapshot-page";
import { readValidatorSet, type StakeKeys } from "../staking/validator-set";
import type { SignedMessage } from "./signed";

/** The validators whose keys made a message's signature. */
export interface ProvedSigners {
  subnetId: Uint8Array;
  /** Of the P-Chain: the newest one before the arrival at which these keys had the positions that the signature names. */
  height: number;
  set: WarpSet;
}

/** Sets of validators that are tried, of one subnet. */
const MOST_SETS = 64;

/** Clocks of chains may differ by as many seconds. @source avalanchego: blocks may be so far in the future */
const CLOCKS_DIFFER = 10;

/**
 * Who signed a message. Its signature names positions in the validator set that its destination's block was checked with;
 * which set that was, is not in the message. So sets are tried, from the newest before the arrival back, until the keys at
 * these positions made the signature.
 * @returns undefined if none of them did
 */
export async function findSigners(
  context: RequestContext,
  { destination, ...message }: SignedMessage & { destination: Uint8Array | undefined },
): Promise<ProvedSigners | undefined> {
  const { warp } = message;
  const last = await readLastMoment(context, message, destination);
  if (last === undefined) return undefined;
  const keys: StakeKeys = new Map();
  const tried = new Set<string>();
  const signature = openSignature(warp.unsigned, warp.signature);
  for (const subnetId of await signingSubnets(context, warp.sourceChainId, destination)) {
    const changes = await listValidatorChanges(context.db, { subnetId, at: last, limit: MOST_SETS });
    for (const height of new Set([last.height, ...changes.map((change) => Math.max(0, change - 1))])) {
      const at = await readMoment(context, height);
      if (at === undefined) continue;
      const set = warpSetOf(await readValidatorSet(context, { subnetId, at, keys }));
      const named = warp.signers.flatMap((position) => set.signers[position]?.publicKey ?? []);
      if (named.length < warp.signers.length) continue;
      const together = toHex(concatBytes(...named));
      if (tried.has(together)) continue;
      tried.add(together);
      if (signature.isOfAll(named)) return { subnetId, height, set };
    }
  }
  return undefined;
}

/**
 * The newest P-Chain block that a message's block can have been checked with: of a block of the C-Chain the one that its
 * proposer named, of the P-Chain the one before, of others the last one of its time. Undefined where it is not stored.
 */
async function readLastMoment(
  context: RequestContext,
  { chainId, height, time }: SignedMessage,
  destination: Uint8Array | undefined,
): Promise<PMoment | undefined> {
  const { db, network } = context;
  const isC = destination && network.cChainId && equalBytes(destination, network.cChainId);
  const named = isC ? (await readBlock(db, CHAIN.c, height))?.proposer_p_chain_height : undefined;
  const at = chainId === undefined ? height - 1 : (named ?? (await lastHeightAt(db, time + CLOCKS_DIFFER)));
  const head = await readHead(context);
  return at >= head.height ? head : readMoment(context, at);
}

async function lastHeightAt(db: PrimaryDb, time: number): Promise<number> {
  const range = { start: undefined, end: time + 1, order: "desc" } as const;
  return heightOf((await rangeOfTimes(db, CHAIN.p, range)).below) - 1;
}

/**
 * Subnets whose validators may have signed. A chain may be set up to take messages of the primary network's chains from its
 * own validators, and takes those of the P-Chain only from them.
 * @source avalanchego graft/subnet-evm/precompile/contracts/warp/config.go: VerifyPredicate
 */
async function signingSubnets(
  context: RequestContext,
  source: Uint8Array,
  destination: Uint8Array | undefined,
): Promise<Uint8Array[]> {
  const ofSource = await readSubnetId(context, source);
  if (ofSource === undefined) return [];
  if (!equalBytes(ofSource, PRIMARY_NETWORK_ID)) return [ofSource];
  const own = destination && (await readSubnetId(context, destination));
  return own === undefined || equalBytes(own, ofSource) ? [ofSource] : [own, ofSource];
}

/** The subnet of a blockchain; undefined for one that is not known. */
async function readSubnetId(
  { db, network: { xChainId, cChainId } }: RequestContext,
  blockchainId: Uint8Array,
): Promise<Uint8Array | undefined> {
  const isPrimary = [PRIMARY_NETWORK_ID, xChainId, cChainId].some(
    (id) => id !== undefined && equalBytes(id, blockchainId),
  );
  return isPrimary ? PRIMARY_NETWORK_ID : (await findBlockchain(db, blockchainId))?.subnet_id;
}
