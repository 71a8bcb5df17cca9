import { CHAINS, isChain } from "@/components/ui/chains";
import type { PageName, ParamsOf, Requested } from "@/lib/contract/pages";
import { groupDigits, headTail } from "@/lib/words/format";

/** What a card says of a page: what kind of thing it is about, and which one. */
export interface Card {
  kind: string;
  name: string;
}

/** Undefined for pages that are about no single thing. */
export function cardOf<N extends PageName>({ page, params }: Requested<N>): Card | undefined {
  const cards: { [P in PageName]?: (params: ParamsOf<P>) => Card } = CARDS;
  const card: ((params: ParamsOf<N>) => Card) | undefined = cards[page];
  return card?.(params);
}

const CARDS: { [N in PageName]?: (params: ParamsOf<N>) => Card } = {
  block: ({ chain, id }) => ({
    kind: `${chainName(chain)} block`,
    name: /^\d+$/.test(id) ? groupDigits(id) : headTail(id),
  }),
  tx: ({ chain, id }) => ({ kind: `${chainName(chain)} transaction`, name: headTail(id) }),
  token: ({ chain, contract }) => ({ kind: `Token on ${chainName(chain)}`, name: headTail(contract) }),
  collection: ({ chain, contract }) => ({
    kind: `Collection on ${chainName(chain)}`,
    name: headTail(contract),
  }),
  nft: ({ chain, contract, token }) => ({
    kind: `Collectible on ${chainName(chain)}, of ${headTail(contract)}`,
    name: `#${token.length > 24 ? headTail(token) : token}`,
  }),
  tokens: ({ chain }) => ({ kind: "Tokens", name: chainName(chain) }),
  collections: ({ chain }) => ({ kind: "Collections", name: chainName(chain) }),
  contracts: ({ chain }) => ({ kind: "Contracts", name: chainName(chain) }),
  accounts: ({ chain }) => ({ kind: "Accounts", name: chainName(chain) }),
  asset: ({ id }) => ({ kind: "X-Chain asset", name: headTail(id) }),
  transfer: ({ id }) => ({ kind: "Transfer between chains", name: headTail(id) }),
  address: ({ address }) => ({ kind: "Address", name: headTail(address) }),
  validator: ({ id }) => ({ kind: "Validator", name: headTail(id) }),
  rewards: ({ id }) => ({ kind: "Rewards", name: headTail(id) }),
  l1: ({ id }) => ({ kind: "Subnet or L1", name: headTail(id) }),
  validation: ({ id }) => ({ kind: "Validation of an L1", name: headTail(id) }),
  message: ({ id }) => ({ kind: "Message between chains", name: headTail(id) }),
};

function chainName(segment: string): string {
  return isChain(segment) ? CHAINS[segment].name : `EVM chain ${segment}`;
}

/** Letters that the card's font has. It must not be asked for others: they would be fetched from elsewhere. */
export function drawable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e…’“”·]/g, "?").slice(0, 80);
}
