import { sha256 } from "#sha256";
import { equalBytes, toHex } from "../codec/bytes";
import { Writer } from "../codec/cursor";
import { PRIMARY_NETWORK_ID } from "../ids";
import { compareBytes } from "../ledger/staker-order";
import { genesisBlock } from "./genesis";
import type { Allocation, GenesisConfig, InitialStaker } from "./genesis-config";

/** Type ids of the codecs, see p/ and x/. */
const TYPE = {
  transferOutput: 7,
  input: 10,
  outputOwners: 11,
  addValidatorTx: 12,
  createChainTx: 15,
  lockOut: 22,
  addPermissionlessValidatorTx: 25,
  proofOfPossession: 28,
  xCreateAssetTx: 1,
};

/** nAVAX allocated to an address at genesis. */
interface Holding {
  amount: bigint;
  locktime: bigint;
  address: Uint8Array;
  ethAddress: Uint8Array;
}

/**
 * The P-Chain genesis bytes that AvalancheGo builds from a configuration.
 * @source avalanchego genesis/genesis.go FromConfig, vms/platformvm/genesis/genesis.go New
 */
export function buildGenesis(config: GenesisConfig): Uint8Array {
  const { networkId, startTime } = config;
  const xGenesis = buildXGenesis(config);
  const build: Build = { networkId, startTime, avaxAssetId: xGenesis.avaxAssetId };
  const staked = new Set(config.initialStakedFunds.map(toHex));
  const free = config.allocations.filter(({ address }) => !staked.has(toHex(address)));
  const funds = config.allocations.filter(({ address }) => staked.has(toHex(address)));
  const utxos = free.flatMap(holdingsOf).filter(({ amount }) => amount > 0n);
  const stakes = splitStake(funds, config.initialStakers.length);

  const writer = new Writer(1 << 16);
  writer.u16(0);
  writer.u32(utxos.length);
  utxos.forEach((holding, index) => {
    writer.put(PRIMARY_NETWORK_ID);
    writer.u32(index);
    writeOutput(writer, build, holding);
    writeBytes(writer, holding.ethAddress);
  });
  const validators = byEnd(config);
  writer.u32(validators.length);
  for (const { staker, index, end } of validators)
    writeValidator(writer, build, { staker, end, stake: stakes[index] ?? [] });
  writer.u32(2);
  writeChain(writer, build, {
    name: "X-Chain",
    vm: "avm",
    fxs: ["secp256k1fx", "nftfx", "propertyfx"],
    genesis: xGenesis.bytes,
  });
  writeChain(writer, build, { name: "C-Chain", vm: "evm", fxs: [], genesis: utf8(config.cChainGenesis) });
  writer.u64(startTime);
  writer.u64(initialSupply(config));
  writeText(writer, config.message);
  return writer.finish();
}

/**
 * The genesis bytes that lead to a chain's first block. The local network's start time advances in steps: the node uses
 * the latest step before the time it first ran. So every step up to `latest` (that block's time is enough) is tried.
 * @param first block 1's parent, and unix seconds
 * @returns undefined if no start of this configuration fits: the configuration is another network's
 */
export function findGenesis(
  config: GenesisConfig,
  first: { parentId: Uint8Array; latest: bigint },
): Uint8Array | undefined {
  const last = config.networkId === LOCAL_NETWORK ? first.latest : config.startTime;
  for (let startTime = config.startTime; startTime <= last; startTime += START_STEP) {
    const bytes = buildGenesis({ ...config, startTime });
    if (equalBytes(genesisBlock(bytes).blockId, first.parentId)) return bytes;
  }
  return undefined;
}

const LOCAL_NETWORK = 12345;
/** Step of the local network's start time, seconds. */
const START_STEP = 270n * 86_400n;

interface Build {
  networkId: number;
  startTime: bigint;
  avaxAssetId: Uint8Array;
}

/** X-Chain genesis: one asset, AVAX. Its id is that of the transaction that creates it. */
function buildXGenesis(config: GenesisConfig): { bytes: Uint8Array; avaxAssetId: Uint8Array } {
  const holders = config.allocations
    .filter(({ initialAmount }) => initialAmount > 0n)
    .sort((a, b) => compareBigints(a.initialAmount, b.initialAmount) || compareBytes(a.address, b.address));
  const body = new Writer(1 << 12);
  writeBase(
    body,
    config.networkId,
    holders.map(({ ethAddress }) => ethAddress),
  );
  writeText(body, "Avalanche");
  writeText(body, "AVAX");
  body.u8(9);
  body.u32(1);
  body.u32(0);
  body.u32(holders.length);
  for (const { initialAmount, address } of holders) writeTransferOutput(body, initialAmount, address);

  const tx = new Writer(1 << 12);
  tx.u16(0);
  tx.u32(TYPE.xCreateAssetTx);
  tx.put(body.finish());
  tx.u32(0);

  const genesis = new Writer(1 << 12);
  genesis.u16(0);
  genesis.u32(1);
  writeText(genesis, "AVAX");
  genesis.put(body.finish());
  return { bytes: genesis.finish(), avaxAssetId: sha256(tx.finish()) };
}

/** Initial stakers in the node's order: that of a binary heap by end time, pushed one after another. */
function byEnd(config: GenesisConfig): { staker: InitialStaker; index: number; end: bigint }[] {
  const last = config.startTime + config.initialStakeDuration;
  const heap: { staker: InitialStaker; index: number; end: bigint }[] = [];
  config.initialStakers.forEach((staker, index) => {
    const item = { staker, index, end: last - config.initialStakeDurationOffset * BigInt(index) };
    let at = heap.length;
    for (;;) {
      const parent = heap[(at - 1) >> 1];
      if (at === 0 || parent === undefined || parent.end <= item.end) break;
      heap[at] = parent;
      at = (at - 1) >> 1;
    }
    heap[at] = item;
  });
  return heap;
}

/** Distributes staked funds among `count` stakers: equal amounts, and the remainder of the division to the last one. */
function splitStake(funds: readonly Allocation[], count: number): Holding[][] {
  const holdings = funds.flatMap(holdingsOf);
  const each = holdings.reduce((sum, { amount }) => sum + amount, 0n) / BigInt(Math.max(1, count));
  const stakes: Holding[][] = [];
  let stake: Holding[] = [];
  let filled = 0n;
  for (const holding of holdings) {
    let left = holding.amount;
    while (filled + left > each && stakes.length < count - 1) {
      stake.push({ ...holding, amount: each - filled });
      left -= each - filled;
      stakes.push(stake);
      stake = [];
      filled = 0n;
    }
    if (left === 0n) continue;
    stake.push({ ...holding, amount: left });
    filled += left;
  }
  return [...stakes, stake];
}

function holdingsOf({ unlocks, address, ethAddress }: Allocation): Holding[] {
  return unlocks.map((unlock) => ({ ...unlock, address, ethAddress }));
}

function initialSupply({ allocations }: GenesisConfig): bigint {
  return allocations.reduce(
    (sum, { initialAmount, unlocks }) =>
      unlocks.reduce((part, { amount }) => part + amount, sum + initialAmount),
    0n,
  );
}

function writeValidator(
  writer: Writer,
  build: Build,
  { staker, end, stake }: { staker: InitialStaker; end: bigint; stake: readonly Holding[] },
): void {
  const { bls, delegationFee, rewardAddress } = staker;
  writer.u32(bls === undefined ? TYPE.addValidatorTx : TYPE.addPermissionlessValidatorTx);
  writeBase(writer, build.networkId, []);
  writer.put(staker.nodeId);
  writer.u64(build.startTime);
  writer.u64(end);
  writer.u64(stake.reduce((sum, { amount }) => sum + amount, 0n));
  if (bls !== undefined) {
    writer.put(PRIMARY_NETWORK_ID);
    writer.u32(TYPE.proofOfPossession);
    writer.put(bls.publicKey);
    writer.put(bls.proofOfPossession);
  }
  writer.u32(stake.length);
  for (const holding of [...stake].sort(compareHoldings)) writeOutput(writer, build, holding);
  writeOwner(writer, rewardAddress);
  if (bls !== undefined) writeOwner(writer, rewardAddress);
  writer.u32(delegationFee);
  writer.u32(0);
}

function writeChain(
  writer: Writer,
  build: Build,
  chain: { name: string; vm: string; fxs: readonly string[]; genesis: Uint8Array },
): void {
  writer.u32(TYPE.createChainTx);
  writeBase(writer, build.networkId, []);
  writer.put(PRIMARY_NETWORK_ID);
  writeText(writer, chain.name);
  writer.put(padded(chain.vm));
  writer.u32(chain.fxs.length);
  for (const fx of chain.fxs) writer.put(padded(fx));
  writeBytes(writer, chain.genesis);
  writer.u32(TYPE.input);
  writer.u32(0);
  writer.u32(0);
}

/** A transaction's base without inputs and outputs, on the chain with the zero id. The memo is the concatenated parts. */
function writeBase(writer: Writer, networkId: number, memo: readonly Uint8Array[]): void {
  writer.u32(networkId);
  writer.put(PRIMARY_NETWORK_ID);
  writer.u32(0);
  writer.u32(0);
  writer.u32(memo.reduce((sum, part) => sum + part.length, 0));
  for (const part of memo) writer.put(part);
}

function writeOutput(writer: Writer, build: Build, { amount, locktime, address }: Holding): void {
  writer.put(build.avaxAssetId);
  if (locktime > build.startTime) {
    writer.u32(TYPE.lockOut);
    writer.u64(locktime);
  }
  writeTransferOutput(writer, amount, address);
}

function writeTransferOutput(writer: Writer, amount: bigint, address: Uint8Array): void {
  writer.u32(TYPE.transferOutput);
  writer.u64(amount);
  writeSoleOwner(writer, address);
}

function writeOwner(writer: Writer, address: Uint8Array): void {
  writer.u32(TYPE.outputOwners);
  writeSoleOwner(writer, address);
}

function writeSoleOwner(writer: Writer, address: Uint8Array): void {
  writer.u64(0n);
  writer.u32(1);
  writer.u32(1);
  writer.put(address);
}

function writeText(writer: Writer, text: string): void {
  const bytes = utf8(text);
  writer.u16(bytes.length);
  writer.put(bytes);
}

function writeBytes(writer: Writer, bytes: Uint8Array): void {
  writer.u32(bytes.length);
  writer.put(bytes);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Ids of built-in virtual machines and feature extensions are their names, padded with zeros. */
function padded(name: string): Uint8Array {
  const id = new Uint8Array(32);
  id.set(utf8(name));
  return id;
}

function compareHoldings(a: Holding, b: Holding): number {
  return (
    compareBigints(a.locktime, b.locktime) ||
    compareBigints(a.amount, b.amount) ||
    compareBytes(a.address, b.address)
  );
}

function compareBigints(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
