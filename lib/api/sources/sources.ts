import { keccak256 } from "#keccak";
import { toHex } from "../../avalanche/codec/bytes";
import { compareCode } from "../../avalanche/evm/code/match";
import { readSourcify } from "../../client/sourcify";
import type { SourceFile, StandardInput } from "../../contract/sources";
import { describeError, FirnError, InputError } from "../../errors";
import type { Log } from "../../log";
import { Lru } from "../../lru";
import { Semaphore } from "../../mutex";
import type { KnownSource } from "../labels/abi-index";
import { openCompilers } from "./compilers";
import { ContractFolder, type Submission } from "./folder";
import { type SentSources, verifySources } from "./verify";

/** A contract, and the code that its node tells. */
export interface DeployedContract {
  evmChainId: string;
  address: Uint8Array;
  code: Uint8Array;
}

/** A contract whose sources somebody sends. */
export interface SubmittedContract extends DeployedContract {
  /** Whether it has sources already: others then have to match exactly, so that nobody changes a comment. */
  hasSources: boolean;
}

/** Sources of contracts. */
export interface Sources extends Pick<ContractFolder, "saveAbi" | "removeAbi" | "listAbis"> {
  /** Versions of solc by which sources can be verified. */
  versions(): string[];
  /**
   * Takes sources to verify them in the background.
   * @returns what `findSubmission` is asked with
   */
  submit(contract: SubmittedContract, sent: SentSources): Promise<string>;
  /** What became of sources; undefined if none were taken under that name within a day. */
  findSubmission(guid: string): Promise<Submission | undefined>;
  /** The sources themselves. */
  readInput(source: KnownSource): Promise<StandardInput | undefined>;
  /** What the operator's Sourcify server has of a contract, if it is its code. Undefined without such a server. */
  askSourcify(contract: DeployedContract): Promise<{ file: SourceFile; input: StandardInput } | undefined>;
  /** Ends what is being compiled. */
  close(): Promise<void>;
}

interface SourcesOptions {
  contractsFolder: string;
  compilersFolder?: string | undefined;
  sourcify?: string | undefined;
  nowMs: () => number;
  log: Pick<Log, "warn">;
}

/** A compiler takes one core, and up to gigabytes. */
const AT_ONCE = 1;
const MOST_WAITING = 8;
const STOPPED = "Firn was stopped while it compiled: send the sources again";
/** Who compiled for longer than this was killed. */
const PENDING_MS = 30 * 60_000;
/** What a Sourcify server does not have, it is not asked for again so soon. */
const ASKED_AGAIN_MS = 10 * 60_000;

export function openSources(options: SourcesOptions): Sources {
  const { nowMs, log } = options;
  const folder = new ContractFolder(options.contractsFolder);
  const compilers = openCompilers(options.compilersFolder);
  const closing = new AbortController();
  const { signal } = closing;
  const underWay = new Set<Promise<void>>();
  const turns = new Semaphore(AT_ONCE, {
    mostWaiting: MOST_WAITING,
    refuse: () =>
      new InputError("BAD_PARAMETER", "too many sources are being compiled", {
        hint: "send them again in a minute",
      }),
  });
  const asked = new Lru<string, number>(1_000);
  let said = "";

  const verify = async (guid: string, contract: SubmittedContract, sent: SentSources, state: Submission) => {
    const end = (more: Partial<Submission>) =>
      folder.saveSubmission(guid, { ...state, ...more, atMs: nowMs() });
    try {
      const file = await turns.run(() => verifySources(sent, contract.code, { compilers, signal, nowMs }));
      if (contract.hasSources && compareCode(file.runtime, contract.code) !== "exact")
        throw new InputError("BAD_PARAMETER", "the contract has sources that match as well as these");
      await folder.saveSource(toHex(keccak256(contract.code)), file, sent.input);
      await end({ state: "verified" });
    } catch (error) {
      if (signal.aborted) return await end({ state: "failed", reason: STOPPED });
      if (!(error instanceof FirnError)) log.warn("sources could not be verified", { err: error });
      const reason = error instanceof FirnError ? describeError(error) : "internal error: see the API's log";
      await end({ state: "failed", reason });
    }
  };

  return {
    versions: compilers.versions,
    saveAbi: (...given) => folder.saveAbi(...given),
    removeAbi: (...given) => folder.removeAbi(...given),
    listAbis: () => folder.listAbis(),
    readInput: ({ id }) => folder.readInput(id),
    async submit(contract, sent) {
      const { evmChainId } = contract;
      const state: Submission = {
        evmChainId,
        address: toHex(contract.address),
        state: "pending",
        atMs: nowMs(),
      };
      const guid = await folder.addSubmission(state);
      const work = verify(guid, contract, sent, state).finally(() => underWay.delete(work));
      underWay.add(work);
      return guid;
    },
    async findSubmission(guid) {
      const found = await folder.readSubmission(guid);
      const isLost = found?.state === "pending" && nowMs() - found.atMs > PENDING_MS;
      return isLost ? { ...found, state: "failed", reason: STOPPED } : found;
    },
    async askSourcify(contract) {
      const { evmChainId, code } = contract;
      const address = toHex(contract.address);
      const key = `${evmChainId} ${address} ${toHex(keccak256(code))}`;
      const last = asked.get(key);
      if (options.sourcify === undefined || (last !== undefined && nowMs() - last < ASKED_AGAIN_MS))
        return undefined;
      asked.set(key, nowMs());
      try {
        const found = await readSourcify(options.sourcify, { evmChainId, address }, signal);
        if (found === undefined || compareCode(found.runtime, code) === undefined) return undefined;
        const { input, ...told } = found;
        const file: SourceFile = { ...told, by: "sourcify", verifiedAtMs: nowMs() };
        await folder.saveSource(toHex(keccak256(code)), file, input);
        return { file, input };
      } catch (error) {
        const fault = describeError(error);
        if (!signal.aborted && fault !== said) log.warn(`FIRN_SOURCIFY: ${fault}`);
        said = fault;
        return undefined;
      }
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
    },
  };
}
