import type { AbiParameter } from "viem";
import { toHex } from "../../avalanche/codec/bytes";
import { AbiBook, type AbiEntry } from "../../avalanche/evm/abi/entries";
import { CodeBook, type CompiledCode } from "../../avalanche/evm/code/match";
import { type AbiFile, abiConstructor, abiEntry } from "../../contract/labels";

/** An ABI of the operator's folder. */
export interface KnownAbi {
  /** Path in the folder. */
  file: string;
  /** How it was found to be a contract's. */
  by: "address" | "bytecode";
  /** Functions, events and errors, in the file's order. */
  entries: readonly AbiEntry[];
  /** What the constructor takes; absent if the file does not say. */
  constructorInputs?: readonly AbiParameter[];
  /** What creates the contract. */
  creation?: CompiledCode;
  book: AbiBook;
}

/** The ABIs of the operator's folder, by whose they are. */
export class AbiIndex {
  /** What any of them says, of whatever contract. */
  readonly all = new AbiBook();
  /** Of contracts that files are called after, by lower-case hex address. */
  readonly #byAddress = new Map<string, KnownAbi>();
  readonly #byCode = new CodeBook<KnownAbi>();
  #size = 0;

  /** Whether any ABI is here, so that a contract's code may tell which is its own. */
  get hasAny(): boolean {
    return this.#size > 0;
  }

  /** `name`: of the file in the folder. @throws Error if the file has nothing of an ABI */
  add({ abi, ...file }: AbiFile, name: string): void {
    const read = abi.flatMap((entry) => abiEntry.safeParse(entry).data ?? []);
    const constructorInputs = abi.map((entry) => abiConstructor.safeParse(entry).data).find(Boolean)?.inputs;
    const runtime = "runtime" in file ? file.runtime : undefined;
    if (read.length === 0 && runtime === undefined)
      throw new Error("read as an ABI, it has no function, event or error");
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
    const known = {
      ...{ file: name, entries, book },
      ...(constructorInputs && { constructorInputs: constructorInputs as readonly AbiParameter[] }),
      ...("creation" in file && file.creation && { creation: file.creation }),
    };
    const address = addressIn(name);
    if (address !== undefined) this.#byAddress.set(address, { ...known, by: "address" });
    if (runtime !== undefined) this.#byCode.add(runtime, { ...known, by: "bytecode" });
  }

  /** The ABI of a contract, by its address or else by its runtime code; undefined if none is its own. */
  find(address: Uint8Array, code: Uint8Array | undefined): KnownAbi | undefined {
    return this.#byAddress.get(toHex(address)) ?? (code && this.#byCode.find(code));
  }
}

/** A file that is called after a contract holds its ABI: `0x….json`. */
function addressIn(name: string): string | undefined {
  return /(?:^|\/)(0x[0-9a-f]{40})\.json$/i.exec(name)?.[1]?.toLowerCase();
}
