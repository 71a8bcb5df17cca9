import type { Output } from "../../avalanche/effects";
import { byteKey } from "./byte-key";

/** Distinct byte strings, by their key. */
export type Ids = Map<string, Uint8Array>;

/** A transaction's output. */
export interface OutputRef {
  txId: Uint8Array;
  outputIndex: number;
}

/** Ids and rows that blocks refer to, to be loaded before they are projected. Effects add theirs with its methods. */
export class Needs {
  /** All transactions referred to. */
  readonly txIds: Ids = new Map();
  /** Transactions whose stake or subnet changes. */
  readonly rowIds: Ids = new Map();
  readonly outputs: OutputRef[] = [];
  /** Transactions whose outputs may already be spent by inputs that another stream stored. */
  readonly earlyIds: Ids = new Map();
  /** Assets that these blocks create. */
  readonly newAssetIds: Ids = new Map();
  readonly validationIds: Ids = new Map();
  readonly assetIds: Ids = new Map();
  readonly addresses: Ids = new Map();
  /** Whether stakes are added. */
  addsStakes = false;
  /** Outputs that these blocks create. */
  readonly #newOutputs = new Set<string>();

  /** A transaction's location, and its row if it is stored. */
  tx(txId: Uint8Array): void {
    add(this.txIds, txId);
  }

  /** The row of the stake or subnet that a transaction created. */
  row(txId: Uint8Array): void {
    add(this.txIds, txId);
    add(this.rowIds, txId);
  }

  /** The row of an output that is spent or released. */
  output(ref: OutputRef): void {
    add(this.txIds, ref.txId);
    this.outputs.push(ref);
  }

  /** A new output: its asset and its owners. */
  newOutput(ref: OutputRef & { output: Output }): void {
    this.#newOutputs.add(outputKey(ref));
    add(this.assetIds, ref.output.assetId);
    for (const address of ref.output.owner.addresses) add(this.addresses, address);
  }

  /** Inputs that spend a transaction's outputs and were stored before it. */
  earlyTx(txId: Uint8Array): void {
    add(this.earlyIds, txId);
  }

  /** The row of an asset that these blocks create: transactions stored earlier may have used it. */
  newAsset(assetId: Uint8Array): void {
    add(this.newAssetIds, assetId);
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

  /** The largest number assigned to a stake. */
  newStake(): void {
    this.addsStakes = true;
  }

  /** Whether these blocks create an output. */
  createsOutput(ref: OutputRef): boolean {
    return this.#newOutputs.has(outputKey(ref));
  }
}

function add(ids: Ids, id: Uint8Array): void {
  ids.set(byteKey(id), id);
}

function outputKey({ txId, outputIndex }: OutputRef): string {
  return `${byteKey(txId)}/${outputIndex}`;
}
