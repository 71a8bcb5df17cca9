import { metadataUpdateOf } from "../../avalanche/evm/metadata-update";
import type { EvmLog } from "../../avalanche/evm/receipt";
import { teleporterMessageOf } from "../../avalanche/evm/teleporter";
import { coinWrapOf, transfersOf } from "../../avalanche/evm/transfers";
import { quantityToNumber } from "../../avalanche/rlp";
import type { EvmCall, EvmReceiptAnswer } from "../../client/evm-json";
import { joinTransactions } from "../../store/evm-body";
import { byteKey } from "../byte-key";
import type { ExecutedBlock, ExecutedEvent, ExecutedTransaction, SourceTransaction } from "./block";
import type { AnsweredBlock } from "./execution";

const SELECTOR_BYTES = 4;

/** Makes of blocks that were read together, and proved, what rows are made of. */
export class BlockExecutor {
  readonly #addresses = new Map<string, Uint8Array>();

  execute({ receiptsRoot: _, receipts, transactions, traces, ...facts }: AnsweredBlock): ExecutedBlock {
    let logIndex = 0;
    return {
      ...facts,
      miner: this.#one(facts.miner),
      body: transactions.length === 0 ? undefined : joinTransactions(transactions.map(({ bytes }) => bytes)),
      transactions: transactions.map((transaction, i) => {
        const receipt = receipts[i] as EvmReceiptAnswer;
        const executed = this.#transaction(transaction, receipt, logIndex);
        logIndex += receipt.logs.length;
        return executed;
      }),
      traces: traces?.map((call) => this.#call(call)),
    };
  }

  #transaction(
    { hash, fields }: SourceTransaction,
    receipt: EvmReceiptAnswer,
    firstLog: number,
  ): ExecutedTransaction {
    const { contractAddress } = receipt;
    const isMaking = fields.to.length === 0;
    return {
      hash,
      type: fields.type,
      from: this.#one(receipt.from),
      to: isMaking ? undefined : this.#one(fields.to),
      created: isMaking && contractAddress ? this.#one(contractAddress) : undefined,
      succeeded: receipt.status.length > 0,
      nonce: quantityToNumber(fields.nonce),
      gasLimit: quantityToNumber(fields.gas),
      gasUsed: receipt.gasUsed,
      value: fields.value,
      gasPrice: receipt.effectiveGasPrice,
      selector: fields.input.length < SELECTOR_BYTES ? undefined : fields.input.subarray(0, SELECTOR_BYTES),
      logCount: receipt.logs.length,
      events: receipt.logs.flatMap((log, i) => this.#event(log, firstLog + i) ?? []),
    };
  }

  #event(log: EvmLog, logIndex: number): ExecutedEvent | undefined {
    const transfers = transfersOf(log);
    const wrap = coinWrapOf(log);
    const update = metadataUpdateOf(log);
    const message = teleporterMessageOf(log);
    if (transfers.length === 0 && !wrap && !update && !message) return undefined;
    for (const transfer of transfers) {
      transfer.from = this.#one(transfer.from);
      transfer.to = this.#one(transfer.to);
    }
    if (wrap) wrap.holder = this.#one(wrap.holder);
    return { logIndex, contract: this.#one(log.address), transfers, wrap, update, message };
  }

  #call(call: EvmCall): EvmCall {
    const { from, to, calls } = call;
    return {
      ...call,
      from: this.#one(from),
      to: to && this.#one(to),
      calls: calls.map((inner) => this.#call(inner)),
    };
  }

  /** The one object that stands for an address: whoever asks by it again is spared comparing bytes. */
  #one(address: Uint8Array): Uint8Array {
    const key = byteKey(address);
    const known = this.#addresses.get(key);
    if (known) return known;
    this.#addresses.set(key, address);
    return address;
  }
}
