import { encodeAbiParameters, encodeEventTopics, type Hex, parseAbiItem } from "viem";
import { callData } from "./contracts";

/** Events of the messenger, for a chain that has the contract `Parrot` at its address: it writes what it is given. */

/** The messenger's address. */
export const MESSENGER = "0x253b2784c75e510dd0ff1da844684a1ac0aa5fcf";
const STRUCT =
  "(uint256 messageNonce, address originSenderAddress, bytes32 destinationBlockchainID, address destinationAddress, uint256 requiredGasLimit, address[] allowedRelayerAddresses, (uint256 receivedMessageNonce, address relayerRewardAddress)[] receipts, bytes message)";
const FEE = "(address feeTokenAddress, uint256 amount)";
/** The messenger's events. */
export const MESSENGER_EVENTS = {
  send: `SendCrossChainMessage(bytes32 indexed id, bytes32 indexed chain, ${STRUCT} message, ${FEE} fee)`,
  receive: `ReceiveCrossChainMessage(bytes32 indexed id, bytes32 indexed chain, address indexed deliverer, address redeemer, ${STRUCT} message)`,
  execute: "MessageExecuted(bytes32 indexed id, bytes32 indexed chain)",
  fail: `MessageExecutionFailed(bytes32 indexed id, bytes32 indexed chain, ${STRUCT} message)`,
  addFee: `AddFeeAmount(bytes32 indexed id, ${FEE} fee)`,
  receipt: `ReceiptReceived(bytes32 indexed id, bytes32 indexed chain, address indexed relayer, ${FEE} fee)`,
} as const;

/** Data of a call by which `Parrot` writes an event. */
export function eventData(text: string, args: Record<string, unknown>): string {
  const item = parseAbiItem(`event ${text}` as string) as unknown as {
    name: string;
    inputs: { name: string; type: string; indexed?: boolean }[];
  };
  const topics = encodeEventTopics({ abi: [item], eventName: item.name, args } as never) as Hex[];
  const plain = item.inputs.filter(({ indexed }) => indexed !== true);
  const data = encodeAbiParameters(plain, plain.map(({ name }) => args[name]) as never);
  return callData("write(bytes32[],bytes)", [topics, data]);
}
