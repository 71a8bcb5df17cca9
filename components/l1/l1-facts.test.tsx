import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { EvmChain } from "@/components/evm/chain";
import { SubnetCrumb } from "@/components/evm/subnet-crumb";
import { ChainFacts } from "./l1-facts";

const BLOCKCHAIN = "2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt";
const SUBNET = "2bRCr6B4MiEfSjidDwxDpdCyviwnfUVqB2HGwhm947w9YYqb7r";
const chain = { blockchainId: BLOCKCHAIN, name: "numbers", vmId: BLOCKCHAIN, evmChainId: 99999 };
const evm: EvmChain = {
  evmChainId: "99999",
  segment: "99999",
  name: "numbers",
  symbol: "NUM",
  tag: "L1",
  rpcUrl: "",
  blockchainId: BLOCKCHAIN,
  subnetId: SUBNET,
};
const hrefsIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

test("an indexed chain of an L1 links to its pages, and they link back", () => {
  expect(hrefsIn(renderToStaticMarkup(<ChainFacts chain={chain} evmChains={[evm]} />))).toEqual(
    expect.arrayContaining(["/99999/blocks", "/99999/txs", "/charts/tps?chains=99999"]),
  );
  expect(hrefsIn(renderToStaticMarkup(<SubnetCrumb chain={evm} />))).toEqual([`/l1/${SUBNET}`]);
});

test("a chain that is not indexed has no links, nor has another chain of the same EVM chain id", () => {
  const { blockchainId: _, ...unknown } = evm;
  for (const evmChains of [[], [{ ...evm, blockchainId: SUBNET }], [unknown]])
    expect(renderToStaticMarkup(<ChainFacts chain={chain} evmChains={evmChains} />)).not.toContain("/99999");
});
