import { decodeCTx } from "../../avalanche/c/txs";
import { parseId } from "../../avalanche/ids";
import * as avax from "../../contract/node/avax";
import { InputError } from "../../errors";
import { openAddresses, within } from "../go/address";
import { encodeBytes } from "../go/hex";
import { type Answer, answers } from "../http/json2";
import type { ChainNode } from "./chain";
import type { EvmChain } from "./evm-chain";
import { refuseTx } from "./issue-tx";
import { answerUtxos } from "./utxos";

/**
 * The C-Chain's API of atomic transactions. From Helicon on another program of the node answers, with other messages.
 * @source AvalancheGo graft/coreth/plugin/evm/atomic/vm/api.go, vms/saevm/cchain
 */
export function avaxMethods({ ledger, chains, hrp }: ChainNode, { has }: Pick<EvmChain, "has">): Answer[] {
  const addresses = openAddresses(chains, "C", hrp);
  /** State sync brings the atomic memory, not the transactions that filled it. */
  const findTx = (txID: string) => {
    const found = ledger.c.tx(parseId(txID));
    return found !== undefined && has(Number(found.height)) ? found : undefined;
  };
  return [
    answers(avax.getUTXOs, (params) =>
      answerUtxos(
        {
          addresses,
          chains,
          from: (id) => ledger.memory.between(parseId(id), ledger.c.blockchainId),
          ...(ledger.c.streaming && { exhausted: LAST_PLACE }),
        },
        params,
      ),
    ),
    answers(avax.getAtomicTx, ({ txID, encoding }) => {
      const found = findTx(txID);
      if (found === undefined) {
        const words = ledger.c.streaming ? "fetching tx: reading tx: not found" : `could not find tx ${txID}`;
        throw new InputError("NOT_FOUND", words);
      }
      const encode = () => encodeBytes(found.tx.bytes, encoding);
      const tx = ledger.c.streaming ? within("encoding tx: encoding tx", encode) : encode();
      return { tx, encoding, blockHeight: String(found.height) };
    }),
    answers(avax.issueTx, (params) => refuseTx(params, decodeCTx)),
    answers(avax.getAtomicTxStatus, ({ txID }) => {
      const found = findTx(txID);
      return found === undefined
        ? { status: "Unknown" as const }
        : { status: "Accepted" as const, blockHeight: String(found.height) };
    }),
  ];
}

/** After every UTXO. */
const LAST_PLACE = { address: new Uint8Array(20).fill(0xff), utxoId: new Uint8Array(32).fill(0xff) };
