import { readdirSync, readFileSync } from "node:fs";
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
  /** Signature of the function with this selector in one of those books. */
  method(selector: Uint8Array, address?: Uint8Array): string | undefined;
}

/** The operator's labels for all chains. */
export interface Labels {
  /** `isCChain`: which precompiles a chain may have depends on it. */
  of(evmChainId: string, isCChain?: boolean): ChainLabels;
}

/**
 * Reads every `*.json` in the folder, in order of file name. Later files override earlier ones. A file that is
 * unreadable or of an unknown form is logged with its error and left out. Without a folder there are no labels.
 * @throws ConfigError CONFIG_INVALID when the folder does not exist
 */
export function readLabels(folder: string | undefined, log: Pick<Log, "warn">): Labels {
  const index = new LabelIndex();
  for (const name of folder === undefined ? [] : listFiles(folder)) {
    try {
      index.add(JSON.parse(readFileSync(join(folder ?? "", name), "utf8")));
    } catch (error) {
      log.warn(`FIRN_LABELS: ${name} is left out: ${describeError(error)}`);
    }
  }
  return index;
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort();
  } catch (cause) {
    throw new ConfigError("CONFIG_INVALID", `FIRN_LABELS is "${folder}", which can't be read as a folder`, {
      hint: "set it to a folder of JSON files, or leave it out",
      cause,
    });
  }
}

class LabelIndex implements Labels {
  readonly #chains = new Map<string, ChainLabel>();
  /** By chain and lower-case hex address. */
  readonly #addresses = new Map<string, AddressLabel>();
  /** What any of the operator's ABIs says, of whatever contract. */
  readonly #abis = new AbiBook();

  /** @throws Error naming the first problem; nothing of the file is used then */
  add(file: unknown): void {
    const abi = abiFile.safeParse(file);
    if (abi.success) this.#addAbi(abi.data);
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
    return [
      ...(precompile === undefined ? [] : [{ book: precompile.book, by: "precompile" as const }]),
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

  #addAbi(entries: readonly unknown[]): void {
    const read = entries.flatMap((entry) => abiEntry.safeParse(entry).data ?? []);
    if (read.length === 0) throw new Error("read as an ABI, it has no function, event or error");
    // The library's types say more than files need to: how a function changes state, for one.
    for (const entry of read) this.#abis.add(entry as unknown as AbiEntry);
  }
}
