import type { z } from "zod";
import { equalBytes, fromHex } from "../../avalanche/codec/bytes";
import { formatId, PRIMARY_NETWORK_ID, parseId } from "../../avalanche/ids";
import { gasPrice } from "../../avalanche/ledger/gas";
import { validatorPrice } from "../../avalanche/ledger/validator-fee";
import { decodePBlock } from "../../avalanche/p/block";
import { blockToJson, txToJson } from "../../avalanche/p/json";
import { decodePTx } from "../../avalanche/p/txs";
import * as platform from "../../contract/node/platform";
import type { Encoding } from "../../contract/node/wire";
import { InputError } from "../../errors";
import { encodeBytes } from "../go/hex";
import { type Answer, answers } from "../http/json2";
import { type ChainNode, nextPTxs, openBlocks } from "./chain";
import { refuseTx } from "./issue-tx";
import { platformStakerMethods } from "./platform-stakers";
import { platformSubnetMethods, transformationOf } from "./platform-subnets";
import { platformUtxoMethods } from "./platform-utxos";

/**
 * The P-Chain API, computed from genesis and accepted blocks.
 * @source AvalancheGo vms/platformvm/service.go
 */
export function platformMethods(node: ChainNode): Answer[] {
  return [
    ...blockMethods(node),
    ...txMethods(node),
    ...feeMethods(node),
    ...platformUtxoMethods(node),
    ...platformStakerMethods(node),
    ...platformSubnetMethods(node),
  ];
}

function blockMethods({ history, ledger, hrp }: ChainNode): Answer[] {
  const blocks = openBlocks(history, "P", () => fromHex(history.recording.genesis.platformBlock));
  const present = (bytes: Uint8Array, encoding: Encoding): z.input<typeof platform.getBlock.result> => ({
    block: encoding === "json" ? blockToJson(decodePBlock(bytes), { hrp }) : encodeBytes(bytes, encoding),
    encoding,
  });
  return [
    answers(platform.getBlock, ({ blockID, encoding }) => present(blocks.byId(blockID), encoding)),
    answers(platform.getBlockByHeight, ({ height, encoding }) => present(blocks.byHeight(height), encoding)),
    answers(platform.getHeight, () => ({ height: String(history.height("P")) })),
    // The real node lags its own acceptances by up to half a minute, for slower nodes. Here there are none.
    answers(platform.getProposedHeight, () => ({ height: String(history.height("P")) })),
    answers(platform.getTimestamp, () => ({ timestamp: formatTime(ledger.p.state.chain().time) })),
    answers(platform.getStakingAssetID, ({ subnetID }) => {
      const subnetId = parseId(subnetID);
      const asset =
        subnetID === formatId(PRIMARY_NETWORK_ID)
          ? ledger.p.avaxAssetId
          : transformationOf(ledger.p, subnetId).assetId;
      return { assetID: formatId(asset) };
    }),
  ];
}

function txMethods(node: ChainNode): Answer[] {
  const { ledger, hrp } = node;
  return [
    answers(platform.getTx, ({ txID, encoding }) => {
      const decided = ledger.p.tx(parseId(txID));
      if (decided === undefined) throw new InputError("NOT_FOUND", "couldn't get tx: not found");
      const { tx } = decided;
      return { tx: encoding === "json" ? txToJson(tx, { hrp }) : encodeBytes(tx.bytes, encoding), encoding };
    }),
    answers(platform.getTxStatus, ({ txID }) => {
      const txId = parseId(txID);
      const decided = ledger.p.tx(txId);
      if (decided !== undefined) return { status: decided.status };
      const processing = ledger.p.proposes(txId) || nextPTxs(node).some((tx) => equalBytes(tx.txId, txId));
      return { status: processing ? ("Processing" as const) : ("Unknown" as const) };
    }),
    answers(platform.issueTx, (params) => refuseTx(params, decodePTx)),
  ];
}

function feeMethods({ ledger }: ChainNode): Answer[] {
  const { gas, validatorFee } = ledger.rules;
  return [
    answers(platform.getFeeConfig, () => {
      const { weights, ...rest } = gas;
      return { weights: [weights.bandwidth, weights.dbRead, weights.dbWrite, weights.compute], ...rest };
    }),
    answers(platform.getFeeState, () => {
      const { gas: state, time } = ledger.p.state.chain();
      return { ...state, price: gasPrice(gas, state), timestamp: formatTime(time) };
    }),
    answers(platform.getValidatorFeeConfig, () => validatorFee),
    answers(platform.getValidatorFeeState, () => {
      const { validatorFee: state, time } = ledger.p.state.chain();
      const price = validatorPrice(validatorFee, state.excess);
      return { excess: state.excess, price, timestamp: formatTime(time) };
    }),
  ];
}

/** RFC 3339 in whole seconds. */
function formatTime(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z");
}
