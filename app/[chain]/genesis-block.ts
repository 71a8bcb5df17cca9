import { findEvmChain } from "@/app/[chain]/evm-chain";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { blockchainIdOf, networkFacts, tryId } from "@/app/[chain]/network";
import { readBlock, requireStatus } from "@/app/[chain]/read";
import { api, toResult } from "@/app/server";
import { genesisBytes } from "@/components/block/genesis-bytes";
import type { GenesisBlock, RawBlock } from "@/components/block/genesis-view";
import { containerFields } from "@/components/block/shown";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { equalBytes, fromHex, toHex } from "@/lib/avalanche/codec/bytes";
import { parseId } from "@/lib/avalanche/ids";
import { getBlock } from "@/lib/contract/data/evm-blocks";
import { getEvmBlockProof } from "@/lib/contract/firn/evm";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

/** Block 0 of a chain, with the EVM side of the C-Chain's. Undefined if it is unknown. @throws FirnError */
export async function readGenesisBlock(chain: Chain): Promise<GenesisBlock | undefined> {
  const primary = unlessMissing(await toResult(readBlock(chain, "0")));
  const asked = chain === "c" ? await toResult(readOfC()) : undefined;
  const evm = asked instanceof FirnError && primary !== undefined ? undefined : unlessMissing(asked);
  const block = primary ?? evm?.block;
  // A block of a genesis has its time.
  if (block?.blockTimestamp === undefined) return undefined;
  return {
    hash: block.blockHash,
    parentHash: block.parentHash,
    time: block.blockTimestamp,
    ...(primary === undefined ? { jsonPath: evm?.jsonPath } : { size: primary.blockSizeBytes }),
    supply: primary?.currentSupply,
    gas: evm?.block,
  };
}

/** Its bytes, decoded. Undefined if they cannot be made. @throws FirnError */
export async function readGenesisBytes(chain: Chain, block: GenesisBlock): Promise<RawBlock | undefined> {
  const status = await requireStatus();
  const header = chain === "c" ? await readHeaderOfC() : undefined;
  const bytes = genesisBytes(chain, block, { xChainId: blockchainIdOf("x", status), header });
  if (bytes === undefined) return undefined;
  const stream = CHAINS[chain].stream;
  return { hex: toHex(bytes), fields: containerFields({ chain, stream }, bytes, networkFacts(status)) };
}

async function readHeaderOfC(): Promise<Uint8Array | undefined> {
  const chain = await findEvmChain("c");
  if (chain === undefined) return undefined;
  const params = { chainId: chain.evmChainId, blockId: "0" };
  const proof = await toResult(api().get(getEvmBlockProof, { params }));
  if (proof instanceof FirnError || proof.header === undefined) return undefined;
  return fromHex(proof.header);
}

/** Block 0 by its height or its id in any form. @throws FirnError */
export async function findGenesisBlock(chain: Chain, text: string): Promise<GenesisBlock | undefined> {
  if (/^0{1,15}$/.test(text)) return readGenesisBlock(chain);
  const id = tryId(text);
  const block = id && (await readGenesisBlock(chain));
  return block && equalBytes(parseId(block.hash), id) ? block : undefined;
}

/** Height of the first block that links lead to: 1 if block 0 is unknown. */
export async function firstHeight(chain: Chain): Promise<0 | 1> {
  return (await toResult(readGenesisBlock(chain))) === undefined ? 1 : 0;
}

async function readOfC() {
  const chain = await findEvmChain("c");
  if (chain === undefined) return undefined;
  const params = { chainId: chain.evmChainId, blockId: "0" };
  return {
    block: await readEvmBlock(params.chainId, params.blockId),
    jsonPath: fillRoute(getBlock, { params }),
  };
}

function unlessMissing<T>(answer: T | FirnError): T | undefined {
  if (!(answer instanceof FirnError)) return answer;
  if (answer.code === "NOT_FOUND") return undefined;
  throw answer;
}
