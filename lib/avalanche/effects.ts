/**
 * The waist: the closed list of what a transaction can do. Transaction types say effects, tables and pages listen to
 * them and never learn transaction types. Ids and addresses are raw bytes (32 and 20), amounts bigint in the asset's
 * base unit (nAVAX for AVAX), times unix seconds as bigint.
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

/** What a UTXO holds, without its id. `amount` is 0n for rights and NFTs. */
export interface Output {
  outputType: OutputType;
  assetId: Uint8Array;
  amount: bigint;
  owner: Owner;
  /** Unix seconds until which a stakeable.LockOut wrapper holds; absent when not wrapped. */
  stakeableLocktime?: bigint;
  /** NFT outputs only. */
  groupId?: number;
  payload?: Uint8Array;
}

export interface BlsCredentials {
  /** 48 bytes, compressed G1. */
  publicKey: Uint8Array;
  /** 96 bytes, compressed G2. Absent where only the key is on chain. */
  proofOfPossession?: Uint8Array;
}

/** Owner of L1 balances: no locktime on chain. */
export interface PChainOwner {
  threshold: number;
  addresses: Uint8Array[];
}

export type UtxoEffect =
  /**
   * `sourceChain` is set when the input came out of atomic memory (imports). `credential` indexes the credentials.
   * `outputType` is set of rights and NFTs that an operation spends; all else spends transfers.
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
  /** Stake principal: spendable under this id when the staker leaves. */
  | { kind: "utxo.staked"; outputIndex: number; output: Output }
  /** Into atomic memory for `destinationChain`. */
  | { kind: "utxo.exported"; outputIndex: number; output: Output; destinationChain: Uint8Array }
  /** C-Chain side of atomic transactions: nAVAX (or asset units) of an EVM account. */
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
      /** As written in the transaction; ignored from Durango, when staking starts at the block's chain time. */
      start: bigint;
      /** As written; for auto-renewed validators absent (see `period`). */
      end?: bigint;
      weight: bigint;
      /** A permissioned subnet validator: no stake, no reward. */
      permissioned: boolean;
      /** Of the staking reward; absent for permissioned ones. */
      rewardsOwner?: Owner;
      /** Of the delegatee share; validators only. */
      delegationRewardsOwner?: Owner;
      /** Parts per million of delegation rewards that the validator keeps. */
      delegationShares?: number;
      bls?: BlsCredentials;
      /** Helicon auto-renewed validators. */
      autoRenew?: { period: bigint; autoCompoundShares: number; authority: Owner };
    }
  /** A permissioned validator removed before its end. */
  | { kind: "staker.removed"; subnetId: Uint8Array; nodeId: Uint8Array }
  /** Proposal to end a period; the option block decides whether it is rewarded. */
  | { kind: "staker.rewardProposed"; stakingTxId: Uint8Array }
  /** Proposal to end a cycle of an auto-renewed validator. */
  | { kind: "staker.renewProposed"; stakingTxId: Uint8Array; timestamp: bigint }
  | { kind: "staker.configured"; stakingTxId: Uint8Array; autoCompoundShares: number; period: bigint };

export type SubnetEffect =
  | { kind: "subnet.created"; owner: Owner }
  | { kind: "subnet.ownerChanged"; subnetId: Uint8Array; owner: Owner }
  | { kind: "subnet.transformed"; subnetId: Uint8Array; assetId: Uint8Array }
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
      /** nAVAX moved into the continuous-fee balance. */
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
  /** `variable` when a mint right exists. */
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
