import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toHex } from "../../avalanche/codec/bytes";
import { selectorOf, standardMethod } from "../../avalanche/evm/methods";
import {
  type AbiFunction,
  type AddressLabel,
  abiFile,
  abiFunction,
  type ChainLabel,
  labelsFile,
} from "../../contract/labels";
import { describeProblem } from "../../contract/problem";
import { ConfigError, describeError } from "../../errors";
import type { Log } from "../../log";

/** What the operator says of one chain. */
export interface ChainLabels {
  chain: ChainLabel | undefined;
  address(address: Uint8Array): AddressLabel | undefined;
  /** The signature of a function by its selector, of a standard or of any of the operator's ABIs. */
  method(selector: Uint8Array): string | undefined;
}

/** What the operator says of all chains. */
export interface Labels {
  of(evmChainId: string): ChainLabels;
}

/**
 * Reads every `*.json` of the folder, in the order of names; what a later file says counts. A file that can't be read
 * or is none of the known forms is named in the log with its fault and left out. Without a folder there are no labels.
 * @throws ConfigError CONFIG_INVALID when there is no such folder
 */
export function readLabels(folder: string | undefined, log: Pick<Log, "warn">): Labels {
  const book = new LabelBook();
  for (const name of folder === undefined ? [] : listFiles(folder)) {
    try {
      book.add(JSON.parse(readFileSync(join(folder ?? "", name), "utf8")));
    } catch (error) {
      log.warn(`FIRN_LABELS: ${name} is left out: ${describeError(error)}`);
    }
  }
  return book;
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

class LabelBook implements Labels {
  readonly #chains = new Map<string, ChainLabel>();
  /** By chain and address, hex in small letters. */
  readonly #addresses = new Map<string, AddressLabel>();
  readonly #methods = new Map<string, string>();

  /** @throws Error that names the first fault; nothing of the file counts then */
  add(file: unknown): void {
    const abi = abiFile.safeParse(file);
    if (abi.success) this.#addAbi(abi.data);
    else this.#addLabels(file);
  }

  of(evmChainId: string): ChainLabels {
    return {
      chain: this.#chains.get(evmChainId),
      address: (address) => this.#addresses.get(`${evmChainId}/${toHex(address)}`),
      method: (selector) => standardMethod(selector) ?? this.#methods.get(toHex(selector)),
    };
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
    const functions = entries.flatMap((entry) => abiFunction.safeParse(entry).data ?? []);
    if (functions.length === 0) throw new Error("it is taken as an ABI, and has no function");
    for (const each of functions) {
      const signature = signatureOf(each);
      this.#methods.set(toHex(selectorOf(signature)), signature);
    }
  }
}

/** `name(types)`, structures written out. @source Solidity, contract ABI specification */
function signatureOf({ name, inputs }: AbiFunction): string {
  return `${name}(${inputs.map(typeOf).join(",")})`;
}

function typeOf({ type, components = [] }: AbiFunction["inputs"][number]): string {
  return type.startsWith("tuple") ? `(${components.map(typeOf).join(",")})${type.slice(5)}` : type;
}
