import type { Chain } from "@/components/ui/chains";
import { cBlockOfHeader } from "@/lib/avalanche/c/genesis";
import { header } from "@/lib/avalanche/c/header";
import { equalBytes } from "@/lib/avalanche/codec/bytes";
import { decode } from "@/lib/avalanche/codec/layout";
import { pGenesisBlock } from "@/lib/avalanche/genesis/genesis";
import { parseId } from "@/lib/avalanche/ids";
import { xGenesisBlock } from "@/lib/avalanche/x/genesis";

/** What block 0 is built from, beside its answer in the API. */
interface Known {
  /** 32 bytes. */
  xChainId?: Uint8Array | undefined;
  /** Of the C-Chain's block, RLP. */
  header?: Uint8Array | undefined;
}

/** The bytes of block 0, which is in no container. Undefined where they cannot be built or do not have its id. */
export function genesisBytes(
  chain: Chain,
  { hash, parentHash, time }: { hash: string; parentHash: string; time: number },
  { xChainId, header: rlp }: Known,
): Uint8Array | undefined {
  const built = {
    p: () => pGenesisBlock(parseId(parentHash)),
    x: () => xChainId && xGenesisBlock(xChainId, BigInt(time)),
    c: () => rlp && cBlockOfHeader(decode(header, rlp)),
  }[chain]();
  return built && equalBytes(built.blockId, parseId(hash)) ? built.bytes : undefined;
}
