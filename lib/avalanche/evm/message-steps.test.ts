import { encodeAbiParameters, encodeEventTopics, parseAbiItem } from "viem";
import { describe, expect, it } from "vitest";
import { fromHex, toHex } from "../codec/bytes";
import { formatEvmAddress } from "../evm-address";
import recorded from "../vectors/messenger.json" with { type: "json" };
import { broughtSteps, messageStepOf, readFee, readReceipt, readReceived, readSent } from "./message-steps";
import { MESSENGER } from "./messenger";
import { decodeTransaction, transactionHash } from "./transaction";
import { WARP_ADDRESS } from "./warp-messages";

const id = `0x${"11".repeat(32)}` as const;
const other = `0x${"22".repeat(32)}` as const;
const alice = "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC";
const bob = formatEvmAddress(new Uint8Array(20).fill(0xbb));
const message = {
  messageNonce: 7n,
  originSenderAddress: alice,
  destinationBlockchainID: other,
  destinationAddress: bob,
  requiredGasLimit: 100_000n,
  allowedRelayerAddresses: [alice],
  receipts: [{ receivedMessageNonce: 3n, relayerRewardAddress: bob }],
  message: "0x1234",
} as const;
const fee = { feeTokenAddress: bob, amount: 5n } as const;

const STRUCT =
  "(uint256 messageNonce, address originSenderAddress, bytes32 destinationBlockchainID, address destinationAddress, uint256 requiredGasLimit, address[] allowedRelayerAddresses, (uint256 receivedMessageNonce, address relayerRewardAddress)[] receipts, bytes message)";
const FEE = "(address feeTokenAddress, uint256 amount)";

/** The event as a contract with this interface writes it. */
function eventOf(text: string, args: Record<string, unknown>, address = MESSENGER) {
  const item = parseAbiItem(`event ${text}` as string) as unknown as {
    type: "event";
    name: string;
    inputs: { name: string; type: string; indexed?: boolean }[];
  };
  const topics = encodeEventTopics({ abi: [item], eventName: item.name, args } as never) as string[];
  const plain = item.inputs.filter(({ indexed }) => indexed !== true);
  const data = encodeAbiParameters(plain, plain.map(({ name }) => args[name]) as never);
  return { address, topics: topics.map(fromHex), data: fromHex(data) };
}

const ends = { sender: fromHex(alice), recipient: fromHex(bob) };
const noEnds = { sender: undefined, recipient: undefined };
const both = { messageId: fromHex(id), otherBlockchainId: fromHex(other) };

describe("a step of a message between chains", () => {
  it("is read from each event of the messenger", () => {
    const sent = messageStepOf(
      eventOf(
        `SendCrossChainMessage(bytes32 indexed id, bytes32 indexed chain, ${STRUCT} message, ${FEE} fee)`,
        { id, chain: other, message, fee },
      ),
    );
    expect(sent).toMatchObject({ kind: "sent", ...both, ...ends });
    expect(readSent(sent?.data ?? new Uint8Array())).toEqual({ message, fee });

    const received = messageStepOf(
      eventOf(
        `ReceiveCrossChainMessage(bytes32 indexed id, bytes32 indexed chain, address indexed deliverer, address redeemer, ${STRUCT} message)`,
        { id, chain: other, deliverer: alice, redeemer: bob, message },
      ),
    );
    expect(received).toMatchObject({ kind: "received", ...both, ...ends });
    expect(readReceived(received?.data ?? new Uint8Array())).toEqual({
      message,
      deliverer: fromHex(alice),
      rewardRedeemer: bob,
    });

    const executed = eventOf("MessageExecuted(bytes32 indexed id, bytes32 indexed chain)", {
      id,
      chain: other,
    });
    expect(messageStepOf(executed)).toMatchObject({ kind: "executed", ...both, ...noEnds });

    const failed = eventOf(
      `MessageExecutionFailed(bytes32 indexed id, bytes32 indexed chain, ${STRUCT} message)`,
      { id, chain: other, message },
    );
    expect(messageStepOf(failed)).toMatchObject({ kind: "executionFailed", ...both, data: new Uint8Array() });

    const added = messageStepOf(eventOf(`AddFeeAmount(bytes32 indexed id, ${FEE} fee)`, { id, fee }));
    expect(added).toMatchObject({
      kind: "feeAdded",
      messageId: fromHex(id),
      otherBlockchainId: new Uint8Array(),
    });
    expect(readFee(added?.data ?? new Uint8Array())).toEqual(fee);

    const receipt = messageStepOf(
      eventOf(
        `ReceiptReceived(bytes32 indexed id, bytes32 indexed chain, address indexed relayer, ${FEE} fee)`,
        { id, chain: other, relayer: alice, fee },
      ),
    );
    expect(receipt).toMatchObject({ kind: "receiptReceived", ...both });
    expect(readReceipt(receipt?.data ?? new Uint8Array())).toEqual({
      relayerRewardAddress: fromHex(alice),
      fee,
    });
  });

  it("is read from the sending of a Warp message, which may carry one of the messenger", () => {
    const sending = (sender: string) =>
      eventOf(
        "SendWarpMessage(address indexed sender, bytes32 indexed id, bytes message)",
        { sender, id, message: "0xabcd" },
        WARP_ADDRESS,
      );
    expect(messageStepOf(sending(alice))).toEqual({
      kind: "warpSent",
      messageId: fromHex(id),
      otherBlockchainId: new Uint8Array(),
      sender: fromHex(alice),
      recipient: undefined,
      data: fromHex("0xabcd"),
    });
    expect(messageStepOf(sending("0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf"))).toMatchObject({
      kind: "wrapped",
      data: new Uint8Array(),
    });
  });

  it("is in no event of another contract, of another form, or with another number of topics", () => {
    const executed = eventOf("MessageExecuted(bytes32 indexed id, bytes32 indexed chain)", {
      id,
      chain: other,
    });
    expect(messageStepOf({ ...executed, address: new Uint8Array(20) })).toBeUndefined();
    expect(messageStepOf({ ...executed, address: WARP_ADDRESS })).toBeUndefined();
    for (const length of [0, 1, 2, 4])
      expect(
        messageStepOf({ ...executed, topics: [...executed.topics, fromHex(id)].slice(0, length) }),
      ).toBeUndefined();
    expect(
      messageStepOf({ ...executed, topics: [fromHex(id), ...executed.topics.slice(1)] }),
    ).toBeUndefined();
  });

  it("has no ends where its data are cut off or point elsewhere", () => {
    const sent = eventOf(
      `SendCrossChainMessage(bytes32 indexed id, bytes32 indexed chain, ${STRUCT} message, ${FEE} fee)`,
      { id, chain: other, message, fee },
    );
    for (const data of [new Uint8Array(), sent.data.subarray(0, 100), new Uint8Array(640).fill(255)]) {
      expect(messageStepOf({ ...sent, data })).toMatchObject({ kind: "sent", ...noEnds, data });
      expect(readSent(data)).toBeUndefined();
    }
  });
});

describe("a real messenger on a real chain, which sends messages to its own chain and far away", () => {
  const taken = recorded.transactions.map(({ label, extraData, bytes, logs }) => {
    const fields = bytes === undefined ? undefined : decodeTransaction(fromHex(bytes));
    const hash = bytes === undefined ? new Uint8Array() : transactionHash(fromHex(bytes));
    const accessList = fields !== undefined && "accessList" in fields ? fields.accessList : [];
    const told = logs.flatMap(
      ({ address, topics, data }) =>
        messageStepOf({ address: fromHex(address), topics: topics.map(fromHex), data: fromHex(data) }) ?? [],
    );
    return { label, steps: [...broughtSteps({ hash, accessList }, fromHex(extraData)), ...told] };
  });
  const stepsOf = (label: string) => taken.find((each) => each.label === label)?.steps ?? [];
  const idsOf = (label: string) => stepsOf(label).map(({ messageId }) => toHex(messageId));

  it("tells each step", () => {
    expect(taken.map(({ label, steps }) => [label, ...steps.map(({ kind }) => kind)])).toEqual([
      // Its first message also says which blockchain the messenger is on.
      ["send-ok", "sent", "wrapped"],
      ["send-to-nobody", "sent", "wrapped"],
      ["send-far", "sent", "wrapped"],
      ["retry-send", "sent", "wrapped"],
      // With one bit of the signature changed.
      ["deliver-broken"],
      ["deliver-ok", "unwrapped", "received", "executed"],
      ["deliver-nobody", "unwrapped", "received", "executionFailed"],
      ["send-with-receipts", "sent", "wrapped"],
      ["deliver-with-receipts", "unwrapped", "receiptReceived", "receiptReceived", "received", "executed"],
    ]);
  });

  it("by ids that both sides share", () => {
    const [sent, wrapped] = idsOf("send-ok");
    expect(idsOf("deliver-ok")).toEqual([wrapped, sent, sent]);
    expect(idsOf("retry-send")).toEqual(idsOf("send-far"));
    expect(idsOf("deliver-with-receipts").slice(1, 3)).toEqual([sent, idsOf("send-to-nobody")[0]]);
  });

  it("with what was said, to whom, and who delivered it", () => {
    const [sending] = stepsOf("send-ok");
    const said = readSent(sending?.data ?? new Uint8Array());
    expect(new TextDecoder().decode(fromHex(said?.message.message ?? ""))).toBe("hello receiver");
    expect(toHex(sending?.otherBlockchainId ?? new Uint8Array())).toBe(recorded.blockchainId);
    const received = stepsOf("deliver-ok").find(({ kind }) => kind === "received");
    expect(readReceived(received?.data ?? new Uint8Array())).toEqual({
      message: said?.message,
      deliverer: fromHex(SENDER),
      rewardRedeemer: SENDER,
    });
    expect(received).toMatchObject({ sender: fromHex(SENDER), recipient: sending?.recipient });
    const [, receipt] = stepsOf("deliver-with-receipts");
    expect(readReceipt(receipt?.data ?? new Uint8Array())).toMatchObject({
      relayerRewardAddress: fromHex(SENDER),
      fee: { amount: 0n },
    });
  });
});

/** The account of all these transactions. */
const SENDER = "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC";
