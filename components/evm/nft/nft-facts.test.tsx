import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import type { NftToken } from "@/lib/contract/data/nfts";
import type { EvmChain } from "../chain";
import { NftFacts } from "./nft-facts";

const CHAIN: EvmChain = {
  evmChainId: "43114",
  segment: "c",
  name: "C-Chain",
  symbol: "AVAX",
  tag: "C",
  rpcUrl: "",
};
const CONTRACT: EvmContract = { address: "0x", ercType: "ERC-721", name: "", symbol: "" };
const shown = (tokenUri: string | undefined) => {
  const token: NftToken = {
    address: "0x",
    name: "",
    symbol: "",
    ercType: "ERC-721",
    tokenId: "1",
    ...(tokenUri !== undefined && { tokenUri }),
    metadata: { indexStatus: "indexed" },
  };
  return renderToStaticMarkup(
    <NftFacts chain={CHAIN} contract={CONTRACT} token={token} firnNft={undefined} mediaSchemes={[]} />,
  );
};

test("a token URI is said to come through the node, and a missing one is not mentioned", () => {
  expect(shown("ipfs://a")).toContain("The token URI comes from the contract, called through the node");
  expect(shown(undefined)).not.toContain("called through the node");
});
