import { describe, expect, it } from "vitest";
import { fromHex } from "../codec/bytes";
import { teleporterMessageOf } from "./teleporter";

// No recording has a message between chains. These events are made by hand from the messenger's source.
const MESSENGER = fromHex("0x253b2784c75e510dd0ff1da844684a1ac0aa5fcf");
const SENT = fromHex("0x2a211ad4a59ab9d003852404f9c57c690704ee755f3c79d2c2812ad32da99df8");
const RECEIVED = fromHex("0x292ee90bbaf70b5d4936025e09d56ba08f3e421156b6a568cf3c2840d9343e34");
const messageId = new Uint8Array(32).fill(1);
const otherBlockchainId = new Uint8Array(32).fill(2);

describe("a message between chains", () => {
  it.each([
    [SENT, true],
    [RECEIVED, false],
  ])("is read from the messenger's event", (signature, isSent) => {
    const topics = [signature, messageId, otherBlockchainId, new Uint8Array(32)];
    expect(teleporterMessageOf({ address: MESSENGER, topics })).toEqual({
      messageId,
      isSent,
      otherBlockchainId,
    });
  });

  it("is read from no other contract, no other event, and none that lacks a topic", () => {
    const topics = [SENT, messageId, otherBlockchainId];
    expect(teleporterMessageOf({ address: new Uint8Array(20), topics })).toBeUndefined();
    expect(
      teleporterMessageOf({ address: MESSENGER, topics: [new Uint8Array(32), ...topics.slice(1)] }),
    ).toBeUndefined();
    for (const few of [[], [SENT], [SENT, messageId]])
      expect(teleporterMessageOf({ address: MESSENGER, topics: few })).toBeUndefined();
  });
});
