import { decodeCBlock } from "../../avalanche/c/block";
import { fromHex } from "../../avalanche/codec/bytes";
import { decodeGenesis } from "../../avalanche/genesis/genesis";
import { type NetworkRules, readUpgrades, rulesOfNetwork } from "../../avalanche/ledger/rules";
import { decodePBlock } from "../../avalanche/p/block";
import { decodeXBlock } from "../../avalanche/x/block";
import { decodeXGenesis } from "../../avalanche/x/genesis";
import { decodeXTx } from "../../avalanche/x/txs";
import { decodeVertex } from "../../avalanche/x/vertex";
import type { IndexName } from "../../contract/node/index";
import { upgrades } from "../../contract/node/info";
import { DataError } from "../../errors";
import type { ChainName, History } from "../history";
import { type RecordedAnswers, recordedInfo } from "../recorded-answers";
import { AtomicMemory } from "./atomic-memory";
import { CLedger } from "./c-ledger";
import { PLedger } from "./p-ledger";
import { XLedger } from "./x-ledger";

/**
 * State of the primary network, computed from genesis and the blocks this node has accepted. A chain whose bytes are
 * inconsistent stops: reading its part throws that DataError, and the others continue.
 */
export interface Ledger {
  readonly rules: NetworkRules;
  readonly memory: AtomicMemory;
  readonly p: PLedger;
  readonly x: XLedger;
  readonly c: CLedger;
  /**
   * The time that decides on locks, unix seconds: the latest time of an accepted P or X block. The real node uses its
   * wall clock, which is about the same on a live network. For a recording it would depend on the day somebody looks.
   */
  now(): bigint;
}

/** The ledger of a history. Follows it from now on. */
export function openLedger(history: History, recorded: RecordedAnswers): Ledger {
  const { network, genesis } = history.recording;
  const rules = rulesOfNetwork(network.networkId, recordedUpgrades(recorded));
  const start = decodeGenesis(fromHex(genesisBytesOf(genesis.platform)));
  const memory = new AtomicMemory();
  const [xChain, cChain] = start.chains;
  if (xChain?.txType !== "CreateChainTx" || cChain === undefined) {
    throw new DataError("BYTES_INVALID", "the genesis creates no X-Chain and C-Chain");
  }
  const p = new PLedger(start, rules, memory);
  const x = new XLedger(xChain.txId, decodeXGenesis(xChain.unsigned.genesisData), memory);
  const c = new CLedger(cChain.txId, memory);
  let now = start.time;

  const passTo = (time: bigint | undefined) => {
    if (time !== undefined && time > now) now = time;
  };
  const apply: Record<IndexName, (bytes: Uint8Array) => void> = {
    "P/block": (bytes) => {
      const block = decodePBlock(bytes);
      p.apply(block);
      passTo(block.time);
    },
    "X/block": (bytes) => {
      const block = decodeXBlock(bytes);
      for (const tx of block.txs) x.apply(tx);
      passTo(block.time);
    },
    "C/block": (bytes) => c.apply(decodeCBlock(bytes)),
    "X/tx": (bytes) => x.apply(decodeXTx(bytes)),
    // Its transactions have an index of their own.
    "X/vtx": (bytes) => x.endGraph(decodeVertex(bytes)),
  };
  const isIndexed = (index: string): index is IndexName => Object.hasOwn(apply, index);
  const faults = new Map<string, DataError>();
  history.onAccepted(({ chain, index, inner }) => {
    if (faults.has(chain) || !isIndexed(index)) return;
    try {
      apply[index](inner);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      faults.set(chain, error);
    }
  });
  const sound = <T>(chain: ChainName, state: T): T => {
    const fault = faults.get(chain);
    if (fault !== undefined) throw fault;
    return state;
  };
  return {
    rules,
    memory,
    get p() {
      return sound("P", p);
    },
    get x() {
      return sound("X", x);
    },
    get c() {
      return sound("C", c);
    },
    now: () => now,
  };
}

function genesisBytesOf(platform: string): string {
  return (JSON.parse(platform) as { genesisBytes: string }).genesisBytes;
}

/** When upgrades took effect on the recorded node, by its own answer. */
function recordedUpgrades(recorded: RecordedAnswers) {
  return readUpgrades((recordedInfo(recorded, upgrades.name) ?? {}) as Record<string, unknown>);
}
