import { findEvmChain, readEvmChains } from "@/app/[chain]/evm-chain";
import { blockchainIdOf } from "@/app/[chain]/network";
import { requireStatus } from "@/app/[chain]/read";
import { api } from "@/app/server";
import type { MessageChain } from "@/components/message/chains";
import { CHAIN_LETTERS, CHAINS } from "@/components/ui/chains";
import { formatId } from "@/lib/avalanche/ids";
import { listMessages } from "@/lib/contract/firn/messages";
import { fillRoute, type RouteBody } from "@/lib/contract/route";

/** Which messages are listed, and after which the list starts. */
export interface MessagesQuery {
  form?: "icm" | "warp";
  /** Segment of a chain at either end. */
  chain?: string;
  /** Who sent it, or whom it is for. */
  address?: string;
  before?: string;
}

/** Messages at a position, and the path on this origin that serves them and the next ones. @throws FirnError */
export async function readMessages({
  chain,
  ...query
}: MessagesQuery & { pageSize: number; pageToken?: string | undefined }): Promise<{
  page: RouteBody<typeof listMessages>;
  path: string;
}> {
  const known = chain === undefined ? undefined : await findEvmChain(chain);
  const request = { params: {}, query: { ...query, ...(known && { blockchainId: known.evmChainId }) } };
  return { page: await api().get(listMessages, request), path: fillRoute(listMessages, request) };
}

/** The chains that have pages here, as messages name them. @throws FirnError */
export async function readMessageChains(): Promise<MessageChain[]> {
  const [evm, status] = await Promise.all([readEvmChains(), requireStatus()]);
  const primary = CHAIN_LETTERS.flatMap((letter) => {
    const id = blockchainIdOf(letter, status);
    return id === undefined || letter === "c"
      ? []
      : [{ id: formatId(id), segment: letter, name: CHAINS[letter].name, tag: CHAINS[letter].letter }];
  });
  return [
    ...primary,
    ...evm.map(({ blockchainId, evmChainId, segment, name, tag }) => ({
      evmChainId,
      segment,
      name,
      tag,
      ...(blockchainId !== undefined && { id: blockchainId }),
    })),
  ];
}
