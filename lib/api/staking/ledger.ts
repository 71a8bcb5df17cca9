import { toHex } from "../../avalanche/codec/bytes";
import { gasPrice } from "../../avalanche/ledger/gas";
import { type ChainRecord, parseRecord, type StakerRecord } from "../../avalanche/ledger/records";
import { rulesOfNetwork } from "../../avalanche/ledger/rules";
import { validatorPrice } from "../../avalanche/ledger/validator-fee";
import { NodeError } from "../../errors";
import { readLedgerRecord } from "../../store/bookkeeping/ledger-record";
import type { RequestContext } from "../handler";

/** Fees of the P-Chain after its indexed head, nAVAX. */
export interface FeesNow {
  gas: ChainRecord["gas"];
  /** Per unit of gas. */
  gasPrice: bigint;
  validatorFee: ChainRecord["validatorFee"];
  /** Per active L1 validator and second. */
  validatorPrice: bigint;
}

/** Undefined where there is no ledger because the genesis is not known. */
export async function readFees({ db, network }: RequestContext): Promise<FeesNow | undefined> {
  const row = await readLedgerRecord(db, "chain", "");
  if (row === undefined) return undefined;
  const { gas, validatorFee } = parseRecord<"chain">(row.text);
  const rules = rulesOfNetwork(network.id);
  return {
    gas,
    gasPrice: gasPrice(rules.gas, gas),
    validatorFee,
    validatorPrice: validatorPrice(rules.validatorFee, validatorFee.excess),
  };
}

/** The ledger's record of a running staker; undefined when it does not run, or there is no ledger. */
export async function readStakerRecord(
  { db }: RequestContext,
  txId: Uint8Array,
): Promise<StakerRecord | undefined> {
  const row = await readLedgerRecord(db, "staker", toHex(txId));
  return row && parseRecord<"staker">(row.text);
}

/** Why there is no ledger: it needs the genesis and every block from the first. */
export function ledgerMissing({ genesis }: Pick<RequestContext, "genesis">): NodeError {
  if (genesis === undefined)
    return new NodeError(
      "NOTHING_INDEXED",
      "this network's genesis is not known, so neither are supply and fees",
      { hint: "the operator sets FIRN_GENESIS, then restarts Firn" },
    );
  return new NodeError(
    "NOTHING_INDEXED",
    "the store lacks blocks since the genesis, so supply and fees are not known",
    { hint: "the operator runs firn reset --yes with a node that has every block" },
  );
}
