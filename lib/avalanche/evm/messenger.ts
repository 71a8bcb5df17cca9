import { equalBytes, fromHex } from "../codec/bytes";
import { AbiBook } from "./abi/entries";

/**
 * The messenger (Teleporter) that applications send messages between chains by. Whoever deploys it gets this address on every
 * chain, and nothing else can be deployed there. @source icm-contracts, TeleporterMessenger
 */
export const MESSENGER: Uint8Array = fromHex("0x253b2784c75e510dd0ff1da844684a1ac0aa5fcf");

/** Its name in lists. */
export const MESSENGER_NAME = "Teleporter messenger";

/** A message as events and calls have it. */
export const MESSENGER_MESSAGE =
  "(uint256 messageNonce, address originSenderAddress, bytes32 destinationBlockchainID, address destinationAddress, uint256 requiredGasLimit, address[] allowedRelayerAddresses, (uint256 receivedMessageNonce, address relayerRewardAddress)[] receipts, bytes message) message";
/** What is paid for its delivery. */
export const MESSENGER_FEE = "(address feeTokenAddress, uint256 amount) feeInfo";

const INPUT = `(bytes32 destinationBlockchainID, address destinationAddress, ${MESSENGER_FEE}, uint256 requiredGasLimit, address[] allowedRelayerAddresses, bytes message) messageInput`;

/** What can be called there, and its events. */
export const MESSENGER_BOOK: AbiBook = AbiBook.of([
  `function sendCrossChainMessage(${INPUT}) returns (bytes32 messageID)`,
  `function retrySendCrossChainMessage(${MESSENGER_MESSAGE})`,
  "function addFeeAmount(bytes32 messageID, address feeTokenAddress, uint256 additionalFeeAmount)",
  "function receiveCrossChainMessage(uint32 messageIndex, address relayerRewardAddress)",
  `function retryMessageExecution(bytes32 sourceBlockchainID, ${MESSENGER_MESSAGE})`,
  `function sendSpecifiedReceipts(bytes32 sourceBlockchainID, bytes32[] messageIDs, ${MESSENGER_FEE}, address[] allowedRelayerAddresses) returns (bytes32 messageID)`,
  "function redeemRelayerRewards(address feeTokenAddress)",
  "function blockchainID() view returns (bytes32 blockchainID)",
  "function messageReceived(bytes32 messageID) view returns (bool isReceived)",
  "function getMessageHash(bytes32 messageID) view returns (bytes32 messageHash)",
  "function getRelayerRewardAddress(bytes32 messageID) view returns (address relayerRewardAddress)",
  "function checkRelayerRewardAmount(address relayer, address feeTokenAddress) view returns (uint256 amount)",
  "function getFeeInfo(bytes32 messageID) view returns (address feeTokenAddress, uint256 amount)",
  "function getNextMessageID(bytes32 destinationBlockchainID) view returns (bytes32 messageID)",
  "function getReceiptQueueSize(bytes32 sourceBlockchainID) view returns (uint256 size)",
  "function getReceiptAtIndex(bytes32 sourceBlockchainID, uint256 index) view returns ((uint256 receivedMessageNonce, address relayerRewardAddress) receipt)",
  "event BlockchainIDInitialized(bytes32 indexed blockchainID)",
  `event SendCrossChainMessage(bytes32 indexed messageID, bytes32 indexed destinationBlockchainID, ${MESSENGER_MESSAGE}, ${MESSENGER_FEE})`,
  `event ReceiveCrossChainMessage(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID, address indexed deliverer, address rewardRedeemer, ${MESSENGER_MESSAGE})`,
  "event MessageExecuted(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID)",
  `event MessageExecutionFailed(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID, ${MESSENGER_MESSAGE})`,
  `event AddFeeAmount(bytes32 indexed messageID, ${MESSENGER_FEE})`,
  `event ReceiptReceived(bytes32 indexed messageID, bytes32 indexed destinationBlockchainID, address indexed relayerRewardAddress, ${MESSENGER_FEE})`,
  "event RelayerRewardsRedeemed(address indexed redeemer, address indexed asset, uint256 amount)",
]);

export function isMessenger(address: Uint8Array): boolean {
  return equalBytes(address, MESSENGER);
}
