import { encodeAbiParameters, encodeEventTopics, type Hex, parseAbiItem } from "viem";

/** A contract that writes events as they are given to it, where a chain of tests has no real messenger. */

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

/**
 * Creation code of a contract that writes an event: the first word of its input is the number of topics, the next four are
 * topics, the rest is data.
 */
export function eventWriter(): string {
  const ops = {
    push1: "60",
    calldataload: "35",
    calldatacopy: "37",
    size: "36",
    sub: "03",
    eq: "14",
    jumpi: "57",
  };
  // mem[0..] = data, its length on the stack
  const head = `${ops.push1}a0${ops.size}${ops.sub}80${ops.push1}a0${ops.push1}00${ops.calldatacopy}`;
  const load = (word: number) =>
    `${ops.push1}${(word * 32).toString(16).padStart(2, "0")}${ops.calldataload}`;
  // stack: length; after the topics, the last of them deepest: length is copied to the top, then offset 0
  const log = (topics: number) =>
    `5b${Array.from({ length: topics }, (_, i) => load(topics - i)).join("")}${(0x80 + topics).toString(16)}${ops.push1}00${(0xa0 + topics).toString(16)}00`;
  const branch = (topics: number, at: number) =>
    `${load(0)}${ops.push1}0${topics}${ops.eq}${ops.push1}${at.toString(16).padStart(2, "0")}${ops.jumpi}`;
  const branchBytes = (3 * branch(2, 0).length) / 2;
  let at = head.length / 2 + branchBytes + 1;
  let branches = "";
  let logs = "";
  for (const topics of [2, 3, 4]) {
    branches += branch(topics, at);
    logs += log(topics);
    at += log(topics).length / 2;
  }
  const code = `${head}${branches}00${logs}`;
  const length = (code.length / 2).toString(16).padStart(2, "0");
  return `0x60${length}600c60003960${length}6000f3${code}`;
}

/** Input by which the contract writes an event. */
export function eventData(text: string, args: Record<string, unknown>): string {
  const item = parseAbiItem(`event ${text}` as string) as unknown as {
    name: string;
    inputs: { name: string; type: string; indexed?: boolean }[];
  };
  const topics = encodeEventTopics({ abi: [item], eventName: item.name, args } as never) as Hex[];
  const plain = item.inputs.filter(({ indexed }) => indexed !== true);
  const data = encodeAbiParameters(plain, plain.map(({ name }) => args[name]) as never);
  const words = [`0x${topics.length.toString(16).padStart(64, "0")}`, ...topics];
  while (words.length < 5) words.push(`0x${"00".repeat(32)}`);
  return `0x${[...words, data].map((word) => word.slice(2)).join("")}`;
}
