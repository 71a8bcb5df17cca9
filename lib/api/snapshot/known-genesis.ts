import { fromHex } from "../../avalanche/codec/bytes";
import { decodeGenesis, type PGenesis } from "../../avalanche/genesis/genesis";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { rulesOfNetwork } from "../../avalanche/ledger/rules";
import { startLedger } from "../../avalanche/ledger/start";
import { type NetworkFacts, readGenesisFact } from "../../store/bookkeeping/network";
import type { PrimaryDb } from "../../store/db";

/** The network's genesis as every answer finds it. */
export interface KnownGenesis extends PGenesis {
  /** nAVAX in existence when the chains began, with what the first validators may earn. */
  supply: bigint | null;
}

/**
 * Decodes a store's genesis once, not for each answer: mainnet's takes half a second. `read` gives undefined where the
 * genesis is not known.
 */
export function openGenesisCache(): {
  read(
    db: PrimaryDb,
    facts: Pick<NetworkFacts, "genesisBlockId" | "networkId">,
  ): Promise<KnownGenesis | undefined>;
} {
  let last: { key: string; genesis: KnownGenesis } | undefined;
  return {
    async read(db, { genesisBlockId, networkId }) {
      const key = `${genesisBlockId}/${networkId}`;
      if (last?.key === key) return last.genesis;
      const stored = genesisBlockId && (await readGenesisFact(db));
      if (!stored) return undefined;
      const genesis = decodeGenesis(fromHex(stored));
      const { state } = startLedger(genesis, rulesOfNetwork(Number(networkId)));
      const supply = state.subnet(PRIMARY_NETWORK_ID)?.supply ?? null;
      last = { key, genesis: { ...genesis, supply } };
      return last.genesis;
    },
  };
}
