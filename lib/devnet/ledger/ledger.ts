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
 * The state of the primary network after what this node has accepted, computed from genesis and blocks. A chain whose
 * bytes contradict each other stops there: asking for its part throws that DataError, the others go on.
 */
export interface Ledger {
  readonly rules: NetworkRules;
  readonly memory: AtomicMemory;
  readonly p: PLedger;
  readonly x: XLedger;
  readonly c: CLedger;
  /**
   * Unix seconds by which locks are judged: the latest time of an accepted block of P or X. The real node asks its wall
   * clock, which for a network that lives is about the same; of a recording it would tell when somebody looked at it.
   */
  now(): bigint;
}

/** The ledger of a history, which follows it from now on. */
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
  const faults: Partial<Record<ChainName, DataError>> = {};
  history.onAccepted(({ chain, index, inner }) => {
    if (faults[chain] !== undefined) return;
    try {
      apply[index](inner);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      faults[chain] = error;
    }
  });
  const sound = <T>(chain: ChainName, state: T): T => {
    if (faults[chain] !== undefined) throw faults[chain];
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

/** When the recorded node's upgrades took effect, as it said itself. */
function recordedUpgrades(recorded: RecordedAnswers) {
  return readUpgrades((recordedInfo(recorded, upgrades.name) ?? {}) as Record<string, unknown>);
}
