import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Amount } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Name } from "@/components/ui/name";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import type { NftToken } from "@/lib/contract/data/nfts";
import type { EvmChain } from "./chain";
import { NftAttributes } from "./nft/nft-attributes";
import { NftFacts } from "./nft/nft-facts";
import { ContractFacts } from "./token/contract-facts";
import { ContractHead, nameOfContract } from "./token/contract-head";
import { TokenLink } from "./token/token-link";
import { formatMove } from "./tx/describe-evm-tx";
import type { TokenMove } from "./tx/moves";

/** Texts that anybody may write into a chain, and every place of an EVM chain's pages that shows one. */

const HOSTILE = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "javascript:alert(1)",
  "AVAX\u202e\u2066 000,1 tneS",
  "\u2069\u2069 Sent 1,000 AVAX to you \u2068",
  "АVАХ", // Cyrillic
  "AV\u200bAX\u00ad",
  `Z${"\u0301\u0300".repeat(2_000)}`,
  "x".repeat(1_000_000),
  "\u0000\u0007\n\r\t",
  "عملة",
  "\ud800",
];

const CHAIN: EvmChain = {
  evmChainId: "43114",
  segment: "c",
  name: "C-Chain",
  symbol: "AVAX",
  tag: "C",
  rpcUrl: "",
};
const ADDRESS = `0x${"11".repeat(20)}`;

function placesOf(text: string): string[] {
  const contract = { address: ADDRESS, ercType: "ERC-721", name: text, symbol: text } as EvmContract;
  const described = { ...contract, description: text, officialSite: text } as EvmContract;
  const move: TokenMove = {
    from: { address: ADDRESS },
    to: { address: ADDRESS },
    logIndex: 0,
    token: ADDRESS,
    tokenName: text,
    value: 1n,
    decimals: 0,
  };
  const attributes = JSON.stringify([{ trait_type: text, value: text }]);
  const token = {
    address: ADDRESS,
    name: text,
    symbol: text,
    ercType: "ERC-721",
    tokenId: "1",
    tokenUri: text,
    metadata: { indexStatus: "indexed", name: text, description: text, imageUri: text, attributes },
  } as NftToken;
  const facts = { chain: CHAIN, contract, token, firnNft: undefined, mediaSchemes: [] };
  const source = { jsonPath: "/", curl: "" };
  return [
    renderToStaticMarkup(<Name>{text}</Name>),
    renderToStaticMarkup(<Amount value={1n} decimals={0} unit={text} />),
    renderToStaticMarkup(<HashLink value={ADDRESS} name={text} copy={false} href="/" />),
    renderToStaticMarkup(<TokenLink chain={CHAIN} move={move} />),
    renderToStaticMarkup(<ContractHead chain={CHAIN} contract={contract} href="/" source={source} />),
    renderToStaticMarkup(
      <ContractFacts chain={CHAIN} contract={described} token={undefined} codeSize={undefined} />,
    ),
    renderToStaticMarkup(<NftAttributes token={token} firnNft={undefined} />),
    renderToStaticMarkup(<NftFacts {...facts} />).replace(/ data-copy="[^"]*"/g, ""),
    renderToStaticMarkup(<p>{formatMove(move)}</p>),
    renderToStaticMarkup(<p>{nameOfContract(contract)}</p>),
  ];
}

test.each(HOSTILE)("%#: a hostile text stays a short text in its own place", (text) => {
  for (const place of placesOf(text)) {
    expect(place).not.toMatch(/<script|<img|onerror=[^&]*>|href="javascript:/);
    // Marks that turn or hide text; the pair that isolates a name is ours, and closed.
    expect(place).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066\u2067\u00ad\p{Cc}\p{Cs}]/u);
    expect(place.split("\u2068").length).toBe(place.split("\u2069").length);
    expect(place).not.toMatch(/\p{M}{4}/u);
    expect(place.length).toBeLessThan(12_000);
  }
});
