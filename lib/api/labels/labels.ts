import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
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

/** The operator's labels for one chain. */
export interface ChainLabels {
  chain: ChainLabel | undefined;
  address(address: Uint8Array): AddressLabel | undefined;
  /** Labels whose name begins with a text, in either case: whole names first, then the shortest. */
  named(text: string, limit: number): { name: string; address: Uint8Array }[];
  /** Signature of the function with this selector, from a standard or any of the operator's ABIs. */
  method(selector: Uint8Array): string | undefined;
}

/** The operator's labels for all chains. */
export interface Labels {
  of(evmChainId: string): ChainLabels;
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
  readonly #methods = new Map<string, string>();

  /** @throws Error naming the first problem; nothing of the file is used then */
  add(file: unknown): void {
    const abi = abiFile.safeParse(file);
    if (abi.success) this.#addAbi(abi.data);
    else this.#addLabels(file);
  }

  of(evmChainId: string): ChainLabels {
    return {
      chain: this.#chains.get(evmChainId),
      address: (address) => this.#addresses.get(`${evmChainId}/${toHex(address)}`),
      named: (text, limit) => this.#named(evmChainId, text, limit),
      method: (selector) => standardMethod(selector) ?? this.#methods.get(toHex(selector)),
    };
  }

  #named(evmChainId: string, text: string, limit: number) {
    const found: { name: string; address: Uint8Array }[] = [];
    for (const [key, { name }] of this.#addresses) {
      const [chain, address = ""] = key.split("/");
      if (chain !== evmChainId || !name?.toLowerCase().startsWith(text.toLowerCase())) continue;
      found.push({ name, address: fromHex(address) });
    }
    return found.sort((a, b) => a.name.length - b.name.length).slice(0, limit);
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
    if (functions.length === 0) throw new Error("read as an ABI, it has no function");
    for (const each of functions) {
      const signature = signatureOf(each);
      this.#methods.set(toHex(selectorOf(signature)), signature);
    }
  }
}

/** `name(types)`, with structures as tuples. @source Solidity, contract ABI specification */
function signatureOf({ name, inputs }: AbiFunction): string {
  return `${name}(${inputs.map(typeOf).join(",")})`;
}

function typeOf({ type, components = [] }: AbiFunction["inputs"][number]): string {
  return type.startsWith("tuple") ? `(${components.map(typeOf).join(",")})${type.slice(5)}` : type;
}
