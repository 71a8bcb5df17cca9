import type { Output } from "../../avalanche/effects";
import { byteKey } from "./byte-key";

/** Byte strings by their key: each once. */
export type Ids = Map<string, Uint8Array>;

/** A transaction's output. */
export interface OutputRef {
  txId: Uint8Array;
  outputIndex: number;
}

/** What blocks refer to: ids, and rows to load before they are projected. Effects say what they need by its verbs. */
export class Wanted {
  /** Transactions referred to, for any reason. */
  readonly txIds: Ids = new Map();
  /** Those whose stake or subnet changes. */
  readonly rowIds: Ids = new Map();
  readonly outputs: OutputRef[] = [];
  /** Transactions whose outputs may be spent already, by what another stream stored before. */
  readonly earlyIds: Ids = new Map();
  /** Assets that these blocks create. */
  readonly createdIds: Ids = new Map();
  readonly validationIds: Ids = new Map();
  readonly assetIds: Ids = new Map();
  readonly addresses: Ids = new Map();
  /** Whether stakes are added. */
  addsStakes = false;
  /** Outputs that these blocks make themselves. */
  readonly #made = new Set<string>();

  /** Where a transaction stands, and its row if it is stored. */
  tx(txId: Uint8Array): void {
    add(this.txIds, txId);
  }

  /** The row of the stake or subnet that a transaction made. */
  row(txId: Uint8Array): void {
    add(this.txIds, txId);
    add(this.rowIds, txId);
  }

  /** The row of an output that is spent or released. */
  output(ref: OutputRef): void {
    add(this.txIds, ref.txId);
    this.outputs.push(ref);
  }

  /** An output that is made: its asset and its owners. */
  made(made: OutputRef & { output: Output }): void {
    this.#made.add(outputKey(made));
    add(this.assetIds, made.output.assetId);
    for (const address of made.output.owner.addresses) add(this.addresses, address);
  }

  /** Inputs, stored before it, that spend a transaction's outputs. */
  early(txId: Uint8Array): void {
    add(this.earlyIds, txId);
  }

  /** The row of an asset that these blocks create: others may have dealt in it before. */
  created(assetId: Uint8Array): void {
    add(this.createdIds, assetId);
    add(this.assetIds, assetId);
  }

  validation(validationId: Uint8Array): void {
    add(this.validationIds, validationId);
  }

  asset(assetId: Uint8Array): void {
    add(this.assetIds, assetId);
  }

  address(address: Uint8Array): void {
    add(this.addresses, address);
  }

  /** The largest number given to a stake. */
  stakes(): void {
    this.addsStakes = true;
  }

  /** Whether these blocks make an output themselves. */
  makes(ref: OutputRef): boolean {
    return this.#made.has(outputKey(ref));
  }
}

function add(ids: Ids, id: Uint8Array): void {
  ids.set(byteKey(id), id);
}

function outputKey({ txId, outputIndex }: OutputRef): string {
  return `${byteKey(txId)}/${outputIndex}`;
}
