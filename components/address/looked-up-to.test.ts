import { expect, test } from "vitest";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { lookedUpTo } from "./looked-up-to";

type Stream = FirnStatus["streams"][number];

function stream(name: string, height: number | undefined, evm?: Partial<Stream["evm"]>): Stream {
  const indexedHead = height === undefined ? undefined : { index: height, height, containerId: "", time: 0 };
  return {
    stream: name,
    state: "following",
    updatedAt: 0,
    ...(indexedHead && { indexedHead }),
    ...(evm && { evm: { isCChain: false, lacks: [], ...evm } }),
  };
}

const STREAMS = [
  stream("P/block", 18),
  stream("X/block", 4),
  stream("X/tx", 9),
  stream("C/block", 132),
  stream("EVM 43177", 120, { chainId: "43177", name: "C-Chain", isCChain: true }),
  stream("EVM 177177", 1222, { chainId: "177177", name: "firnl1" }),
  stream("EVM 5", 7, { chainId: "5" }),
  stream("EVM 6", undefined, { chainId: "6", name: "empty" }),
];

test.each([
  [
    ["p", "x", "c"],
    ["P-Chain block 18", "X-Chain block 4", "C-Chain block 120"],
  ],
  [["177177"], ["firnl1 block 1,222"]],
  [["5"], ["EVM chain 5 block 7"]],
  [["6"], []],
  [["c"], ["C-Chain block 120"]],
])("a list of %s is read up to %s", (segments, heads) => {
  expect(lookedUpTo({ streams: STREAMS }, segments)).toEqual(heads);
});
