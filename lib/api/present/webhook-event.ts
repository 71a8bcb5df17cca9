import { formatUnits } from "viem";
import { toHex } from "../../avalanche/codec/bytes";
import type { EvmTransaction } from "../../avalanche/evm/transaction";
import { formatEvmAddress, ZERO_ADDRESS } from "../../avalanche/evm-address";
import type { TransactionDetail } from "../../contract/data/evm-transactions";
import type { BlockLog } from "../../store/rows/evm-logs";

/** What a webhook's event says of a transaction, besides what the REST interface does. */
export interface EventFacts {
  detail: TransactionDetail;
  fields: EvmTransaction;
  isCreation: boolean;
  /** Gas of this and the earlier transactions of its block. */
  cumulativeGas: number;
  receiptRoot: Uint8Array;
  logs: readonly BlockLog[];
}

/** The parts that a webhook wants. */
interface Parts {
  includeInternalTxs: boolean;
  includeLogs: boolean;
}

/** A transaction as webhooks tell it: `TransactionEvent` of the published document. */
export function presentTransactionEvent(facts: EventFacts, { includeInternalTxs, includeLogs }: Parts) {
  const internals = includeInternalTxs ? presentInternals(facts) : undefined;
  return {
    transaction: {
      ...presentTransaction(facts),
      ...presentTransfers(facts),
      ...(internals && { internalTransactions: internals }),
    },
    ...(includeLogs ? { logs: facts.logs.map(presentLog) } : {}),
  };
}

function presentTransaction({ detail, fields, isCreation, cumulativeGas, receiptRoot }: EventFacts) {
  const { nativeTransaction: native, networkTokenDetails } = detail;
  const { gasPrice, maxFeePerGas = gasPrice, maxPriorityFeePerGas = gasPrice } = native;
  const { name, symbol, decimals } = networkTokenDetails.networkToken;
  return {
    blockHash: native.blockHash,
    blockNumber: native.blockNumber,
    blockTimestamp: native.blockTimestamp,
    chainId: native.chainId,
    txHash: native.txHash,
    txStatus: native.txStatus,
    type: native.txType,
    from: native.from.address,
    to: native.to.address,
    nonce: native.nonce,
    value: native.value,
    input: native.input,
    transactionIndex: native.blockIndex,
    gas: native.gasLimit,
    gasPrice,
    maxFeePerGas,
    maxPriorityFeePerGas,
    receiptCumulativeGasUsed: String(cumulativeGas),
    receiptGasUsed: native.gasUsed,
    receiptEffectiveGasPrice: gasPrice,
    receiptRoot: toHex(receiptRoot),
    contractAddress: isCreation ? native.to.address : formatEvmAddress(ZERO_ADDRESS),
    ...("accessList" in fields && {
      accessList: fields.accessList.map(({ address, storageKeys }) => ({
        accessAddresses: formatEvmAddress(address),
        storageKeys: storageKeys.map((key) => toHex(key)),
      })),
    }),
    networkToken: {
      tokenName: name ?? "",
      tokenSymbol: symbol ?? "",
      tokenDecimals: decimals,
      valueWithDecimals: withDecimals(native.value, decimals),
    },
  };
}

function presentTransfers({ detail }: EventFacts) {
  const { nativeTransaction, erc20Transfers = [], erc721Transfers = [], erc1155Transfers = [] } = detail;
  const { txHash: transactionHash, blockTimestamp } = nativeTransaction;
  const placed = ({ from, to, logIndex }: Placed) => ({
    transactionHash,
    blockTimestamp,
    from: from.address,
    to: to.address,
    logIndex,
  });
  return {
    erc20Transfers: erc20Transfers.map((transfer) => ({
      ...placed(transfer),
      type: "ERC20",
      value: transfer.value,
      erc20Token: tokenOf(transfer.erc20Token, transfer.value),
    })),
    erc721Transfers: erc721Transfers.map((transfer) => ({
      ...placed(transfer),
      type: "ERC721",
      value: "1",
      tokenId: transfer.erc721Token.tokenId,
      erc721Token: tokenOf(transfer.erc721Token, "1"),
    })),
    erc1155Transfers: erc1155Transfers.map((transfer) => ({
      ...placed(transfer),
      type: "ERC1155",
      value: transfer.value,
      tokenId: transfer.erc1155Token.tokenId,
      erc1155Token: tokenOf(transfer.erc1155Token, transfer.value),
    })),
  };
}

interface Placed {
  from: { address: string };
  to: { address: string };
  logIndex: number;
}

function presentInternals({ detail }: EventFacts) {
  const { internalTransactions = [], nativeTransaction } = detail;
  return internalTransactions.map(({ from, to, internalTxType, value, gasUsed, gasLimit }) => ({
    from: from.address,
    to: to.address,
    internalTxType,
    value,
    gasUsed,
    gasLimit,
    transactionHash: nativeTransaction.txHash,
  }));
}

function presentLog({ address, topics, data, indexInBlock, logIndex }: BlockLog) {
  return {
    address: formatEvmAddress(address),
    // The published document demands a first topic, which a log need not have.
    topic0: "0x",
    ...Object.fromEntries(topics.map((topic, place) => [`topic${place}`, toHex(topic)])),
    data: toHex(data),
    transactionIndex: indexInBlock,
    logIndex,
    removed: false,
  };
}

interface Token {
  address: string;
  name?: string | undefined;
  symbol?: string | undefined;
  decimals?: number | undefined;
}

/** The published document demands all of it: what is not known is empty, or 0. */
function tokenOf({ address, name = "", symbol = "", decimals = 0 }: Token, value: string) {
  return { address, name, symbol, decimals, valueWithDecimals: withDecimals(value, decimals) };
}

/** An amount of base units in whole ones, exact: "1500000" with 6 decimals is "1.5". */
export function withDecimals(value: string, decimals: number): string {
  return formatUnits(BigInt(value), decimals);
}
