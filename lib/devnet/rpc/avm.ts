import type { z } from "zod";
import { equalBytes } from "../../avalanche/codec/bytes";
import { formatId, parseId } from "../../avalanche/ids";
import type { Utxo } from "../../avalanche/utxo/utxo";
import { decodeXBlock } from "../../avalanche/x/block";
import { blockToJson, txToJson } from "../../avalanche/x/json";
import { decodeXTx } from "../../avalanche/x/txs";
import * as avm from "../../contract/node/avm";
import type { Encoding } from "../../contract/node/wire";
import { InputError } from "../../errors";
import { findChain, openAddresses, within } from "../go/address";
import { readCb58Id } from "../go/cb58";
import { encodeBytes } from "../go/hex";
import { type Answer, answers } from "../http/json2";
import type { XLedger } from "../ledger/x-ledger";
import { type ChainNode, nextXTxs, openBlocks } from "./chain";
import { refuseTx } from "./issue-tx";
import { answerUtxos, referenceOf } from "./utxos";

/**
 * The X-Chain API, computed from genesis and accepted blocks.
 * @source AvalancheGo vms/avm/service.go
 */
export function avmMethods(node: ChainNode): Answer[] {
  return [...blockMethods(node), ...txMethods(node), ...balanceMethods(node)];
}

function blockMethods({ history, ledger, hrp }: ChainNode): Answer[] {
  const blocks = openBlocks(history, "X", () => ledger.x.genesisBlock(ledger.rules.upgrades.cortina));
  const present = (bytes: Uint8Array, encoding: Encoding): z.input<typeof avm.getBlock.result> => ({
    block: encoding === "json" ? blockToJson(decodeXBlock(bytes), { hrp }) : encodeBytes(bytes, encoding),
    encoding,
  });
  return [
    answers(avm.getBlock, ({ blockID, encoding }) => present(blocks.byId(blockID), encoding)),
    answers(avm.getBlockByHeight, ({ height, encoding }) => present(blocks.byHeight(height), encoding)),
    answers(avm.getHeight, () => ({ height: String(history.height("X")) })),
  ];
}

function txMethods(node: ChainNode): Answer[] {
  const { ledger, hrp, history } = node;
  return [
    answers(avm.getTx, ({ txID, encoding }) => {
      const tx = ledger.x.tx(idOfTx(txID));
      if (tx === undefined) throw new InputError("NOT_FOUND", "not found");
      return { tx: encoding === "json" ? txToJson(tx, { hrp }) : encodeBytes(tx.bytes, encoding), encoding };
    }),
    answers(avm.getTxStatus, ({ txID }) => {
      const txId = idOfTx(txID);
      if (ledger.x.tx(txId) !== undefined) return { status: "Accepted" as const };
      const isNext = nextXTxs(node).some((tx) => equalBytes(tx.txId, txId));
      return { status: isNext ? ("Processing" as const) : ("Unknown" as const) };
    }),
    answers(avm.issueTx, (params) => refuseTx(params, decodeXTx)),
    answers(avm.getTxFee, () => feesOf(history.recording.network.networkId)),
    answers(avm.getAssetDescription, ({ assetID }) => {
      const assetId = findAsset(ledger.x, assetID);
      const asset = ledger.x.asset(assetId);
      if (asset === undefined) {
        const isTx = ledger.x.tx(assetId) !== undefined;
        throw new InputError("NOT_FOUND", isTx ? "transaction doesn't create an asset" : "not found");
      }
      const { name, symbol, denomination } = asset;
      return { assetID: formatId(assetId), name, symbol, denomination: String(denomination) };
    }),
  ];
}

function balanceMethods({ ledger, chains, hrp }: ChainNode): Answer[] {
  const addresses = openAddresses(chains, "X", hrp);
  const own = findChain(chains, "X");
  /** Fungible outputs of one address: all that it co-owns, or only what it alone owns and is unlocked. */
  const ownedBy = (text: string, includePartial: boolean): Utxo[] => {
    const address = within(`problem parsing address '${text}'`, () => addresses.parse(text));
    return ledger.x.utxos.ownedBy([address]).filter(({ output: { outputType, owner } }) => {
      const isWhole = owner.addresses.length === 1 && owner.locktime <= ledger.now();
      return outputType === "secp256k1.transfer" && (includePartial || isWhole);
    });
  };
  return [
    answers(avm.getUTXOs, (params) =>
      answerUtxos(
        {
          addresses,
          chains,
          own,
          from: (id) => (id === own ? ledger.x.utxos : ledger.memory.between(parseId(id), parseId(own))),
        },
        params,
      ),
    ),
    answers(avm.getBalance, ({ address, assetID, includePartial }) => {
      const owned = ownedBy(address, includePartial);
      const assetId = findAsset(ledger.x, assetID);
      const ofAsset = owned.filter(({ output }) => equalBytes(output.assetId, assetId));
      const balance = ofAsset.reduce((sum, { output }) => sum + output.amount, 0n);
      return { balance: String(balance), utxoIDs: ofAsset.map(referenceOf) };
    }),
    answers(avm.getAllBalances, ({ address, includePartial }) => {
      const balances = new Map<string, bigint>();
      for (const { output } of ownedBy(address, includePartial)) {
        const asset = ledger.x.aliasOf(output.assetId) ?? formatId(output.assetId);
        balances.set(asset, (balances.get(asset) ?? 0n) + output.amount);
      }
      return {
        balances: [...balances].map(([asset, balance]) => ({ asset, balance: String(balance) })),
      };
    }),
  ];
}

/** @throws InputError for the id of all zeros, which stands for a missing one */
function idOfTx(text: string): Uint8Array {
  const txId = parseId(text);
  if (txId.every((byte) => byte === 0)) throw new InputError("BAD_PARAMETER", "nil transaction ID");
  return txId;
}

/** An asset by alias or id. @throws InputError */
function findAsset(x: XLedger, text: string): Uint8Array {
  const known = x.assetByAlias(text);
  if (known !== undefined) return known;
  try {
    return readCb58Id(text);
  } catch {
    throw new InputError("NOT_FOUND", `asset '${text}' not found`);
  }
}

const MILLI_AVAX = 1_000_000;

/**
 * Fees in nAVAX.
 * @source AvalancheGo genesis/genesis_{mainnet,fuji,local}.go
 */
function feesOf(networkId: number) {
  const createAsset = networkId === 1 || networkId === 5 ? 10 * MILLI_AVAX : MILLI_AVAX;
  return { txFee: String(MILLI_AVAX), createAssetTxFee: String(createAsset) };
}
