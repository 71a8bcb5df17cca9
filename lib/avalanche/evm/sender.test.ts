import { expect, test } from "vitest";
import { openRecording } from "../../devnet/recording";
import { decodeCBlock } from "../c/block";
import { headerBytes } from "../c/header-hash";
import { fromHex, toHex } from "../codec/bytes";
import { decodeContainer } from "../proposer/proposervm";
import { headerRoots } from "./header-roots";
import { recoverSender } from "./sender";

test.each(["custom-network", "local-network"])(
  "the sender of every transaction of %s is the one the node reports",
  async (name) => {
    const recording = await openRecording(name);
    let count = 0;
    for (const [at, { bytes }] of recording.containers["C/block"].entries()) {
      const { transactions } = decodeCBlock(decodeContainer(fromHex(bytes), "c").inner);
      const said = recording.evm[at + 1]?.block.transactions ?? [];
      const senders = said.map((tx) => (tx as unknown as { from: string }).from);
      expect(transactions.map((each) => toHex(recoverSender(each.bytes)))).toEqual(senders);
      count += senders.length;
    }
    expect(count).toBeGreaterThan(100);
  },
  30_000,
);

test("parent and roots of a header of any generation are those the node returns", async () => {
  const recording = await openRecording("custom-network");
  for (const [at, { bytes }] of recording.containers["C/block"].entries()) {
    const said = recording.evm[at + 1]?.block as unknown as Record<string, string>;
    const roots = headerRoots(headerBytes(decodeContainer(fromHex(bytes), "c").inner));
    for (const [member, root] of Object.entries(roots)) expect(toHex(root)).toBe(said[member]);
  }
});
