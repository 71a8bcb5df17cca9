import Link from "next/link";
import type { ReactNode } from "react";
import { blockPath } from "@/components/block/path";
import { type AssetSum, formatAssetSums, sumByAsset } from "@/components/effects/format";
import type { NamedChain, NetworkFacts, TxContext } from "@/components/effects/tx-context";
import { AddressLink } from "@/components/ui/address-link";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS } from "@/components/ui/chains";
import { classes } from "@/components/ui/classes";
import { HashLink } from "@/components/ui/hash-link";
import { StatusPill } from "@/components/ui/status-pill";
import { effectsOfKind, movesOf } from "@/lib/avalanche/effects";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import { formatAddress } from "@/lib/avalanche/ids";
import type { HistoryGap } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { formatDuration, formatTime, groupDigits, plural } from "@/lib/words/format";
import { boundOfGap } from "@/lib/words/gap";
import { AssetAmount } from "./asset-amount";
import { TIME_NOT_KNOWN } from "./graph-time";
import { arrivedAt, type MemoryOutput, type Place, type TransferSide } from "./transfer";
import { TX_QUERY } from "./tx-query";

const LEG = "grid min-w-0 grid-cols-1 content-start gap-2.5 p-5 max-m:p-4";

const MEMORY = "min-w-0 border-line py-5 text-center text-id max-m:border-y max-m:px-4 max-m:py-3";

const FACTS = "grid grid-cols-[1fr_auto] gap-x-3 gap-y-2 text-id text-ink-2";

const VALUE = "flex min-w-0 justify-end gap-1.5 text-right";

interface SideProps {
  side: TransferSide;
  network: NetworkFacts;
}

/** The sending side: what it put into shared memory, and who paid. */
export function ExportSide({ side, outputs, network }: SideProps & { outputs: readonly MemoryOutput[] }) {
  const sums = sumByAsset(outputs.map(({ output }) => output));
  return (
    <div className={LEG}>
      <LegHead side={side} title="Export" />
      <Sums sums={sums} network={network} />
      <LegFacts side={side} label="From" parties={payersOf(side)} />
    </div>
  );
}

/** The receiving side: what arrived, and for whom. */
export function ImportSide({ side, network }: SideProps) {
  return (
    <div className={LEG}>
      <LegHead side={side} title="Import" />
      <Sums sums={arrivedAt(side)} network={network} />
      <LegFacts side={side} label="To" parties={recipientsOf(side, network)} />
    </div>
  );
}

/** Outputs of a side that are listed one by one. */
const MOST_LISTED = 12;

/** The page of an export with a table of its outputs, and of what spent each. */
export function outputsHref({ chain, known }: TransferSide): string {
  return hrefTo("tx", { chain, id: known.txHash }, TX_QUERY.write({ flow: "table" }));
}

/** Link to the outputs that are not listed. */
function OtherOutputs({ exported, count }: { exported: TransferSide; count: number }) {
  return count <= MOST_LISTED ? null : (
    <p className="text-small">
      <Link href={outputsHref(exported)} prefetch={false}>
        {plural(count - MOST_LISTED, "more output")}
      </Link>
    </p>
  );
}

/** Shown instead of the import until there is one. */
export function WaitingSide({
  exported,
  outputs,
  network,
  destination,
}: {
  exported: TransferSide;
  outputs: readonly MemoryOutput[];
  network: NetworkFacts;
  destination: NamedChain | undefined;
}) {
  const sums = formatAssetSums(sumByAsset(outputs.map(({ output }) => output)), network);
  const name = destination?.name ?? "destination chain";
  const isLost = outputs.length > 0 && outputs.every(({ output }) => output.owner.addresses.length === 0);
  return (
    <div className={classes(LEG, "border-0 border-dashed border-line-2 bg-note m:border-l")}>
      <div className="flex min-w-0 items-center gap-2">
        {destination !== undefined && <ChainTag chain={CHAINS[destination.letter].letter} />}
        <h2>Import</h2>
        <span className="ml-auto">
          <StatusPill status="processing" word="Not seen" plain />
        </span>
      </div>
      <p className="text-ink-2">
        {isLost
          ? `${sums} can never leave shared memory: its owner has no key.`
          : `${sums} is safe in shared memory. An ImportTx on the ${name}, signed with the owner’s key, finishes the transfer.`}
      </p>
      {outputs.slice(0, MOST_LISTED).map(({ outputIndex, output }) => (
        <div key={outputIndex}>
          <p className="text-small text-ink-3">{describeOwners(output.owner)}</p>
          {output.owner.addresses.map((address) => {
            const letter = destination === undefined ? "" : `${CHAINS[destination.letter].letter}-`;
            const text = `${letter}${formatAddress(network.hrp, address)}`;
            return <AddressLink key={text} address={text} chain="c" full />;
          })}
        </div>
      ))}
      <OtherOutputs exported={exported} count={outputs.length} />
    </div>
  );
}

/** Shown instead of the import where it may be in a block that Firn does not have. */
export function UnseenSide({
  outputs,
  network,
  gap,
}: {
  outputs: readonly MemoryOutput[];
  network: NetworkFacts;
  gap: HistoryGap;
}) {
  const sums = formatAssetSums(sumByAsset(outputs.map(({ output }) => output)), network);
  const { letter, name } = CHAINS[gap.chain];
  const isGone = outputs.every(({ place }) => place === "gone");
  return (
    <div className={classes(LEG, "border-0 border-dashed border-line-2 bg-note m:border-l")}>
      <div className="flex min-w-0 items-center gap-2">
        <ChainTag chain={letter} />
        <h2>Import</h2>
        <span className="ml-auto">
          <StatusPill status="unknown" word="Not known" plain />
        </span>
      </div>
      <p className="text-ink-2">
        {isGone
          ? `The node no longer has ${sums} in shared memory: it was imported ${boundOfGap(gap)}.`
          : `${sums} may have been imported ${boundOfGap(gap)}, and the node did not say whether it is still in shared memory.`}{" "}
        Firn does not have what the {name} did before then.
      </p>
    </div>
  );
}

function describeOwners({ threshold, addresses, locktime }: MemoryOutput["output"]["owner"]): string {
  if (addresses.length === 0) return "Nobody can ever import it.";
  const who =
    addresses.length === 1 ? "Only this owner" : `Any ${threshold} of these ${addresses.length} owners`;
  const when = locktime === 0n ? "" : `, from ${formatTime(Number(locktime) * 1000)}`;
  return `${who} can import it${when}:`;
}

interface SharedMemoryProps {
  exported: TransferSide;
  outputs: readonly MemoryOutput[];
  network: NetworkFacts;
  place?: Place | undefined;
  /** Seconds from the export to its import, or waited so far; undefined where a time is not known. */
  seconds?: number | undefined;
}

/** What is between the chains: a whole band once it is imported, half while it waits, or nobody knows. */
export function SharedMemory({ exported, outputs, network, place = "imported", seconds }: SharedMemoryProps) {
  const isWaiting = place === "waiting";
  const duration = seconds === undefined ? undefined : formatDuration(Math.max(0, seconds) * 1000);
  return (
    <div className={MEMORY}>
      <TransferBand isWhole={place === "imported" || place === "gone"} />
      <b className="font-strong">
        {isWaiting
          ? `Waiting ${duration ?? "for its import"}`
          : `${plural(outputs.length, "output")} ${IN_MEMORY[place]} shared memory`}
      </b>
      <Sums sums={sumByAsset(outputs.map(({ output }) => output))} network={network} small />
      {outputs
        .slice(0, MOST_LISTED)
        .map(({ outputIndex, known }) =>
          known === undefined ? null : <HashLink key={outputIndex} value={known.utxoId} label="output" />,
        )}
      <OtherOutputs exported={exported} count={outputs.length} />
      {!isWaiting && duration !== undefined && <p className="text-ink-2">waited {duration}</p>}
    </div>
  );
}

const IN_MEMORY = {
  imported: "in",
  gone: "were in",
  waiting: "in",
  unknown: "sent to",
} as const satisfies Record<Place, string>;

/** The band from side to side: 260 by 64. */
function TransferBand({ isWhole }: { isWhole: boolean }) {
  return (
    <svg
      className="mb-1 h-16 w-full max-m:hidden"
      viewBox="0 0 260 64"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect x="0" y="22" width={isWhole ? 260 : 126} height="20" fill="var(--ice-fill)" opacity="0.34" />
      {isWhole ? (
        <path d="M247 22l9 10-9 10" fill="none" stroke="var(--ink)" strokeWidth="1.5" />
      ) : (
        <path d="M134 32H252" stroke="var(--line-2)" strokeWidth="1.5" strokeDasharray="5 4" />
      )}
    </svg>
  );
}

function LegHead({ side, title }: { side: TransferSide; title: string }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <ChainTag chain={CHAINS[side.chain].letter} />
      <h2>{title}</h2>
      <span className="ml-auto">
        <StatusPill status="accepted" plain />
      </span>
    </div>
  );
}

function LegFacts({ side, label, parties }: { side: TransferSide; label: string; parties: string[] }) {
  const { txHash, time } = side.known;
  return (
    <dl className={FACTS}>
      <dt>Transaction</dt>
      <dd className={VALUE}>
        <HashLink value={txHash} href={hrefTo("tx", { chain: side.chain, id: txHash })} label="transaction" />
      </dd>
      {parties.length > 0 && (
        <>
          <dt>{label}</dt>
          <dd className={VALUE}>
            <AddressLink address={parties[0] ?? ""} chain="c" grain={false} />
            {parties.length > 1 && <span title={parties.join("\n")}>and {parties.length - 1} more</span>}
          </dd>
        </>
      )}
      <dt>Block</dt>
      <dd className={VALUE}>
        <Link href={blockPath(side.container)} prefetch={false}>
          {groupDigits(side.container.height)}
        </Link>
      </dd>
      <dt>Time</dt>
      {time === undefined ? (
        <dd className={VALUE} title={TIME_NOT_KNOWN}>
          not known
        </dd>
      ) : (
        <dd className={VALUE}>{formatTime(time * 1000)}</dd>
      )}
    </dl>
  );
}

function Sums(props: {
  sums: ReadonlyMap<string, AssetSum>;
  network: NetworkFacts;
  small?: boolean;
}): ReactNode {
  const { sums, network, small = false } = props;
  return [...sums].map(([key, { assetId, amount }]) => (
    <p key={key} className={small ? "text-ink-2" : undefined}>
      <AssetAmount amount={amount} assetId={assetId} network={network} large={!small} />
    </p>
  ));
}

/** Accounts that paid, or the owners of the spent outputs. */
function payersOf({ chain, context, known }: TransferSide): string[] {
  const accounts = accountsOf(context, "consumed");
  const owners = known.consumed.flatMap(({ addresses }) => addresses);
  return [...new Set([...accounts, ...owners.map((address) => `${CHAINS[chain].letter}-${address}`)])];
}

function recipientsOf({ chain, context }: TransferSide, { hrp }: NetworkFacts): string[] {
  const accounts = accountsOf(context, "produced");
  const owners = effectsOfKind(context.effects, "utxo.produced").flatMap(
    ({ output }) => output.owner.addresses,
  );
  return [
    ...new Set([
      ...accounts,
      ...owners.map((address) => `${CHAINS[chain].letter}-${formatAddress(hrp, address)}`),
    ]),
  ];
}

function accountsOf({ effects }: TxContext, of: "consumed" | "produced"): string[] {
  return movesOf(effects).flatMap((move) =>
    move.of === of && move.account !== undefined ? [formatEvmAddress(move.account)] : [],
  );
}
