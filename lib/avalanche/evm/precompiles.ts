import { toHex } from "../codec/bytes";
import { AbiBook, hashSignature } from "./abi/entries";

/** A contract that is part of the node, at an address that is the same on every chain. */
export interface Precompile {
  name: string;
  /** What can be called there. */
  book: AbiBook;
  /** Its name in the configuration of chains, if they may have it. */
  configKey?: string;
}

const ALLOW_LIST = [
  "function readAllowList(address addr) view returns (uint256 role)",
  "function setAdmin(address addr)",
  "function setManager(address addr)",
  "function setEnabled(address addr)",
  "function setNone(address addr)",
  "event RoleSet(uint256 indexed role, address indexed account, address indexed sender, uint256 oldRole)",
];

const FEE_CONFIG =
  "uint256 gasLimit, uint256 targetBlockRate, uint256 minBaseFee, uint256 targetGas, uint256 baseFeeChangeDenominator, uint256 minBlockGasCost, uint256 maxBlockGasCost, uint256 blockGasCostStep";

/** By the last byte of `0x02…`. @source avalanchego graft/subnet-evm precompile/contracts, and coreth for Warp */
const SUBNET_EVM: readonly Precompile[] = [
  {
    name: "Deployer allow list",
    configKey: "contractDeployerAllowListConfig",
    book: AbiBook.of(ALLOW_LIST),
  },
  {
    name: "Native minter",
    configKey: "contractNativeMinterConfig",
    book: AbiBook.of([
      ...ALLOW_LIST,
      "function mintNativeCoin(address addr, uint256 amount)",
      "event NativeCoinMinted(address indexed sender, address indexed recipient, uint256 amount)",
    ]),
  },
  { name: "Transaction allow list", configKey: "txAllowListConfig", book: AbiBook.of(ALLOW_LIST) },
  {
    name: "Fee manager",
    configKey: "feeManagerConfig",
    book: AbiBook.of([
      ...ALLOW_LIST,
      `function setFeeConfig(${FEE_CONFIG})`,
      `function getFeeConfig() view returns (${FEE_CONFIG})`,
      "function getFeeConfigLastChangedAt() view returns (uint256 blockNumber)",
      `event FeeConfigChanged(address indexed sender, (${FEE_CONFIG}) oldFeeConfig, (${FEE_CONFIG}) newFeeConfig)`,
    ]),
  },
  {
    name: "Reward manager",
    configKey: "rewardManagerConfig",
    book: AbiBook.of([
      ...ALLOW_LIST,
      "function setRewardAddress(address addr)",
      "function allowFeeRecipients()",
      "function disableRewards()",
      "function currentRewardAddress() view returns (address rewardAddress)",
      "function areFeeRecipientsAllowed() view returns (bool isAllowed)",
      "event RewardAddressChanged(address indexed sender, address indexed oldRewardAddress, address indexed newRewardAddress)",
      "event FeeRecipientsAllowed(address indexed sender)",
      "event RewardsDisabled(address indexed sender)",
    ]),
  },
  {
    name: "Warp messenger",
    configKey: "warpConfig",
    book: AbiBook.of([
      "function sendWarpMessage(bytes payload) returns (bytes32 messageID)",
      "function getVerifiedWarpMessage(uint32 index) view returns ((bytes32 sourceChainID, address originSenderAddress, bytes payload) message, bool valid)",
      "function getVerifiedWarpBlockHash(uint32 index) view returns ((bytes32 sourceChainID, bytes32 blockHash) warpBlockHash, bool valid)",
      "function getBlockchainID() view returns (bytes32 blockchainID)",
      "event SendWarpMessage(address indexed sender, bytes32 indexed messageID, bytes message)",
    ]),
  },
];

const NOTHING = AbiBook.of([]);

/** @source Ethereum: Frontier, Byzantium, Istanbul, Cancun */
const ETHEREUM = [
  "ecrecover",
  "SHA-256",
  "RIPEMD-160",
  "Identity",
  "Modular exponentiation",
  "alt_bn128 addition",
  "alt_bn128 multiplication",
  "alt_bn128 pairing",
  "BLAKE2 F",
  "KZG point evaluation",
];

/**
 * The precompile at an address of 20 bytes; undefined if it is none. The C-Chain has Warp alone of those that chains may
 * configure. On an L1 one may be switched off: its address is reserved all the same.
 */
export function precompileAt(address: Uint8Array, isCChain: boolean): Precompile | undefined {
  if (address.length !== 20 || !hasNothingBetween(address)) return undefined;
  const first = address[0];
  const last = address[19] ?? 0;
  if (first === 2) return isCChain && last !== WARP ? undefined : SUBNET_EVM[last];
  if (first === 1 && last === 0) return { name: "Burn address", book: NOTHING };
  const name = first === 0 ? ETHEREUM[last - 1] : undefined;
  return name === undefined ? undefined : { name, book: NOTHING };
}

const WARP = 5;

/** Names of precompiles that begin with a text in lower case, with their addresses. */
export function precompilesNamed(text: string, isCChain: boolean): { name: string; address: Uint8Array }[] {
  return [...SUBNET_EVM.keys()].flatMap((last) => {
    const address = Uint8Array.of(2, ...new Uint8Array(18), last);
    const { name = "" } = precompileAt(address, isCChain) ?? {};
    return name !== "" && name.toLowerCase().startsWith(text) ? [{ name, address }] : [];
  });
}

/** The precompiles that a chain may configure, with their addresses. */
export function configurablePrecompiles(): { address: Uint8Array; precompile: Precompile }[] {
  return SUBNET_EVM.map((precompile, last) => ({
    address: Uint8Array.of(2, ...new Uint8Array(18), last),
    precompile,
  }));
}

/** Where chains of subnet-evm mint their own coin, and the first topic of the event of that. It is written since Durango. */
export const NATIVE_MINTER = {
  address: "0x0200000000000000000000000000000000000001",
  mintedTopic: hashSignature("NativeCoinMinted(address,address,uint256)"),
};

/** Whether the node itself runs at an address: precompiles, those of the Ethereum standards among them. */
export function isPrecompile(address: Uint8Array): boolean {
  return (address[0] ?? 0) <= 3 && hasNothingBetween(address) && toHex(address) !== ZERO;
}

const ZERO = `0x${"00".repeat(20)}`;

function hasNothingBetween(address: Uint8Array): boolean {
  return address.subarray(1, -1).every((byte) => byte === 0);
}
