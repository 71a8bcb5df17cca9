import { z } from "zod";
import { equalBytes, fromHex } from "../../avalanche/codec/bytes";
import { parseId } from "../../avalanche/ids";
import { decodePBlock } from "../../avalanche/p/block";
import { decodeContainer } from "../../avalanche/proposer/proposervm";
import { parseLossless } from "../../contract/rpc";
import type { Recording } from "../recording";

/** A genesis as geth's chains are given it; addresses with or without 0x. */
const genesis = z.looseObject({
  alloc: z.record(z.string(), z.looseObject({ code: z.string().optional() })),
});

/** AvalancheGo's configuration of a network's genesis, of which only this is read. */
const configuration = z.looseObject({ cChainGenesis: z.string() });

/** Code that stands in a chain since its genesis: hex, by address in lower case. */
export type GenesisCode = ReadonlyMap<string, string>;

/** Of the C-Chain. */
export function cChainGenesisCode({ genesis }: Recording): GenesisCode {
  return codeOf(configuration.parse(parseLossless(genesis.configuration)).cChainGenesis);
}

/** Of a subnet's chain, from the transaction that created it. None if that is not in the recording. */
export function subnetGenesisCode({ containers }: Recording, blockchainId: string): GenesisCode {
  const id = parseId(blockchainId);
  for (const { bytes } of containers["P/block"] ?? []) {
    const { txs } = decodePBlock(decodeContainer(fromHex(bytes), "p").inner);
    const tx = txs.find(({ txId }) => equalBytes(txId, id));
    if (tx?.txType === "CreateChainTx") return codeOf(new TextDecoder().decode(tx.unsigned.genesisData));
  }
  return new Map();
}

function codeOf(text: string): GenesisCode {
  const { alloc } = genesis.parse(parseLossless(text));
  return new Map(
    Object.entries(alloc).flatMap(([address, { code }]) =>
      code === undefined ? [] : [[`0x${address.replace(/^0x/, "").toLowerCase()}`, code] as const],
    ),
  );
}
