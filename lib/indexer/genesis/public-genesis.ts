import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { rootFolder } from "../../root-folder";

/** Brotli-compressed genesis bytes beside this file, by network id. */
const FILES: Record<number, string> = { 1: "mainnet.br", 5: "fuji.br" };

/**
 * The P-Chain genesis bytes of a public network: 4.4 MB for mainnet, 7 kB for Fuji. Undefined for other networks. The
 * bytes prove themselves: their block's id is the parent that P-Chain block 1 names.
 * @source `buildGenesis` of AvalancheGo's genesis/genesis_mainnet.json and genesis/genesis_fuji.json
 */
export function readPublicGenesis(networkId: number): Uint8Array | undefined {
  const file = FILES[networkId];
  if (file === undefined) return undefined;
  return new Uint8Array(brotliDecompressSync(readFileSync(join(rootFolder(), "lib/indexer/genesis", file))));
}
