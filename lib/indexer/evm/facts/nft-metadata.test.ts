import { setTimeout as sleep } from "node:timers/promises";
import { encodeAbiParameters, toEventSelector } from "viem";
import { expect, it } from "vitest";
import { VmChain } from "../../../testbed/evm/chain";
import { indexChains } from "../../../testbed/evm/indexed";
import { serveVmNode } from "../../../testbed/evm/node";

/**
 * A hand-written ERC-721. The length of the calldata selects what it does: with 36 bytes it returns a URI whose
 * metadata have the name `v` and the stored character; four words are the topics of an event to write; three are an
 * event's topic, its data, and the character to store.
 */
const RUNTIME = [
  ...["3660241460", "37", "57"], // calldatasize == 36: return the URI
  ...["3660801460", "24", "57"], // calldatasize == 128: write the event of four topics
  ...["604035600055", "6020602060003760003560206000a100"], // store the third word, write the event
  ...["5b", "60603560403560203560003560006000a400"], // four topics, no data
  ...["5b", "60206000526013602052"], // a text of 19 characters
  ...["7f", Buffer.from('data:,{"name":"v?"}').toString("hex").padEnd(64, "0"), "604052"],
  ...["600054605053", "60606000f3"], // insert the stored character
].join("");

it("a token is read again when its contract announces changed metadata, even if it never wrote another event", async () => {
  const chain = await VmChain.open({ chainId: 99_404 });
  const size = (RUNTIME.length / 2).toString(16).padStart(2, "0");
  const init = `0x60${size}80600b6000396000f3${RUNTIME}`;
  const [deployed] = (await chain.mine([{ from: 0, data: init }])).transactions;
  const to = deployed?.contractAddress ?? "";
  const words = (...values: (bigint | string)[]) =>
    values
      .map((value) =>
        typeof value === "string" ? value : encodeAbiParameters([{ type: "uint256" }], [value]),
      )
      .join("")
      .replaceAll("0x", "");
  const change = (tokenId: bigint, character: string) =>
    `0x${words(toEventSelector("MetadataUpdate(uint256)"), tokenId, BigInt(character.charCodeAt(0)))}`;
  const mint = `0x${words(toEventSelector("Transfer(address,address,uint256)"), 0n, 7n, 5n)}`;
  await chain.mine([
    { from: 0, to, data: change(5n, "1") },
    { from: 0, to, data: mint },
  ]);
  const node = await serveVmNode(chain);
  const firn = await indexChains();
  const read = async (name: string) => {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(20)) {
      const response = await fetch(`${firn.url}/v1/chains/99404/nfts/collections/${to}/tokens/5`);
      const { metadata } = (await response.json()) as { metadata?: { name?: string; indexStatus: string } };
      if (metadata?.name === name) return metadata.indexStatus;
    }
    throw new Error(`${name} was not read in time`);
  };
  try {
    firn.add(node);
    expect(await read("v1")).toBe("indexed");
    await chain.mine([{ from: 0, to, data: change(5n, "2") }]);
    expect(await read("v2")).toBe("indexed");
  } finally {
    await firn.close();
    await node.close();
  }
});
