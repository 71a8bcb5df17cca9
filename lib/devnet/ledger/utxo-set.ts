import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { compareBytes } from "../../avalanche/ledger/staker-order";
import { type Utxo, utxoId } from "../../avalanche/utxo/utxo";

/** A position in a walk over addresses and their UTXOs. */
export interface UtxoCursor {
  /** 20 bytes. */
  address: Uint8Array;
  /** 32 bytes, see `utxoId`. */
  utxoId: Uint8Array;
}

/** One page of a walk. `end` is where the next page starts. */
export interface UtxoPage {
  utxos: Utxo[];
  end: UtxoCursor;
  /** Whether the walk stopped because the page was full. */
  full: boolean;
}

const START: UtxoCursor = { address: new Uint8Array(20), utxoId: new Uint8Array(32) };

/**
 * Unspent outputs by owner. One with several owners is listed under each, whatever the threshold is. An address lists
 * its newest first, like the node's linked lists. Outputs of one block have no order in the node (a Go map); here they
 * keep the block's order.
 * @source AvalancheGo vms/components/avax/utxo_state.go, utxo_fetching.go; database/linkeddb
 */
export class UtxoSet {
  readonly #byId = new Map<string, Utxo>();
  /** Ids by address, oldest first. */
  readonly #byAddress = new Map<string, Set<string>>();

  add(utxo: Utxo): void {
    const id = toHex(utxoId(utxo.txId, utxo.outputIndex));
    this.#byId.set(id, utxo);
    for (const address of utxo.output.owner.addresses.map(toHex)) {
      const ids = this.#byAddress.get(address) ?? new Set();
      this.#byAddress.set(address, ids.add(id));
    }
  }

  /** Removes and returns one; undefined if it is not in the set. */
  take(txId: Uint8Array, outputIndex: number): Utxo | undefined {
    const id = toHex(utxoId(txId, outputIndex));
    const utxo = this.#byId.get(id);
    this.#byId.delete(id);
    for (const address of utxo?.output.owner.addresses ?? []) this.#byAddress.get(toHex(address))?.delete(id);
    return utxo;
  }

  /** Every UTXO that one of the addresses owns, each once. */
  ownedBy(addresses: readonly Uint8Array[]): Utxo[] {
    return this.page(addresses, Number.POSITIVE_INFINITY).utxos;
  }

  /** At most `limit` of them, after the end of another page. A later page may repeat one that several addresses own. */
  page(addresses: readonly Uint8Array[], limit: number, after: UtxoCursor = START): UtxoPage {
    const found = new Map<string, Utxo>();
    let end = after;
    for (const address of [...addresses].sort(compareBytes)) {
      const order = compareBytes(address, after.address);
      if (order < 0) continue;
      end = { address, utxoId: end.utxoId };
      for (const id of this.#newestFirst(address, order === 0 ? after.utxoId : START.utxoId).slice(
        0,
        limit,
      )) {
        end = { address, utxoId: fromHex(id) };
        const utxo = this.#byId.get(id);
        if (utxo === undefined || found.has(id)) continue;
        found.set(id, utxo);
        if (found.size >= limit) return { utxos: [...found.values()], end, full: true };
      }
    }
    return { utxos: [...found.values()], end, full: false };
  }

  /** All ids that follow this one; all of them if it is not (or no longer) under this address. */
  #newestFirst(address: Uint8Array, after: Uint8Array): string[] {
    const ids = [...(this.#byAddress.get(toHex(address)) ?? [])].reverse();
    return ids.slice(ids.indexOf(toHex(after)) + 1);
  }
}
