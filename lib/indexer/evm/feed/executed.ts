import { minimalBytes } from "../../../avalanche/codec/rlp";
import { compressKey } from "../../../avalanche/crypto/signatures";
import { approvalOf } from "../../../avalanche/evm/approvals";
import { messageStepOf } from "../../../avalanche/evm/message-steps";
import { metadataUpdateOf } from "../../../avalanche/evm/metadata-update";
import type { TxOutcome } from "../../../avalanche/evm/outcome";
import type { EvmLog } from "../../../avalanche/evm/receipt";
import { coinWrapOf, transfersOf } from "../../../avalanche/evm/transfers";
import type { EvmCall, EvmReceiptAnswer } from "../../../client/evm-json";
import { joinLogs } from "../../../store/rows/evm-logs";
import { byteKey } from "../../rows/byte-key";
import type { ExecutedBlock, ExecutedEvent, ExecutedTransaction, SourceTransaction } from "./block";
import type { ProvedBlock } from "./execution";

/** Converts proved blocks that were read together to what rows are made of. */
export class BlockExecutor {
  readonly #addresses = new Map<string, Uint8Array>();

  execute({
    receiptsRoot: _,
    atomic: __,
    receipts,
    outcomes,
    keys,
    transactions,
    traces,
    ...facts
  }: ProvedBlock): ExecutedBlock {
    let logIndex = 0;
    return {
      ...facts,
      miner: this.#one(facts.miner),
      transactions: transactions.map((transaction, i) => {
        const receipt = receipts[i] as EvmReceiptAnswer;
        const executed = this.#transaction(transaction, outcomes[i] as TxOutcome, {
          receipt,
          logIndex,
          key: keys[i] as Uint8Array,
        });
        logIndex += receipt.logs.length;
        return executed;
      }),
      logs: joinLogs(receipts.map(({ logs }) => logs)),
      traces: traces?.map((call) => this.#call(call)),
    };
  }

  #transaction(
    { hash, type, to, nonce, gasLimit, value, selector, brought }: SourceTransaction,
    { from, created, gasUsed, gasPrice }: TxOutcome,
    { receipt, logIndex, key }: { receipt: EvmReceiptAnswer; logIndex: number; key: Uint8Array },
  ): ExecutedTransaction {
    const { logs } = receipt;
    const events: ExecutedEvent[] = [];
    for (let i = 0; i < logs.length; i++) {
      const event = this.#event(logs[i] as EvmLog, logIndex + i);
      if (event) events.push(event);
    }
    return {
      hash,
      type,
      from: this.#one(from),
      senderKey: compressKey(key),
      to: to && this.#one(to),
      created: created && this.#one(created),
      succeeded: receipt.status.length > 0,
      nonce,
      gasLimit,
      gasUsed,
      value,
      gasPrice: minimalBytes(gasPrice),
      selector,
      brought,
      logCount: logs.length,
      events,
    };
  }

  #event(log: EvmLog, logIndex: number): ExecutedEvent | undefined {
    const event = readEvent(log, logIndex);
    if (event === undefined) return undefined;
    for (const transfer of event.transfers) {
      transfer.from = this.#one(transfer.from);
      transfer.to = this.#one(transfer.to);
    }
    if (event.wrap) event.wrap.holder = this.#one(event.wrap.holder);
    if (event.approval) {
      event.approval.owner = this.#one(event.approval.owner);
      event.approval.spender = this.#one(event.approval.spender);
    }
    event.contract = this.#one(event.contract);
    return event;
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

  /** The canonical object of an address. Later lookups compare references instead of bytes. */
  #one(address: Uint8Array): Uint8Array {
    const key = byteKey(address);
    const known = this.#addresses.get(key);
    if (known) return known;
    this.#addresses.set(key, address);
    return address;
  }
}

/** The indexed content of an event; undefined if there is none. `logIndex` is the log's index in the block. */
export function readEvent(log: EvmLog, logIndex: number): ExecutedEvent | undefined {
  const transfers = transfersOf(log);
  const wrap = coinWrapOf(log);
  const update = metadataUpdateOf(log);
  const message = messageStepOf(log);
  const approval = approvalOf(log);
  if (transfers.length === 0 && !wrap && !update && !message && !approval) return undefined;
  return { logIndex, contract: log.address, transfers, wrap, update, message, approval };
}
