import type { AbiParameter } from "viem";
import { toHex } from "../../avalanche/codec/bytes";
import { AbiBook, type AbiEntry } from "../../avalanche/evm/abi/entries";
import { CodeBook, type CompiledCode, compareCode } from "../../avalanche/evm/code/match";
import { type AbiFile, abiConstructor, abiEntry } from "../../contract/labels";
import type { SourceFile } from "../../contract/sources";

/** An ABI of a contract's own. */
export interface KnownAbi {
  /** Path in the operator's folder, if it is from there. */
  file?: string;
  /** How it was found to be the contract's: by its place in the folder or in the console, or by the contract's code. */
  by: "address" | "console" | "verified" | "bytecode";
  /** Functions, events and errors, in the file's order. */
  entries: readonly AbiEntry[];
  /** What the constructor takes; absent if the file does not say. */
  constructorInputs?: readonly AbiParameter[];
  /** What creates the contract. */
  creation?: CompiledCode;
  book: AbiBook;
}

/** Sources that were compiled to the code of a contract. */
export interface KnownSource {
  /** Names them in Firn's folder of contracts. */
  id: string;
  file: SourceFile;
}

/** The ABIs of the operator's folder, of the console and of verified sources, by whose they are. */
export class AbiIndex {
  /** What any of them says, of whatever contract. */
  readonly all = new AbiBook();
  /** Of contracts that files are called after, by lower-case hex address. */
  readonly #byAddress = new Map<string, KnownAbi>();
  /** Put in at the console, by chain and lower-case hex address. */
  readonly #given = new Map<string, KnownAbi>();
  readonly #verified = new CodeBook<{ abi: KnownAbi; source: KnownSource }>();
  readonly #byCode = new CodeBook<KnownAbi>();
  #size = 0;

  /** Whether any ABI is here, so that a contract's code may tell which is its own. */
  get hasAny(): boolean {
    return this.#size > 0;
  }

  /** `name`: of the file in the operator's folder. @throws Error if the file has nothing of an ABI */
  add(file: AbiFile, name: string): void {
    const runtime = "runtime" in file ? file.runtime : undefined;
    const known = { ...this.#read(file, runtime !== undefined), file: name };
    const address = addressIn(name);
    if (address !== undefined) this.#byAddress.set(address, { ...known, by: "address" });
    if (runtime !== undefined) this.#byCode.add(runtime, { ...known, by: "bytecode" });
  }

  /** An ABI that was added for one contract. @throws Error if it has nothing of an ABI */
  addGiven(file: AbiFile, contract: { evmChainId: string; address: string }): void {
    const { evmChainId, address } = contract;
    this.#given.set(`${evmChainId}/${address}`, { ...this.#read(file, false), by: "console" });
  }

  /** What was compiled to a contract's code. */
  addVerified(source: KnownSource): void {
    const { runtime } = source.file;
    this.#verified.add(runtime, {
      abi: { ...this.#read(source.file, true), by: "verified" },
      source,
    });
  }

  /** The ABI of a contract, by its address or else by its runtime code; undefined if none is its own. */
  find(evmChainId: string, address: Uint8Array, code: Uint8Array | undefined): KnownAbi | undefined {
    const hex = toHex(address);
    const placed = this.#byAddress.get(hex) ?? this.#given.get(`${evmChainId}/${hex}`);
    return placed ?? (code && (this.#findVerified(code)?.abi ?? this.#byCode.find(code)));
  }

  /** The verified sources of a contract, by its runtime code. */
  findSource(code: Uint8Array): KnownSource | undefined {
    return this.#findVerified(code)?.source;
  }

  /** Sources that match exactly come before those of which comments and names may differ. */
  #findVerified(code: Uint8Array) {
    const found = this.#verified.findAll(code);
    return found.find(({ source }) => compareCode(source.file.runtime, code) === "exact") ?? found[0];
  }

  #read(file: AbiParts, hasCode: boolean): Omit<KnownAbi, "by"> {
    const { abi } = file;
    const read = abi.flatMap((entry) => abiEntry.safeParse(entry).data ?? []);
    const constructorInputs = abi.map((entry) => abiConstructor.safeParse(entry).data).find(Boolean)?.inputs;
    if (read.length === 0 && !hasCode) throw new Error("read as an ABI, it has no function, event or error");
    // The library's types say more than files need to.
    const entries = read.map(({ constant, ...entry }) => ({
      ...entry,
      stateMutability: entry.stateMutability ?? (constant === true ? "view" : "nonpayable"),
    })) as unknown as AbiEntry[];
    const book = new AbiBook();
    for (const entry of entries) {
      this.all.add(entry);
      book.add(entry);
    }
    this.#size++;
    return {
      entries,
      book,
      ...(constructorInputs && { constructorInputs: constructorInputs as readonly AbiParameter[] }),
      ...(file.creation && { creation: file.creation }),
    };
  }
}

/** What is read of a file. */
interface AbiParts {
  abi: readonly unknown[];
  creation?: CompiledCode | undefined;
}

/** A file that is called after a contract holds its ABI: `0x….json`. */
function addressIn(name: string): string | undefined {
  return /(?:^|\/)(0x[0-9a-f]{40})\.json$/i.exec(name)?.[1]?.toLowerCase();
}
