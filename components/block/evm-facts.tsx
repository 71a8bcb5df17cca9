import { WEI_DECIMALS } from "@/components/evm/chain";
import { AddressLink } from "@/components/ui/address-link";
import { Amount, GasPrice } from "@/components/ui/amount";
import { BAR, THIN_BAR } from "@/components/ui/bar";
import { classes } from "@/components/ui/classes";
import { HashLink } from "@/components/ui/hash-link";
import { Fact } from "@/components/ui/key-value";
import type { CHeader } from "@/lib/avalanche/c/header";
import { toHex } from "@/lib/avalanche/codec/bytes";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import { formatPercent, groupDigits, plural } from "@/lib/words/format";
import type { BlockInside } from "./inside";

/** What only executing a block tells; undefined until Firn has read it. */
export interface ExecutedBlock {
  /** Number of failed transactions. */
  failed: number;
  /** Wei paid by its transactions. */
  feesWei: string;
}

interface EvmTxCountProps {
  evm: NonNullable<BlockInside["evm"]>;
  atomic: number;
  executed: ExecutedBlock | undefined;
}

/** Number of EVM transactions in a C-Chain block, of those that failed, and of atomic transactions. */
export function EvmTxCount({ evm, atomic, executed }: EvmTxCountProps) {
  const { failed = 0 } = executed ?? {};
  const aside = [
    ...(failed === 0 ? [] : [`${groupDigits(failed)} failed`]),
    ...(atomic === 0 ? [] : [plural(atomic, "atomic import or export", "atomic imports and exports")]),
  ].join(", ");
  return (
    <Fact label="Transactions" {...(aside !== "" && { aside })}>
      {groupDigits(evm.transactions.length)}
    </Fact>
  );
}

/** Header fields of a C-Chain block, without those its generation lacks. */
export function EvmFacts({ header, executed }: { header: CHeader; executed: ExecutedBlock | undefined }) {
  const { gasUsed, gasLimit, baseFee, blockGasCost, extDataGasUsed, settledHeight } = header;
  // Since Helicon blocks are executed after they are accepted: roots are those of the block it settles, and gas is the
  // gas charged.
  const settles = settledHeight !== undefined;
  const rootAside = settles ? `after block ${groupDigits(settledHeight)}, settled by this one` : undefined;
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
          <GasPrice wei={baseFee} />
        </Fact>
      )}
      {executed !== undefined && (
        <Fact label="Fees burned">
          <Amount value={executed.feesWei} decimals={WEI_DECIMALS} unit="AVAX" />
        </Fact>
      )}
      {blockGasCost !== undefined && blockGasCost > 0n && (
        <Fact label="Block gas cost">{groupDigits(blockGasCost)}</Fact>
      )}
      <Fact label="State root" aside={rootAside}>
        <HashLink value={toHex(header.stateRoot)} full label="state root" />
      </Fact>
      <Fact label="Coinbase">
        <AddressLink address={formatEvmAddress(header.coinbase)} chain="c" full />
      </Fact>
      <Fact label="Header" aside={formatName(header)}>
        {plural(Object.keys(header).length, "field")}
      </Fact>
    </>
  );
}

/** The format of a header, named after the upgrade that added its last fields. */
function formatName(header: CHeader): string {
  if (header.settledHeight !== undefined) return "Helicon format";
  if (header.timestampMilliseconds !== undefined) return "Granite format";
  if (header.parentBeaconRoot !== undefined) return "Etna format";
  if (header.extDataGasUsed !== undefined) return "Apricot 4 format";
  return header.baseFee === undefined ? "original format" : "Apricot 3 format";
}

/** Width of a bar, percent. */
function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Math.min(100, Number((part * 1000n) / whole) / 10);
}
