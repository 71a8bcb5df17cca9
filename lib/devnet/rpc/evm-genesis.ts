import { z } from "zod";
import { equalBytes, fromHex } from "../../avalanche/codec/bytes";
import { parseId } from "../../avalanche/ids";
import { decodePBlock } from "../../avalanche/p/block";
import { decodeContainer } from "../../avalanche/proposer/proposervm";
import { parseLossless } from "../../contract/rpc";
import type { Recording } from "../recording";

/** A genesis as geth's chains are given it; addresses with or without 0x. */
const genesis = z.looseObject({
  alloc: z.record(
    z.string(),
    z.looseObject({
      code: z.string().optional(),
      storage: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

/** AvalancheGo's configuration of a network's genesis, of which only this is read. */
const configuration = z.looseObject({ cChainGenesis: z.string() });

/** Contracts that stand in a chain since its genesis, by address in lower case. */
export type GenesisContracts = ReadonlyMap<string, GenesisContract>;

interface GenesisContract {
  /** Hex. */
  code: string;
  /** Words by slot, hex. */
  storage: Readonly<Record<string, string>>;
}

/** Of the C-Chain. */
export function cChainGenesisContracts({ genesis }: Recording): GenesisContracts {
  return contractsOf(configuration.parse(parseLossless(genesis.configuration)).cChainGenesis);
}

/** Of a subnet's chain, from the transaction that created it. None if that is not in the recording. */
export function subnetGenesisContracts({ containers }: Recording, blockchainId: string): GenesisContracts {
  const id = parseId(blockchainId);
  for (const { bytes } of containers["P/block"] ?? []) {
    const { txs } = decodePBlock(decodeContainer(fromHex(bytes), "p").inner);
    const tx = txs.find(({ txId }) => equalBytes(txId, id));
    if (tx?.txType === "CreateChainTx") return contractsOf(new TextDecoder().decode(tx.unsigned.genesisData));
  }
  return new Map();
}

function contractsOf(text: string): GenesisContracts {
  const { alloc } = genesis.parse(parseLossless(text));
  return new Map(
    Object.entries(alloc).flatMap(([address, { code, storage = {} }]) =>
      code === undefined
        ? []
        : [[`0x${address.replace(/^0x/, "").toLowerCase()}`, { code, storage }] as const],
    ),
  );
}
