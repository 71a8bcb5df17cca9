import { ConfigError, describeError } from "../../errors";
import { excerpt, fromHex } from "../codec/bytes";
import type { BlsCredentials } from "../effects";
import { parseAddress, parseNodeId } from "../ids";

/** AvalancheGo's genesis configuration file, parsed. Amounts in nAVAX, times in unix seconds, durations in seconds. */
export interface GenesisConfig {
  networkId: number;
  allocations: Allocation[];
  startTime: bigint;
  initialStakeDuration: bigint;
  /** Seconds by which each initial staker ends before the one listed before it. */
  initialStakeDurationOffset: bigint;
  /** Addresses whose P-Chain allocations the initial stakers stake. */
  initialStakedFunds: Uint8Array[];
  initialStakers: InitialStaker[];
  /** The C-Chain's own genesis, as text. */
  cChainGenesis: string;
  message: string;
}

export interface Allocation {
  /** 20 bytes. Appears only in memos and messages. */
  ethAddress: Uint8Array;
  /** 20 bytes. */
  address: Uint8Array;
  /** On the X-Chain. */
  initialAmount: bigint;
  /** On the P-Chain. */
  unlocks: Unlock[];
}

export interface Unlock {
  amount: bigint;
  locktime: bigint;
}

export interface InitialStaker {
  nodeId: Uint8Array;
  rewardAddress: Uint8Array;
  /** Parts per million. */
  delegationFee: number;
  bls?: BlsCredentials & { proofOfPossession: Uint8Array };
}

/**
 * Reads a genesis configuration from its JSON value. Amounts exceed 2^53, so large integers must have been parsed as
 * bigint.
 * @throws ConfigError CONFIG_INVALID naming the position and what was expected there
 */
export function readGenesisConfig(value: unknown): GenesisConfig {
  const config = new Reader(value, "");
  return {
    networkId: Number(config.at("networkID").integer()),
    allocations: config.at("allocations").list(readAllocation),
    startTime: config.at("startTime").integer(),
    initialStakeDuration: config.at("initialStakeDuration").integer(),
    initialStakeDurationOffset: config.at("initialStakeDurationOffset").integer(),
    initialStakedFunds: config.at("initialStakedFunds").list((address) => address.parsed(readAddress)),
    initialStakers: config.at("initialStakers").list(readStaker),
    cChainGenesis: config.at("cChainGenesis").text(),
    message: config.at("message").text(),
  };
}

function readAllocation(allocation: Reader): Allocation {
  return {
    ethAddress: allocation.at("ethAddr").parsed(fromHex),
    address: allocation.at("avaxAddr").parsed(readAddress),
    initialAmount: allocation.at("initialAmount").integer(),
    unlocks: allocation.at("unlockSchedule").list((unlock) => ({
      amount: unlock.at("amount").integer(),
      locktime: unlock.at("locktime").integer(),
    })),
  };
}

function readStaker(staker: Reader): InitialStaker {
  const signer = staker.at("signer");
  return {
    nodeId: staker.at("nodeID").parsed(parseNodeId),
    rewardAddress: staker.at("rewardAddress").parsed(readAddress),
    delegationFee: Number(staker.at("delegationFee").integer()),
    ...(signer.isThere && {
      bls: {
        publicKey: signer.at("publicKey").parsed(fromHex),
        proofOfPossession: signer.at("proofOfPossession").parsed(fromHex),
      },
    }),
  };
}

function readAddress(text: string): Uint8Array {
  return parseAddress(text).address;
}

/** A position in the JSON value, named in errors. As in the node, missing numbers count as 0, missing lists as empty. */
class Reader {
  constructor(
    private readonly value: unknown,
    private readonly path: string,
  ) {}

  get isThere(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  at(name: string): Reader {
    if (typeof this.value !== "object" || this.value === null) throw this.wrong("an object");
    const path = this.path === "" ? name : `${this.path}.${name}`;
    return new Reader((this.value as Record<string, unknown>)[name], path);
  }

  list<T>(read: (item: Reader) => T): T[] {
    if (!this.isThere) return [];
    if (!Array.isArray(this.value)) throw this.wrong("a list");
    return this.value.map((item, i) => read(new Reader(item, `${this.path}[${i}]`)));
  }

  integer(): bigint {
    if (!this.isThere) return 0n;
    const { value } = this;
    const exact = typeof value === "bigint" || Number.isSafeInteger(value);
    if (!exact || BigInt(value as bigint | number) < 0n)
      throw this.wrong("an integer from 0 on, exactly parsed");
    return BigInt(value as bigint | number);
  }

  text(): string {
    if (typeof this.value !== "string") throw this.wrong("a text");
    return this.value;
  }

  parsed<T>(parse: (text: string) => T): T {
    const text = this.text();
    try {
      return parse(text);
    } catch (cause) {
      throw this.wrong(describeError(cause), cause);
    }
  }

  private wrong(expected: string, cause?: unknown): ConfigError {
    const found = excerpt(String(this.value));
    return new ConfigError(
      "CONFIG_INVALID",
      `the genesis configuration has ${found} at ${this.path || "its root"}; expected: ${expected}`,
      { cause, hint: "FIRN_GENESIS names the file that the node was started with by --genesis-file" },
    );
  }
}
