import { setTimeout as sleep } from "node:timers/promises";
import { encodeAbiParameters, toEventSelector } from "viem";
import { afterEach, beforeEach, describe, it } from "vitest";
import { VmChain } from "../../../testbed/evm/chain";
import { indexChains } from "../../../testbed/evm/indexed";
import { serveVmNode } from "../../../testbed/evm/node";

/**
 * A hand-written ERC-721. The length of the calldata selects what it does: with 36 bytes it returns a URI whose
 * metadata have the name `v` and the stored character, or fails while none is stored; four words are the topics of an
 * event to write; three are an event's topic, its data, and the character to store.
 */
const RUNTIME = [
  "3660241460",
  "37",
  "57", // calldatasize == 36: return the URI
  "3660801460",
  "24",
  "57", // calldatasize == 128: write the event of four topics
  "604035600055",
  "6020602060003760003560206000a100", // store the third word, write the event
  "5b",
  "60603560403560203560003560006000a400", // four topics, no data
  "5b",
  "60206000526013602052", // a text of 19 characters
  "7f",
  Buffer.from('data:,{"name":"v?"}').toString("hex").padEnd(64, "0"),
  "604052",
  "600054",
  "80",
  "156000",
  "57",
  "605053",
  "60606000f3", // insert the stored character; fail if there is none
].join("");

const words = (...values: (bigint | string)[]) =>
  values
    .map((value) => (typeof value === "string" ? value : encodeAbiParameters([{ type: "uint256" }], [value])))
    .join("")
    .replaceAll("0x", "");
/** Stores a character, and writes an event with this topic and this data. */
const change = (topic: string, character: string) => `0x${words(topic, 5n, BigInt(character.charCodeAt(0)))}`;
const UPDATE = toEventSelector("MetadataUpdate(uint256)");
const OTHER = toEventSelector("Other(uint256)");
const transfer = (from: bigint, to: bigint) =>
  `0x${words(toEventSelector("Transfer(address,address,uint256)"), from, to, 5n)}`;

describe("the metadata of a token are read again", () => {
  let chain: VmChain;
  let node: Awaited<ReturnType<typeof serveVmNode>>;
  let firn: Awaited<ReturnType<typeof indexChains>>;
  let to = "";
  const call = (...data: string[]) => chain.mine(data.map((text) => ({ from: 0, to, data: text })));

  beforeEach(async () => {
    chain = await VmChain.open({ chainId: 99_404 });
    const size = (RUNTIME.length / 2).toString(16).padStart(2, "0");
    const init = `0x60${size}80600b6000396000f3${RUNTIME}`;
    const [deployed] = (await chain.mine([{ from: 0, data: init }])).transactions;
    to = deployed?.contractAddress ?? "";
    node = await serveVmNode(chain);
    firn = await indexChains();
  });

  afterEach(async () => {
    await firn.close();
    await node.close();
  });

  /** Waits until the metadata are as wanted. */
  async function read(wanted: { name?: string; indexStatus: string }): Promise<void> {
    let seen: unknown;
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
      const response = await fetch(`${firn.url}/v1/chains/99404/nfts/collections/${to}/tokens/5`);
      const { metadata } = (await response.json()) as { metadata?: { name?: string; indexStatus: string } };
      seen = metadata;
      if (metadata?.name === wanted.name && metadata?.indexStatus === wanted.indexStatus) return;
    }
    throw new Error(`${JSON.stringify(wanted)} was not read in time, but ${JSON.stringify(seen)}`);
  }

  it("when its contract announces changed metadata, even if it never wrote another event", async () => {
    await call(change(UPDATE, "1"), transfer(0n, 7n));
    firn.add(node);
    await read({ name: "v1", indexStatus: "indexed" });
    await call(change(UPDATE, "2"));
    await read({ name: "v2", indexStatus: "indexed" });
  });

  it("when it is minted again, since it was missing when the contract was asked in between", async () => {
    await call(transfer(0n, 0n));
    firn.add(node);
    await read({ indexStatus: "MISSING_TOKEN" });
    await call(change(OTHER, "3"), transfer(0n, 7n));
    await read({ name: "v3", indexStatus: "indexed" });
  });
});
