import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { signatureOf } from "../../avalanche/evm/abi/entries";
import type { AbiBooks } from "../../avalanche/evm/abi/read";
import { COMMON_BOOK, STANDARD_BOOK } from "../../avalanche/evm/abi/standards";
import { isMessenger, MESSENGER_BOOK, MESSENGER_NAME } from "../../avalanche/evm/messenger";
import { precompileAt, precompilesNamed } from "../../avalanche/evm/precompiles";
import { type AddressLabel, abiFile, type ChainLabel, labelsFile } from "../../contract/labels";
import { describeProblem } from "../../contract/problem";
import { givenAbi, sourceFile } from "../../contract/sources";
import { ConfigError, describeError } from "../../errors";
import type { Log } from "../../log";
import { AbiIndex, type KnownAbi, type KnownSource } from "./abi-index";

/** The operator's labels for one chain. */
export interface ChainLabels {
  chain: ChainLabel | undefined;
  /** Precompiles have their names without a label. */
  address(address: Uint8Array): AddressLabel | undefined;
  /** Labels whose name begins with a text, in either case: whole names first, then the shortest. */
  named(text: string, limit: number): { name: string; address: Uint8Array }[];
  /** Where to look up what is called at an address, what it writes and what it reverts with, the surest first. */
  books(address?: Uint8Array): AbiBooks;
  /** The ABI of a contract, by its address or else by its runtime code. */
  abiOf(address: Uint8Array, code: Uint8Array | undefined): KnownAbi | undefined;
  /** Sources that compile to a contract's runtime code. */
  sourceOf(code: Uint8Array): KnownSource | undefined;
  /** The same labels with what the code of contracts tells about their ABIs. */
  knowing(contracts: readonly SeenContract[]): ChainLabels;
  /** Whether knowing a contract's code can tell anything more. */
  hasAbis: boolean;
  /** Signature of the function with this selector in one of those books. */
  method(selector: Uint8Array, address?: Uint8Array): string | undefined;
}

/** A contract whose code was looked at. */
export interface SeenContract {
  address: Uint8Array;
  code: Uint8Array;
  /** Contracts whose code it runs as its own, if it is a proxy. */
  targets?: readonly SeenContract[];
}

/** The operator's labels for all chains. */
export interface Labels {
  /** `isCChain`: which precompiles a chain may have depends on it. */
  of(evmChainId: string, isCChain?: boolean): ChainLabels;
  /** Another object once they are others. */
  readonly state: object;
}

/** Where labels are read. */
export interface LabelFolders {
  /** The operator's. */
  labels?: string | undefined;
  /** Firn's own, of ABIs and sources that were sent to it. It may not exist. */
  contracts?: string | undefined;
}

/**
 * Reads every `*.json` in the operator's folder and those inside it, in order of their paths. Later files override earlier ones. A
 * file that is unreadable or of an unknown form is logged with its error and left out. Without a folder there are no
 * labels. Changed files are read again by `watchLabels`.
 * @throws ConfigError CONFIG_INVALID when the folder does not exist
 */
export function readLabels(folders: LabelFolders, log: Pick<Log, "warn">): Labels {
  return indexOf(listFiles(folders), log);
}

/** Labels that follow their folder: what is put into it counts within seconds. */
export interface WatchedLabels extends Labels {
  close(): void;
}

/** How often the folder is looked at. */
const LOOK_MS = 2_000;

/** @throws ConfigError as `readLabels` */
export function watchLabels(folders: LabelFolders, log: Pick<Log, "warn">, lookMs = LOOK_MS): WatchedLabels {
  let files = listFiles(folders);
  let index = indexOf(files, log);
  const look = () => {
    try {
      const found = listFiles(folders);
      if (stateOf(found) === stateOf(files)) return;
      files = found;
      index = indexOf(files, log);
    } catch (error) {
      // The last labels stay: the folder may be in the middle of being replaced.
      if (!(error instanceof ConfigError)) throw error;
    }
  };
  const timer = setInterval(look, lookMs);
  timer.unref();
  return {
    of: (...chain) => index.of(...chain),
    get state() {
      return index.state;
    },
    close: () => clearInterval(timer),
  };
}

interface LabelFile {
  /** In the folder. */
  name: string;
  path: string;
  changed: string;
  /** Whether Firn wrote it. */
  isOwn: boolean;
}

function indexOf(files: readonly LabelFile[], log: Pick<Log, "warn">): Labels {
  const index = new LabelIndex();
  for (const { name, path, isOwn } of files) {
    try {
      const file: unknown = JSON.parse(readFileSync(path, "utf8"));
      if (isOwn) index.addOwn(file, name);
      else index.add(file, name);
    } catch (error) {
      // A compiler's folder has files of other kinds, which are nobody's mistake.
      if (isOwn || !name.includes("/"))
        log.warn(`${isOwn ? path : `FIRN_LABELS: ${name}`} is left out: ${describeError(error)}`);
    }
  }
  return { of: (...chain) => index.of(...chain), state: index };
}

function stateOf(files: readonly LabelFile[]): string {
  return files.map(({ name, changed }) => `${name} ${changed}`).join("\n");
}

/** Files of more folders than compilers nest, or of more contracts than a project has, are left out. */
const MOST_DEPTH = 6;
const MOST_FILES = 5_000;
/** What compilers keep besides their artifacts. */
const BESIDE = /^(build-info|cache|node_modules|\..*)$/;
/** Folders of Firn's own that have ABIs. */
const OWN_FOLDERS = ["abis", "sources"];

function listFiles({ labels: folder, contracts }: LabelFolders): LabelFile[] {
  const own = contracts === undefined ? [] : listOwnFiles(contracts);
  if (folder === undefined) return own;
  try {
    return [...filesIn(folder, "", 0).slice(0, MOST_FILES), ...own];
  } catch (cause) {
    throw new ConfigError("CONFIG_INVALID", `FIRN_LABELS is "${folder}", which can't be read as a folder`, {
      hint: "set it to a folder of JSON files, or leave it out",
      cause,
    });
  }
}

/** None of a folder that is not there yet. @throws ConfigError CONFIG_INVALID when it can't be read */
function listOwnFiles(contracts: string): LabelFile[] {
  try {
    const found = OWN_FOLDERS.filter((name) => existsSync(join(contracts, name)));
    return found.flatMap((name) => filesIn(contracts, name, 0)).map((file) => ({ ...file, isOwn: true }));
  } catch (cause) {
    throw new ConfigError("CONFIG_INVALID", `${contracts} can't be read`, {
      hint: "make it readable by the user that runs Firn's API",
      cause,
    });
  }
}

function filesIn(folder: string, inside: string, depth: number): LabelFile[] {
  const entries = readdirSync(join(folder, inside), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): LabelFile[] => {
      const name = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory())
        return depth >= MOST_DEPTH || BESIDE.test(entry.name) ? [] : filesIn(folder, name, depth + 1);
      if (!name.endsWith(".json") || name.endsWith(".dbg.json")) return [];
      const path = join(folder, name);
      const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? {};
      return mtimeMs === undefined ? [] : [{ name, path, changed: `${mtimeMs}/${size}`, isOwn: false }];
    });
}

/** A chain, and contracts of it whose code was looked at, by lower-case hex address. */
interface SeenChain {
  evmChainId: string;
  isCChain: boolean;
  seen: ReadonlyMap<string, SeenContract>;
}

class LabelIndex implements Pick<Labels, "of"> {
  readonly #chains = new Map<string, ChainLabel>();
  /** By chain and lower-case hex address. */
  readonly #addresses = new Map<string, AddressLabel>();
  readonly #abis = new AbiIndex();

  /**
   * `name`: of the file in the folder.
   * @throws Error naming the first problem; nothing of the file is used then
   */
  add(file: unknown, name: string): void {
    const abi = abiFile.safeParse(file);
    if (abi.success) this.#abis.add(abi.data, name);
    else this.#addLabels(file);
  }

  /** A file of Firn's own: `abis/43114/0x….json`, `sources/0x….json`. */
  addOwn(file: unknown, name: string): void {
    const [, evmChainId, address] = /^abis\/(\d+)\/(0x[0-9a-f]{40})\.json$/.exec(name) ?? [];
    const [, id] = /^sources\/(0x[0-9a-f]{64})\.json$/.exec(name) ?? [];
    if (evmChainId !== undefined && address !== undefined)
      this.#abis.addGiven(givenAbi.parse(file).abi, { evmChainId, address });
    if (id !== undefined) this.#abis.addVerified({ id, file: sourceFile.parse(file) });
  }

  of(evmChainId: string, isCChain = false): ChainLabels {
    return this.#of({ evmChainId, isCChain, seen: new Map() });
  }

  #of(chain: SeenChain): ChainLabels {
    const { evmChainId, isCChain } = chain;
    const books = (address?: Uint8Array) => this.#books(address, chain);
    return {
      chain: this.#chains.get(evmChainId),
      address: (address) => {
        const label = this.#addresses.get(`${evmChainId}/${toHex(address)}`);
        const known = isMessenger(address) ? MESSENGER_NAME : precompileAt(address, isCChain)?.name;
        const name = label?.name ?? known;
        return name === undefined ? label : { ...label, name };
      },
      named: (text, limit) =>
        [...this.#named(evmChainId, text), ...precompilesNamed(text.toLowerCase(), isCChain)]
          .sort((a, b) => a.name.length - b.name.length)
          .slice(0, limit),
      books,
      abiOf: (address, code) => this.#abis.find(evmChainId, address, code),
      sourceOf: (code) => this.#abis.findSource(code),
      hasAbis: this.#abis.hasAny,
      knowing: (contracts) =>
        this.#of({ ...chain, seen: new Map(contracts.map((each) => [toHex(each.address), each])) }),
      method: (selector, address) => {
        const hex = toHex(selector);
        for (const { book } of books(address)) {
          const entry = book.function(hex);
          if (entry) return signatureOf(entry);
        }
        return undefined;
      },
    };
  }

  #books(address: Uint8Array | undefined, { evmChainId, isCChain, seen }: SeenChain): AbiBooks {
    const precompile = address && precompileAt(address, isCChain);
    const { code, targets = [] } = (address && seen.get(toHex(address))) ?? {};
    const own = address === undefined ? [] : [{ address, code }, ...targets];
    return [
      ...(precompile === undefined ? [] : [{ book: precompile.book, by: "precompile" as const }]),
      ...(address && isMessenger(address) ? [{ book: MESSENGER_BOOK, by: "standard" as const }] : []),
      ...own.flatMap(({ address, code }) => {
        const abi = this.#abis.find(evmChainId, address, code);
        return abi === undefined ? [] : [{ book: abi.book, by: "contract" as const }];
      }),
      { book: STANDARD_BOOK, by: "standard" },
      { book: this.#abis.all, by: "guess" },
      { book: COMMON_BOOK, by: "guess" },
    ];
  }

  #named(evmChainId: string, text: string) {
    const found: { name: string; address: Uint8Array }[] = [];
    for (const [key, { name }] of this.#addresses) {
      const [chain, address = ""] = key.split("/");
      if (chain !== evmChainId || !name?.toLowerCase().startsWith(text.toLowerCase())) continue;
      found.push({ name, address: fromHex(address) });
    }
    return found;
  }

  #addLabels(file: unknown): void {
    const labels = labelsFile.safeParse(file);
    if (!labels.success) throw new Error(describeProblem(labels.error));
    for (const [id, { addresses = {}, ...chain }] of Object.entries(labels.data.chains)) {
      this.#chains.set(id, { ...this.#chains.get(id), ...chain });
      for (const [address, label] of Object.entries(addresses)) {
        const key = `${id}/${address.toLowerCase()}`;
        this.#addresses.set(key, { ...this.#addresses.get(key), ...label });
      }
    }
  }
}
