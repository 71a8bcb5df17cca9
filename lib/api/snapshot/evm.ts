import { fromHex } from "../../avalanche/codec/bytes";
import { FirnError, InputError, NodeError, StoreError } from "../../errors";
import type { RegistryEntry } from "../../store/bookkeeping/chain-registry";
import { type EvmFacts, readEvmFacts } from "../../store/bookkeeping/evm-facts";
import { type EvmHistory, readHistory } from "../../store/bookkeeping/history";
import type { EvmDb } from "../../store/db";
import type { Reading } from "../../store/reading";
import type { Reader, Stores } from "../../store/stores";
import type { EvmTables } from "../../store/tables/evm";
import type { EvmNodes } from "../node/evm-node";

/** One EVM chain in one snapshot of its store. */
export interface EvmSnapshot {
  db: EvmDb;
  /** Decimal. */
  evmChainId: string;
  facts: EvmFacts;
  /** Which blocks it has and counts; undefined while there is none. */
  history: EvmHistory | undefined;
  nodes: EvmNodes;
  pageTokenKey: Uint8Array;
  /** Of the store, as its reader told it before the snapshot. */
  version: string | undefined;
}

/** The indexed EVM chains. Each has a store, named by EVM chain id. */
export interface EvmChains {
  /**
   * Runs `work` on one snapshot of the chain with an EVM chain id or blockchain id, for a reading if somebody waits for it alone.
   * @throws InputError NOT_FOUND when it is not a served chain
   * @throws NodeError NOTHING_INDEXED when nothing of it is indexed yet
   */
  read<T>(chain: string, work: (snapshot: EvmSnapshot) => Promise<T>, reading?: Reading): Promise<T>;
  /** Facts of every chain that has a store, by EVM chain id. */
  list(): Promise<EvmFacts[]>;
  /** Chains that the indexer follows, with their problems; undefined when no indexer ever ran. */
  registry(): Promise<RegistryEntry[] | undefined>;
  readonly nodes: EvmNodes;
  /** Of a chain's store, by its EVM chain id, as the store's reader tells it; undefined for one not read yet. */
  version(evmChainId: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Opens nothing yet: stores may be created after the API has started. */
export function openEvmChains(stores: Stores, nodes: EvmNodes): EvmChains {
  const readers = new Map<string, Reader<EvmTables>>();

  const within = async <T>(
    id: string,
    work: (snapshot: EvmSnapshot) => Promise<T>,
    reading?: Reading,
  ): Promise<T> => {
    const reader = readers.get(id) ?? stores.read(`evm/${id}`);
    readers.set(id, reader);
    const version = await reader.version();
    return reader.snapshot(async (db) => {
      const [facts, history] = await Promise.all([readEvmFacts(db), readHistory(db)]);
      if (facts.pageTokenKey === undefined) throw nothingYet(id);
      const pageTokenKey = fromHex(facts.pageTokenKey);
      return work({ db, evmChainId: id, facts, history, nodes, pageTokenKey, version });
    }, reading);
  };

  const chainIds = async () =>
    (await stores.list()).flatMap((id) => (id === "primary" ? [] : [id.slice("evm/".length)]));

  const list = async (): Promise<EvmFacts[]> => {
    const facts: EvmFacts[] = [];
    for (const id of await chainIds()) {
      const known = await within(id, async (snapshot) => snapshot.facts).catch(unlessUnready);
      if (known) facts.push(known);
    }
    return facts;
  };

  const registry = () => stores.readRegistry();

  return {
    list,
    registry,
    nodes,
    version: async (evmChainId) => readers.get(evmChainId)?.version(),
    async read(chain, work, reading) {
      // A chain that was read before is not looked for. If its store is gone, the list says what there is instead.
      if (readers.has(chain)) {
        try {
          return await within(chain, work, reading);
        } catch (error) {
          if (!isAbsent(error)) refuseUnready(error, chain);
        }
      }
      const ids = await chainIds();
      const isIt = ({ evmChainId, blockchainId }: EvmFacts | RegistryEntry) =>
        chain === evmChainId || chain === blockchainId;
      const id = ids.includes(chain) ? chain : (await list()).find(isIt)?.evmChainId;
      if (id !== undefined) return within(id, work, reading).catch((error) => refuseUnready(error, chain));
      const coming = (await registry())?.find(isIt);
      if (coming) throw nothingYet(chain, coming.problem);
      throw new InputError("NOT_FOUND", `this Firn does not index EVM chain ${chain}`, {
        hint: ids.length === 0 ? "no EVM chain is indexed yet" : `it indexes ${ids.join(", ")}`,
      });
    },
    async close() {
      for (const reader of readers.values()) await reader.close();
    },
  };
}

/** A store that is being created, or damaged, must not hide the other chains. */
function unlessUnready(error: unknown): undefined {
  if (error instanceof FirnError) return undefined;
  throw error;
}

function isAbsent(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === "STORE_ABSENT";
}

/** A store of another program version: its indexer migrates it. */
function refuseUnready(error: unknown, chain: string): never {
  const isUnready = isAbsent(error) || (error instanceof StoreError && error.code === "STORE_OLDER");
  throw isUnready ? nothingYet(chain, error) : error;
}

function nothingYet(chain: string, why?: { message: string; hint?: string | undefined }): NodeError {
  const reason = why === undefined ? "" : `: ${why.message}`;
  return new NodeError("NOTHING_INDEXED", `nothing of chain ${chain} is indexed yet${reason}`, {
    hint: why?.hint ?? "the indexer fills the store once the chain's node answers",
  });
}
