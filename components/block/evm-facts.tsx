import { GAS_PRICE_DECIMALS, WEI_DECIMALS } from "@/components/evm/chain";
import { AddressLink } from "@/components/ui/address-link";
import { Amount } from "@/components/ui/amount";
import { BAR, THIN_BAR } from "@/components/ui/bar";
import { classes } from "@/components/ui/classes";
import { formatPercent, groupDigits, plural } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Fact } from "@/components/ui/key-value";
import type { CHeader } from "@/lib/avalanche/c/header";
import { toHex } from "@/lib/avalanche/codec/bytes";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import type { BlockInside } from "./inside";

/** What only executing a block tells; absent while Firn has not read it. */
export interface EvmOutcome {
  /** Transactions that failed. */
  reverted: number;
  /** Wei that its transactions paid. */
  feesWei: string;
}

interface EvmTxCountProps {
  evm: NonNullable<BlockInside["evm"]>;
  atomic: number;
  outcome: EvmOutcome | undefined;
}

/** How many transactions a C-Chain block holds, how many failed, and how many imports and exports stand beside them. */
export function EvmTxCount({ evm, atomic, outcome }: EvmTxCountProps) {
  const { reverted = 0 } = outcome ?? {};
  const aside = [
    ...(reverted === 0 ? [] : [`${groupDigits(reverted)} reverted`]),
    ...(atomic === 0 ? [] : [plural(atomic, "atomic import or export", "atomic imports and exports")]),
  ].join(", ");
  return (
    <Fact label="Transactions" {...(aside !== "" && { aside })}>
      {groupDigits(evm.transactions.length)}
    </Fact>
  );
}

/** What the header of a C-Chain block says; fields that its generation lacks are left out. */
export function EvmFacts({ header, outcome }: { header: CHeader; outcome: EvmOutcome | undefined }) {
  const { gasUsed, gasLimit, baseFee, blockGasCost, extDataGasUsed, settledHeight } = header;
  // From Helicon on, blocks are executed after they are accepted: roots are of what a block settles, gas is what was asked for.
  const settles = settledHeight !== undefined;
  const rootOf = settles ? `after block ${groupDigits(settledHeight)}, settled by this one` : undefined;
  return (
    <>
      <Fact label={settles ? "Gas charged" : "Gas used"} aside={formatPercent(gasUsed, gasLimit)}>
        {`${groupDigits(gasUsed)} of ${groupDigits(gasLimit)}`}
        <span className={classes(BAR, THIN_BAR, "w-30")}>
          <i className="bg-ice-fill" style={{ width: `${shareOf(gasUsed, gasLimit)}%` }} />
        </span>
      </Fact>
      {extDataGasUsed !== undefined && extDataGasUsed > 0n && (
        <Fact label="Atomic gas">{groupDigits(extDataGasUsed)}</Fact>
      )}
      {baseFee !== undefined && (
        <Fact label="Base fee">
          <Amount value={baseFee} decimals={GAS_PRICE_DECIMALS} unit="nAVAX" />
        </Fact>
      )}
      {outcome !== undefined && (
        <Fact label="Fees burnt">
          <Amount value={outcome.feesWei} decimals={WEI_DECIMALS} unit="AVAX" />
        </Fact>
      )}
      {blockGasCost !== undefined && blockGasCost > 0n && (
        <Fact label="Block gas cost">{groupDigits(blockGasCost)}</Fact>
      )}
      <Fact label="State root" aside={rootOf}>
        <HashLink value={toHex(header.stateRoot)} full noun="state root" />
      </Fact>
      <Fact label="Coinbase">
        <AddressLink address={formatEvmAddress(header.coinbase)} full />
      </Fact>
      <Fact label="Header" aside={generationOf(header)}>
        {plural(Object.keys(header).length, "field")}
      </Fact>
    </>
  );
}

/** The upgrade that brought the last fields of a header. */
function generationOf(header: CHeader): string {
  if (header.settledHeight !== undefined) return "as since Helicon";
  if (header.timestampMilliseconds !== undefined) return "as since Granite";
  if (header.parentBeaconRoot !== undefined) return "as since Etna";
  if (header.extDataGasUsed !== undefined) return "as since Apricot 4";
  return header.baseFee === undefined ? "as before Apricot 3" : "as since Apricot 3";
}

/** Percent for a bar's width. */
function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Math.min(100, Number((part * 1000n) / whole) / 10);
}
