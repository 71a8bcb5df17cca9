import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { AbiBook, type AbiEntry, signatureOf } from "../../avalanche/evm/abi/entries";
import type { AbiBooks } from "../../avalanche/evm/abi/read";
import { COMMON_BOOK, STANDARD_BOOK } from "../../avalanche/evm/abi/standards";
import { precompileAt, precompilesNamed } from "../../avalanche/evm/precompiles";
import { type AddressLabel, abiEntry, abiFile, type ChainLabel, labelsFile } from "../../contract/labels";
import { describeProblem } from "../../contract/problem";
import { ConfigError, describeError } from "../../errors";
import type { Log } from "../../log";

/** The operator's labels for one chain. */
export interface ChainLabels {
  chain: ChainLabel | undefined;
  /** Precompiles have their names without a label. */
  address(address: Uint8Array): AddressLabel | undefined;
  /** Labels whose name begins with a text, in either case: whole names first, then the shortest. */
  named(text: string, limit: number): { name: string; address: Uint8Array }[];
  /** Where to look up what is called at an address, what it writes and what it reverts with, the surest first. */
  books(address?: Uint8Array): AbiBooks;
  /** The ABI of the contract at an address, in the form of compilers; undefined if it is not known. */
  abi(address: Uint8Array): readonly unknown[] | undefined;
  /** Signature of the function with this selector in one of those books. */
  method(selector: Uint8Array, address?: Uint8Array): string | undefined;
}

/** The operator's labels for all chains. */
export interface Labels {
  /** `isCChain`: which precompiles a chain may have depends on it. */
  of(evmChainId: string, isCChain?: boolean): ChainLabels;
}

/**
 * Reads every `*.json` in the folder and those inside it, in order of their paths. Later files override earlier ones. A
 * file that is unreadable or of an unknown form is logged with its error and left out. Without a folder there are no
 * labels. Changed files are read again by `watchLabels`.
 * @throws ConfigError CONFIG_INVALID when the folder does not exist
 */
export function readLabels(folder: string | undefined, log: Pick<Log, "warn">): Labels {
  return indexOf(folder === undefined ? [] : listFiles(folder), log);
}

/** Labels that follow their folder: what is put into it counts within seconds. */
export interface WatchedLabels extends Labels {
  close(): void;
}

/** How often the folder is looked at. */
const LOOK_MS = 2_000;

/** @throws ConfigError as `readLabels` */
export function watchLabels(
  folder: string | undefined,
  log: Pick<Log, "warn">,
  lookMs = LOOK_MS,
): WatchedLabels {
  if (folder === undefined) return { of: readLabels(folder, log).of, close: () => {} };
  let files = listFiles(folder);
  let index = indexOf(files, log);
  const look = () => {
    try {
      const found = listFiles(folder);
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
  return { of: (...chain) => index.of(...chain), close: () => clearInterval(timer) };
}

interface LabelFile {
  /** In the folder. */
  name: string;
  path: string;
  changed: string;
}

function indexOf(files: readonly LabelFile[], log: Pick<Log, "warn">): Labels {
  const index = new LabelIndex();
  for (const { name, path } of files) {
    try {
      index.add(JSON.parse(readFileSync(path, "utf8")), addressIn(name));
    } catch (error) {
      // A compiler's folder has files of other kinds, which are nobody's mistake.
      if (!name.includes("/")) log.warn(`FIRN_LABELS: ${name} is left out: ${describeError(error)}`);
    }
  }
  return { of: (...chain) => index.of(...chain) };
}

function stateOf(files: readonly LabelFile[]): string {
  return files.map(({ name, changed }) => `${name} ${changed}`).join("\n");
}

/** A file that is called after a contract holds its ABI: `0x….json`. */
function addressIn(name: string): string | undefined {
  return /(?:^|\/)(0x[0-9a-f]{40})\.json$/i.exec(name)?.[1]?.toLowerCase();
}

/** Files of more folders than compilers nest, or of more contracts than a project has, are left out. */
const MOST_DEPTH = 6;
const MOST_FILES = 5_000;
/** What compilers keep besides their artifacts. */
const BESIDE = /^(build-info|cache|node_modules|\..*)$/;

function listFiles(folder: string): LabelFile[] {
  try {
    return filesIn(folder, "", 0).slice(0, MOST_FILES);
  } catch (cause) {
    throw new ConfigError("CONFIG_INVALID", `FIRN_LABELS is "${folder}", which can't be read as a folder`, {
      hint: "set it to a folder of JSON files, or leave it out",
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
      return mtimeMs === undefined ? [] : [{ name, path, changed: `${mtimeMs}/${size}` }];
    });
}

class LabelIndex implements Labels {
  readonly #chains = new Map<string, ChainLabel>();
  /** By chain and lower-case hex address. */
  readonly #addresses = new Map<string, AddressLabel>();
  /** What any of the operator's ABIs says, of whatever contract. */
  readonly #abis = new AbiBook();

  /** ABIs of contracts that files are called after, by lower-case hex address; `entries` as the file has them. */
  readonly #own = new Map<string, { book: AbiBook; entries: readonly unknown[] }>();

  /**
   * `address`: of the contract that the file is about, if its name says so.
   * @throws Error naming the first problem; nothing of the file is used then
   */
  add(file: unknown, address?: string): void {
    const abi = abiFile.safeParse(file);
    if (abi.success) this.#addAbi(abi.data, address);
    else this.#addLabels(file);
  }

  of(evmChainId: string, isCChain = false): ChainLabels {
    const books = (address?: Uint8Array) => this.#books(address, isCChain);
    return {
      chain: this.#chains.get(evmChainId),
      address: (address) => {
        const label = this.#addresses.get(`${evmChainId}/${toHex(address)}`);
        const { name } = label?.name === undefined ? (precompileAt(address, isCChain) ?? {}) : label;
        return name === undefined ? label : { ...label, name };
      },
      named: (text, limit) =>
        [...this.#named(evmChainId, text), ...precompilesNamed(text.toLowerCase(), isCChain)]
          .sort((a, b) => a.name.length - b.name.length)
          .slice(0, limit),
      books,
      abi: (address) => {
        const entries =
          this.#own.get(toHex(address))?.entries ?? precompileAt(address, isCChain)?.book.entries();
        return entries?.length === 0 ? undefined : entries;
      },
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

  #books(address: Uint8Array | undefined, isCChain: boolean): AbiBooks {
    const precompile = address && precompileAt(address, isCChain);
    const own = address && this.#own.get(toHex(address));
    return [
      ...(precompile === undefined ? [] : [{ book: precompile.book, by: "precompile" as const }]),
      ...(own === undefined ? [] : [{ book: own.book, by: "contract" as const }]),
      { book: STANDARD_BOOK, by: "standard" },
      { book: this.#abis, by: "guess" },
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

  #addAbi(entries: readonly unknown[], address: string | undefined): void {
    const read = entries.flatMap((entry) => abiEntry.safeParse(entry).data ?? []);
    if (read.length === 0) throw new Error("read as an ABI, it has no function, event or error");
    // The library's types say more than files need to: how a function changes state, for one.
    const own = new AbiBook();
    for (const entry of read as unknown as AbiEntry[]) {
      this.#abis.add(entry);
      own.add(entry);
    }
    if (address !== undefined) this.#own.set(address, { book: own, entries });
  }
}
