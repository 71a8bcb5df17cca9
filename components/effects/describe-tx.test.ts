import { describe, expect, it } from "vitest";
import { quoteName } from "@/components/ui/name";
import type { Effect, Output, OutputType } from "@/lib/avalanche/effects";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import { PRIMARY_NETWORK_ID } from "@/lib/avalanche/ids";
import { headTail, NARROW } from "@/lib/words/format";
import { describeTx } from "./describe-tx";
import { formatShortAddress, formatShortId } from "./format";
import type { TxContext } from "./tx-context";

const AVAX = new Uint8Array(32).fill(0xaa);
const OTHER_ASSET = new Uint8Array(32).fill(0xbb);
const C_CHAIN = new Uint8Array(32).fill(0xcc);
const SUBNET = new Uint8Array(32).fill(0x51);
const STAKING_TX = new Uint8Array(32).fill(0x57);
const VALIDATION = new Uint8Array(32).fill(0x7a);
const NODE = new Uint8Array(20).fill(0x0d);
const ALICE = new Uint8Array(20).fill(0xa1);
const BOB = new Uint8Array(20).fill(0xb0);
const CAROL = new Uint8Array(20).fill(0xca);
const NOON = 1_795_262_400n;
const DAY = 86_400n;
const N = "\u00a0";

const owner = (...addresses: Uint8Array[]) => ({ locktime: 0n, threshold: 1, addresses });
const output = (amount: bigint, to: Uint8Array[], assetId = AVAX): Output => ({
  outputType: "secp256k1.transfer",
  assetId,
  amount,
  owner: owner(...to),
});
const consumed = (amount: bigint, more: { assetId?: Uint8Array; sourceChain?: Uint8Array } = {}): Effect => ({
  kind: "utxo.consumed",
  sourceTxId: STAKING_TX,
  outputIndex: 0,
  assetId: AVAX,
  amount,
  credential: 0,
  sigIndices: [0],
  ...more,
});
const produced = (amount: bigint, to: Uint8Array[], assetId = AVAX): Effect => ({
  kind: "utxo.produced",
  outputIndex: 0,
  output: output(amount, to, assetId),
});
const staked = (amount: bigint): Effect => ({
  kind: "utxo.staked",
  outputIndex: 1,
  output: output(amount, [ALICE]),
});
const operated = (outputType: Exclude<OutputType, "secp256k1.transfer">): Effect => ({
  kind: "utxo.consumed",
  sourceTxId: STAKING_TX,
  outputIndex: 0,
  assetId: OTHER_ASSET,
  amount: 0n,
  outputType,
  credential: 0,
  sigIndices: [0],
});
const minted = (outputType: OutputType, to: Uint8Array): Effect => ({
  kind: "utxo.produced",
  outputIndex: 0,
  output: { ...output(0n, [to], OTHER_ASSET), outputType },
});
const bls = { publicKey: new Uint8Array(48) };
const pOwner = { threshold: 1, addresses: [ALICE] };
type Added = Extract<Effect, { kind: "staker.added" }>;
const added = (more: Partial<Added> = {}): Added => ({
  kind: "staker.added",
  role: "delegator",
  subnetId: PRIMARY_NETWORK_ID,
  nodeId: NODE,
  start: 0n,
  end: NOON + 90n * DAY,
  weight: 2_500_000_000_000n,
  permissioned: false,
  ...more,
});
const registered = (balance: bigint): Effect => ({
  kind: "l1Validator.registered",
  validationId: VALIDATION,
  subnetId: SUBNET,
  nodeId: NODE,
  weight: 100n,
  balance,
  bls,
  remainingBalanceOwner: pOwner,
  deactivationOwner: pOwner,
});

function sentenceOf(effects: Effect[], more: Partial<TxContext> = {}) {
  return describeTx({
    chain: "p",
    effects,
    txId: new Uint8Array(32).fill(1),
    time: NOON,
    network: { hrp: "avax", avaxAssetId: AVAX, chains: [{ id: C_CHAIN, name: "C-Chain", letter: "c" }] },
    signers: () => [ALICE],
    ...more,
  });
}

const NODE_TEXT = "NodeID-2C1RHv…";
const SUBNET_TEXT = "subnet cp9i7u…8e5dV3";
const STAKING_TEXT = `staking ${formatShortId(STAKING_TX)}`;
const VALIDATION_TEXT = formatShortId(VALIDATION);
const BOB_TEXT = formatShortAddress(BOB, { hrp: "avax", chains: [] });

/** Name, effects, sentence, and what else is known. */
const CASES: [string, Effect[], string, Partial<TxContext>?][] = [
  [
    "a delegation",
    [consumed(2_600n), staked(2_500_000_000_000n), produced(99n, [ALICE]), added()],
    `Delegated 2,500${N}AVAX to ${NODE_TEXT} for 90 days`,
  ],
  [
    "a validator",
    [
      staked(2_000_000_000_013n),
      added({ role: "validator", weight: 2_000_000_000_013n, end: NOON + DAY + 7n * 3600n }),
    ],
    `Staked 2,000.000000013${N}AVAX to validate with ${NODE_TEXT} for 1 day 7 hours`,
  ],
  [
    "an auto-renewed validator",
    [
      staked(1n),
      {
        ...added({ role: "validator", weight: 1n }),
        autoRenew: { period: DAY, autoCompoundShares: 500_000, authority: owner(ALICE) },
      },
    ],
    `Staked 0.000000001${N}AVAX to validate with ${NODE_TEXT}, renewed every 1 day`,
  ],
  [
    "stake of another asset on a subnet",
    [
      { kind: "utxo.staked", outputIndex: 0, output: output(5000n, [ALICE], OTHER_ASSET) },
      added({ weight: 5000n, subnetId: SUBNET }),
    ],
    `Delegated 5,000 of asset ${formatShortId(OTHER_ASSET)} to ${NODE_TEXT} on ${SUBNET_TEXT} for 90 days`,
  ],
  [
    "a permissioned validator",
    [added({ role: "validator", permissioned: true, weight: 20n, subnetId: SUBNET })],
    `Added ${NODE_TEXT} to the validators of ${SUBNET_TEXT} for 90 days`,
  ],
  [
    "a removed validator",
    [{ kind: "staker.removed", subnetId: SUBNET, nodeId: NODE }],
    `Removed validator ${NODE_TEXT} from ${SUBNET_TEXT}`,
  ],
  [
    "an open proposal",
    [{ kind: "staker.rewardProposed", stakingTxId: STAKING_TX }],
    `Proposed the end of ${STAKING_TEXT}`,
  ],
  [
    "a rewarded period",
    [{ kind: "staker.rewardProposed", stakingTxId: STAKING_TX }],
    `Ended ${STAKING_TEXT} with its reward`,
    { outcome: "commit" },
  ],
  [
    "a cycle without reward",
    [{ kind: "staker.renewProposed", stakingTxId: STAKING_TX, timestamp: NOON }],
    `Ended a cycle of ${STAKING_TEXT} without a reward`,
    { outcome: "abort" },
  ],
  [
    "a renewal setting",
    [{ kind: "staker.configured", stakingTxId: STAKING_TX, autoCompoundShares: 250_000, period: 14n * DAY }],
    `Set ${STAKING_TEXT} to renew every 14 days, compounding 25${NARROW}%`,
  ],
  [
    "the end of renewal",
    [{ kind: "staker.configured", stakingTxId: STAKING_TX, autoCompoundShares: 0, period: 0n }],
    `Stopped renewing ${STAKING_TEXT}`,
  ],
  [
    "a new subnet",
    [
      consumed(9n),
      produced(8n, [ALICE]),
      { kind: "subnet.created", owner: { ...owner(ALICE, BOB), threshold: 2 } },
    ],
    "Created a subnet owned by 2 of 2 owners",
  ],
  [
    "a subnet's new owner",
    [{ kind: "subnet.ownerChanged", subnetId: SUBNET, owner: owner(BOB) }],
    `Transferred ${SUBNET_TEXT} to ${BOB_TEXT}`,
  ],
  [
    "a subnet nobody can change again",
    [{ kind: "subnet.ownerChanged", subnetId: SUBNET, owner: owner() }],
    `Transferred ${SUBNET_TEXT} to nobody`,
  ],
  [
    "an elastic subnet",
    [
      {
        kind: "subnet.transformed",
        subnetId: SUBNET,
        assetId: OTHER_ASSET,
        initialSupply: 1n,
        maximumSupply: 2n,
        minConsumptionRate: 3n,
        maxConsumptionRate: 4n,
      },
    ],
    `Opened ${SUBNET_TEXT} to stakers of asset ${formatShortId(OTHER_ASSET)}`,
  ],
  [
    "a conversion, not the validators it registers",
    [
      registered(2n),
      registered(0n),
      { kind: "subnet.converted", subnetId: SUBNET, managerChainId: C_CHAIN, managerAddress: ALICE },
    ],
    `Converted ${SUBNET_TEXT} to an L1 with 2 validators`,
  ],
  [
    "an L1 validator",
    [consumed(9n), registered(4_000_000_000n)],
    `Registered ${NODE_TEXT} as a validator of ${SUBNET_TEXT} with 4${N}AVAX`,
  ],
  [
    "an L1 validator that can't pay yet",
    [registered(0n)],
    `Registered ${NODE_TEXT} as a validator of ${SUBNET_TEXT} with no balance`,
  ],
  [
    "a weight",
    [{ kind: "l1Validator.weightSet", validationId: VALIDATION, nonce: 3n, weight: 2_000n }],
    `Set the weight of L1 validator ${VALIDATION_TEXT} to 2,000`,
  ],
  [
    "a removed L1 validator",
    [{ kind: "l1Validator.weightSet", validationId: VALIDATION, nonce: 3n, weight: 0n }],
    `Removed L1 validator ${VALIDATION_TEXT}`,
  ],
  [
    "a top-up",
    [{ kind: "l1Validator.balanceIncreased", validationId: VALIDATION, amount: 750_000_000n }],
    `Topped up L1 validator ${VALIDATION_TEXT} with 0.75${N}AVAX`,
  ],
  [
    "a disabled L1 validator",
    [{ kind: "l1Validator.disabled", validationId: VALIDATION }],
    `Disabled L1 validator ${VALIDATION_TEXT}`,
  ],
  [
    "a blockchain",
    [
      {
        kind: "blockchain.created",
        subnetId: SUBNET,
        name: "kanton",
        vmId: new Uint8Array(32),
        fxIds: [],
        genesisData: new Uint8Array(),
      },
    ],
    `Created blockchain ${quoteName("kanton")} on ${SUBNET_TEXT}`,
  ],
  [
    "an asset",
    [{ kind: "asset.created", name: "Gold", symbol: "AU", denomination: 2, cap: "fixed", type: "secp256k1" }],
    `Created asset ${quoteName("Gold")}, symbol ${quoteName("AU")}, fixed supply`,
  ],
  [
    "a proposed time",
    [{ kind: "time.proposed", time: NOON }],
    "Moved chain time to 21 Nov 2026, 12:00:00 UTC",
    { outcome: "commit" },
  ],
  [
    "an import by what came from the other chain, fee included",
    [
      consumed(600n, { sourceChain: C_CHAIN }),
      consumed(400n, { sourceChain: C_CHAIN }),
      produced(990n, [BOB]),
    ],
    `Imported 0.000001${N}AVAX from C-Chain`,
  ],
  [
    "an export without its change",
    [
      consumed(5_000_000_000n),
      produced(1n, [ALICE]),
      {
        kind: "utxo.exported",
        outputIndex: 1,
        output: output(3_000_000_000n, [BOB]),
        destinationChain: OTHER_ASSET,
      },
    ],
    `Exported 3${N}AVAX to chain ${formatShortId(OTHER_ASSET)}`,
  ],
  [
    "a payment by what the payee gets",
    [consumed(9_000_000_000n), produced(2_000_000_000n, [BOB]), produced(6_999_000_000n, [ALICE])],
    `Sent 2${N}AVAX to ${BOB_TEXT}`,
  ],
  [
    "payments of two assets to two payees",
    [
      consumed(9_000_000_000n),
      produced(2_000_000_000n, [BOB]),
      produced(7n, [CAROL], OTHER_ASSET),
      produced(1n, [ALICE]),
    ],
    `Sent 2${N}AVAX and 7 of asset ${formatShortId(OTHER_ASSET)} to 2 recipients`,
  ],
  [
    "outputs joined by their owner",
    [consumed(5_000_000_000n), consumed(5_000_000_000n), produced(9_000_000_000n, [ALICE])],
    `Joined 2 outputs into 9${N}AVAX`,
  ],
  [
    "an output split by its owner",
    [consumed(9_000_000_000n), produced(5_000_000_000n, [ALICE]), produced(3_000_000_000n, [ALICE])],
    `Split 8${N}AVAX into 2 outputs`,
  ],
  ["inputs nobody receives", [consumed(1_000_000n)], `Burned 0.001${N}AVAX`],
  [
    "an EVM account's export",
    [{ kind: "utxo.evmInput", address: BOB, assetId: AVAX, amount: 5n, nonce: 0n, credential: 0 }],
    `Took 0.000000005${N}AVAX from ${headTail(formatEvmAddress(BOB))}`,
  ],
  [
    "an EVM account's import",
    [
      consumed(9n, { sourceChain: C_CHAIN }),
      { kind: "utxo.evmOutput", address: BOB, assetId: AVAX, amount: 5n },
    ],
    `Imported 0.000000009${N}AVAX from C-Chain`,
  ],
  [
    "an account credited without an import",
    [{ kind: "utxo.evmOutput", address: BOB, assetId: AVAX, amount: 5n }],
    `Credited 0.000000005${N}AVAX to ${headTail(formatEvmAddress(BOB))}`,
  ],
  [
    "a mint",
    [consumed(9n), operated("secp256k1.mint"), produced(8n, [ALICE]), produced(500n, [BOB], OTHER_ASSET)],
    `Minted 500 of asset ${formatShortId(OTHER_ASSET)} to ${BOB_TEXT}`,
  ],
  [
    "minted NFTs",
    [operated("nft.mint"), minted("nft.transfer", BOB), minted("nft.transfer", BOB)],
    `Minted 2 NFTs of asset ${formatShortId(OTHER_ASSET)} to ${BOB_TEXT}`,
  ],
  [
    "two NFTs sent",
    [
      operated("nft.transfer"),
      operated("nft.transfer"),
      minted("nft.transfer", BOB),
      minted("nft.transfer", CAROL),
    ],
    `Sent an NFT of asset ${formatShortId(OTHER_ASSET)} to ${BOB_TEXT}, and 1 more operation`,
  ],
  [
    "a minted property",
    [operated("property.mint"), minted("property.mint", ALICE), minted("property.owned", BOB)],
    `Minted a property of asset ${formatShortId(OTHER_ASSET)} to ${BOB_TEXT}`,
  ],
  [
    "a property burned",
    [operated("property.owned")],
    `Burned a property of asset ${formatShortId(OTHER_ASSET)}`,
  ],
  ["a transaction without effects", [], "Changed nothing"],
];

const KANTON = { hrp: "avax", avaxAssetId: AVAX, chains: [], subnets: [{ id: SUBNET, name: "kanton" }] };
const rewardOf = (role: "validator" | "delegator", navax: bigint): Partial<TxContext> => ({
  outcome: "commit",
  told: { staking: { nodeId: NODE, role }, paid: [{ assetId: AVAX, amount: navax }] },
});

/** What bytes leave out: name, effects, sentence, what Firn's API tells. */
const TOLD: typeof CASES = [
  [
    "a delegation that was paid",
    [{ kind: "staker.rewardProposed", stakingTxId: STAKING_TX }],
    `Paid 0.000015826${N}AVAX for delegating to ${NODE_TEXT}`,
    rewardOf("delegator", 15_826n),
  ],
  [
    "a cycle of validating that was paid",
    [{ kind: "staker.renewProposed", stakingTxId: STAKING_TX, timestamp: NOON }],
    `Paid 2${N}AVAX for a cycle of validating with ${NODE_TEXT}`,
    rewardOf("validator", 2_000_000_000n),
  ],
  [
    "a period that earned nothing",
    [{ kind: "staker.rewardProposed", stakingTxId: STAKING_TX }],
    `Ended validating with ${NODE_TEXT} without a reward`,
    { ...rewardOf("validator", 0n), outcome: "abort" },
  ],
  [
    "a top-up of a validator of a named L1",
    [{ kind: "l1Validator.balanceIncreased", validationId: VALIDATION, amount: 750_000_000n }],
    `Topped up validator ${NODE_TEXT} of ${quoteName("kanton")} (cp9i7u…8e5dV3) with 0.75${N}AVAX`,
    { network: KANTON, told: { validator: { nodeId: NODE, subnetId: SUBNET } } },
  ],
  [
    "a conversion of a named subnet",
    [{ kind: "subnet.converted", subnetId: SUBNET, managerChainId: C_CHAIN, managerAddress: ALICE }],
    `Converted ${quoteName("kanton")} (cp9i7u…8e5dV3) to an L1 with 0 validators`,
    { network: KANTON },
  ],
];

describe("describeTx", () => {
  it.each([...CASES, ...TOLD])("describes %s", (_, effects, sentence, known) => {
    expect(sentenceOf(effects, known)).toBe(sentence);
  });

  it("starts the period when Firn knows it started", () => {
    expect(sentenceOf([added()], { told: { stakingStart: NOON + 30n * DAY } })).toBe(
      `Delegated 2,500${N}AVAX to ${NODE_TEXT} for 60 days`,
    );
  });

  it.each([
    [59n, "59 seconds"],
    [3_599n, "59 minutes 59 seconds"],
    [86_397n, "1 day"],
    [1_209_500n, "14 days"],
    [90n * DAY + 1n, "90 days"],
  ])("formats %i seconds of staking as %s", (seconds, words) => {
    expect(sentenceOf([added({ end: NOON + seconds })])).toBe(
      `Delegated 2,500${N}AVAX to ${NODE_TEXT} for ${words}`,
    );
  });

  it("does not recover signers unless the sentence depends on them", () => {
    const signers = () => {
      throw new Error("recovered");
    };
    expect(sentenceOf([consumed(1n), added()], { signers })).toContain("Delegated");
  });

  it("counts every asset as AVAX where the network's asset is not known", () => {
    const network = { hrp: "avax", chains: [] };
    expect(sentenceOf([consumed(1_000_000_000n, { assetId: OTHER_ASSET })], { network })).toBe(
      `Burned 1${N}AVAX`,
    );
  });
});
