/**
 * The closed list of what a transaction can do, and at its end the properties of each effect. Transaction types produce
 * effects; tables and pages consume them and never know transaction types. Ids and addresses are raw bytes (32 and 20),
 * amounts bigint in the asset's base unit (nAVAX for AVAX), times unix seconds as bigint.
 */

/** Who may spend or act: `threshold` signatures of `addresses` (20 bytes each), not before `locktime`. */
export interface Owner {
  locktime: bigint;
  threshold: number;
  addresses: Uint8Array[];
}

export type OutputType =
  | "secp256k1.transfer"
  | "secp256k1.mint"
  | "nft.mint"
  | "nft.transfer"
  | "property.mint"
  | "property.owned";

/** The content of a UTXO, without its id. `amount` is 0n for rights and NFTs. */
export interface Output {
  outputType: OutputType;
  assetId: Uint8Array;
  amount: bigint;
  owner: Owner;
  /** Unix seconds until which a stakeable.LockOut wrapper locks it; undefined if not wrapped. */
  stakeableLocktime?: bigint;
  /** NFT outputs only. */
  groupId?: number;
  payload?: Uint8Array;
}

export interface BlsCredentials {
  /** 48 bytes, compressed G1. */
  publicKey: Uint8Array;
  /** 96 bytes, compressed G2. Undefined if only the key is on chain. */
  proofOfPossession?: Uint8Array;
}

/** Owner of L1 balances. Has no locktime on chain. */
export interface PChainOwner {
  threshold: number;
  addresses: Uint8Array[];
}

export type UtxoEffect =
  /**
   * `sourceChain` is set if the input comes from atomic memory (imports). `credential` is an index into the
   * credentials. `outputType` is set for rights and NFTs that an operation spends; everything else spends transfers.
   */
  | {
      kind: "utxo.consumed";
      sourceTxId: Uint8Array;
      outputIndex: number;
      assetId: Uint8Array;
      amount: bigint;
      stakeableLocktime?: bigint;
      sourceChain?: Uint8Array;
      outputType?: Exclude<OutputType, "secp256k1.transfer">;
      credential: number;
      sigIndices: number[];
    }
  | { kind: "utxo.produced"; outputIndex: number; output: Output }
  /** Stake principal: spendable under this id once the staker leaves. */
  | { kind: "utxo.staked"; outputIndex: number; output: Output }
  /** To atomic memory, for `destinationChain`. */
  | { kind: "utxo.exported"; outputIndex: number; output: Output; destinationChain: Uint8Array }
  /** C-Chain side of atomic transactions: an EVM account's nAVAX (or units of another asset). */
  | {
      kind: "utxo.evmInput";
      address: Uint8Array;
      assetId: Uint8Array;
      amount: bigint;
      nonce: bigint;
      credential: number;
    }
  | { kind: "utxo.evmOutput"; address: Uint8Array; assetId: Uint8Array; amount: bigint };

export type StakerEffect =
  | {
      kind: "staker.added";
      role: "validator" | "delegator";
      subnetId: Uint8Array;
      nodeId: Uint8Array;
      /** As written in the transaction. Ignored from Durango on, when staking starts at the block's chain time. */
      start: bigint;
      /** As written; undefined for auto-renewed validators (see `period`). */
      end?: bigint;
      weight: bigint;
      /** A permissioned subnet validator: no stake, no reward. */
      permissioned: boolean;
      /** Owner of the staking reward; undefined for permissioned validators. */
      rewardsOwner?: Owner;
      /** Owner of the validator's share of delegation rewards; validators only. */
      delegationRewardsOwner?: Owner;
      /** Parts per million of delegation rewards that the validator keeps. */
      delegationShares?: number;
      bls?: BlsCredentials;
      /** Auto-renewed validators, from Helicon on. */
      autoRenew?: { period: bigint; autoCompoundShares: number; authority: Owner };
    }
  /** A permissioned validator is removed before its end. */
  | { kind: "staker.removed"; subnetId: Uint8Array; nodeId: Uint8Array }
  /** Proposal to end a period. The option block decides whether it is rewarded. */
  | { kind: "staker.rewardProposed"; stakingTxId: Uint8Array }
  /** Proposal to end a cycle of an auto-renewed validator. */
  | { kind: "staker.renewProposed"; stakingTxId: Uint8Array; timestamp: bigint }
  | { kind: "staker.configured"; stakingTxId: Uint8Array; autoCompoundShares: number; period: bigint };

export type SubnetEffect =
  | { kind: "subnet.created"; owner: Owner }
  | { kind: "subnet.ownerChanged"; subnetId: Uint8Array; owner: Owner }
  /** Opened to stakers of an asset. Supply in base units. */
  | {
      kind: "subnet.transformed";
      subnetId: Uint8Array;
      assetId: Uint8Array;
      initialSupply: bigint;
      maximumSupply: bigint;
      /** Parts per million. */
      minConsumptionRate: bigint;
      maxConsumptionRate: bigint;
    }
  | {
      kind: "subnet.converted";
      subnetId: Uint8Array;
      managerChainId: Uint8Array;
      managerAddress: Uint8Array;
    };

export type L1ValidatorEffect =
  | {
      kind: "l1Validator.registered";
      validationId: Uint8Array;
      subnetId: Uint8Array;
      /** 20 bytes. */
      nodeId: Uint8Array;
      weight: bigint;
      /** nAVAX added to the balance that pays the continuous fee. */
      balance: bigint;
      bls: BlsCredentials;
      remainingBalanceOwner: PChainOwner;
      deactivationOwner: PChainOwner;
    }
  | { kind: "l1Validator.weightSet"; validationId: Uint8Array; nonce: bigint; weight: bigint }
  | { kind: "l1Validator.balanceIncreased"; validationId: Uint8Array; amount: bigint }
  | { kind: "l1Validator.disabled"; validationId: Uint8Array };

export type BlockchainEffect = {
  kind: "blockchain.created";
  subnetId: Uint8Array;
  name: string;
  vmId: Uint8Array;
  fxIds: Uint8Array[];
  genesisData: Uint8Array;
};

export type AssetEffect = {
  kind: "asset.created";
  name: string;
  symbol: string;
  denomination: number;
  /** `variable` if a mint right exists. */
  cap: "fixed" | "variable";
  type: "secp256k1" | "nft" | "property";
};

/** AdvanceTimeTx (Apricot): proposes a chain time. */
export type TimeEffect = { kind: "time.proposed"; time: bigint };

export type Effect =
  | UtxoEffect
  | StakerEffect
  | SubnetEffect
  | L1ValidatorEffect
  | BlockchainEffect
  | AssetEffect
  | TimeEffect;

export type EffectKind = Effect["kind"];

/** The effect of a kind. A lookup type, so that a table by kind accepts the effect without a cast. */
export type EffectOf<K extends EffectKind> = {
  [P in K]: Extract<Effect, { kind: P }> & { kind: P };
}[K];

/** An amount that an effect moves. */
export type Move =
  /** Spent by an `account` (20 bytes), or from an output: imported if it has a `sourceChain`, a right if an `outputType`. */
  | (Amount & {
      of: "consumed";
      account?: Uint8Array;
      sourceChain?: Uint8Array;
      outputType?: Exclude<OutputType, "secp256k1.transfer">;
    })
  /** To an output, or an `account` (20 bytes). */
  | (Amount & { of: "produced"; account?: Uint8Array })
  | (Amount & { of: "staked" })
  | (Amount & { of: "exported"; destinationChain: Uint8Array })
  /** nAVAX added to the balance that pays an L1 validator's fee. */
  | { of: "l1Balance"; amount: bigint };

interface Amount {
  assetId: Uint8Array;
  amount: bigint;
}

/** Properties of an effect, for consumers that do not handle all effects. */
interface Traits<E> {
  moves: ((effect: E) => readonly Move[]) | "nothing";
  /** How the P-Chain's ledger handles it: applied with its transaction, or decided by the block after its proposal. */
  ledger: "applied" | "decided" | "nothing";
  /** What the transaction's id becomes the id of. */
  creates: "subnet" | "blockchain" | "asset" | "nothing";
  /** Whether the public form of a P-Chain transaction has fields for it, besides amounts and L1 validators. */
  fields: boolean;
}

const SILENT = { moves: "nothing", ledger: "nothing", creates: "nothing", fields: false } as const;
const APPLIED = { ...SILENT, ledger: "applied" } as const;

/**
 * The properties of each effect. Rows and sentences exist for every effect. A consumer of some effects has a table of,
 * or a `switch` over, exactly those that have its property here.
 */
const TRAITS = {
  "utxo.consumed": { ...SILENT, moves: (input) => [{ of: "consumed", ...input }], fields: true },
  "utxo.produced": { ...SILENT, moves: ({ output }) => [{ of: "produced", ...amountOf(output) }] },
  "utxo.staked": { ...SILENT, moves: ({ output }) => [{ of: "staked", ...amountOf(output) }] },
  "utxo.exported": {
    ...SILENT,
    moves: ({ output, destinationChain }) => [{ of: "exported", destinationChain, ...amountOf(output) }],
    fields: true,
  },
  "utxo.evmInput": {
    ...SILENT,
    moves: ({ address, ...paid }) => [{ of: "consumed", account: address, ...amountOf(paid) }],
  },
  "utxo.evmOutput": {
    ...SILENT,
    moves: ({ address, ...paid }) => [{ of: "produced", account: address, ...amountOf(paid) }],
  },
  "staker.added": { ...APPLIED, fields: true },
  "staker.removed": { ...APPLIED, fields: true },
  "staker.rewardProposed": { ...SILENT, ledger: "decided", fields: true },
  "staker.renewProposed": { ...SILENT, ledger: "decided", fields: true },
  "staker.configured": { ...APPLIED, fields: true },
  "subnet.created": { ...APPLIED, creates: "subnet", fields: true },
  "subnet.ownerChanged": { ...APPLIED, fields: true },
  "subnet.transformed": { ...APPLIED, fields: true },
  "subnet.converted": { ...APPLIED, fields: true },
  "l1Validator.registered": {
    ...APPLIED,
    moves: ({ balance }) => [{ of: "l1Balance", amount: balance }],
  },
  "l1Validator.weightSet": APPLIED,
  "l1Validator.balanceIncreased": { ...APPLIED, moves: ({ amount }) => [{ of: "l1Balance", amount }] },
  "l1Validator.disabled": APPLIED,
  "blockchain.created": { ...SILENT, creates: "blockchain", fields: true },
  "asset.created": { ...SILENT, creates: "asset" },
  "time.proposed": { ...SILENT, ledger: "decided" },
} satisfies AllTraits;

type AllTraits = { [K in EffectKind]: Traits<EffectOf<K>> };

function amountOf({ assetId, amount }: Amount): Amount {
  return { assetId, amount };
}

type Trait = keyof Traits<Effect>;
type KindSaying<T extends Trait, Value> = {
  [K in EffectKind]: (typeof TRAITS)[K][T] extends Value ? K : never;
}[EffectKind];

/** The effects with this property. */
export type EffectSaying<T extends Exclude<Trait, "moves">, Value extends Traits<Effect>[T]> = EffectOf<
  KindSaying<T, Value>
>;

/** Whether an effect has this property. */
export function says<T extends Exclude<Trait, "moves">, const Value extends Traits<Effect>[T]>(
  effect: Effect,
  trait: T,
  value: Value,
): effect is EffectSaying<T, Value> {
  return TRAITS[effect.kind][trait] === value;
}

/** The effects that move an amount. */
export type MovingEffect = EffectOf<Exclude<EffectKind, KindSaying<"moves", "nothing">>>;

/** Whether an effect moves an amount. */
export function isMoving(effect: Effect): effect is MovingEffect {
  return TRAITS[effect.kind].moves !== "nothing";
}

/** The amounts that effects move, in order. */
export function movesOf(effects: readonly Effect[]): Move[] {
  const moves: Move[] = [];
  for (const effect of effects) for (const move of moveOf(effect)) moves.push(move);
  return moves;
}

function moveOf<K extends EffectKind>(effect: EffectOf<K>): readonly Move[] {
  const all: AllTraits = TRAITS;
  const traits: { [P in K]: Traits<EffectOf<P>> } = all;
  const { moves } = traits[effect.kind];
  return moves === "nothing" ? [] : moves(effect);
}

/** The other chain (32 bytes) of an import or export; undefined if the amount stays on its chain. */
export function crossingOf(
  move: Move,
): { sourceChain: Uint8Array } | { destinationChain: Uint8Array } | undefined {
  switch (move.of) {
    case "consumed":
      return move.sourceChain && { sourceChain: move.sourceChain };
    case "exported":
      return { destinationChain: move.destinationChain };
    case "produced":
    case "staked":
    case "l1Balance":
      return undefined;
  }
}

/** What a credential unlocks. */
export type InputEffect = Extract<Effect, { credential: number }>;

export function inputsOf(effects: readonly Effect[]): InputEffect[] {
  return effects.filter((effect): effect is InputEffect => "credential" in effect);
}

/** The effects of one kind. */
export function effectsOfKind<K extends EffectKind>(effects: readonly Effect[], kind: K): EffectOf<K>[] {
  return effects.filter((effect): effect is EffectOf<K> => effect.kind === kind);
}

/** Passes an effect to its entry in a table of some kinds. */
export function dispatch<K extends EffectKind, Rest extends unknown[], R>(
  table: { [P in K]: (effect: EffectOf<P>, ...rest: Rest) => R },
  effect: EffectOf<K>,
  ...rest: Rest
): R {
  const { kind }: { kind: K } = effect;
  return table[kind](effect, ...rest);
}
